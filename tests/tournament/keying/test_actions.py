"""Typing a sheet: who may, what is kept, and that only handing in makes a record, once."""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournament.making import boxes
from tests.tournament.set_up import made_once
from tournament.common import limits
from tournament.common.refusals import Refused
from tournament.keying import actions as keyings
from tournament.models import AuditEntry, DraftLine, Job, Keying, Submission
from tournament.organiser import round_steps
from tournament.web.permissions import NotAllowed

pytestmark = pytest.mark.django_db

THREE = boxes(((1, 2, 3, 4), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24))


def line(text: str = "1+2", box: int = 0, position: int = 0, revision: int = 1, **more) -> keyings.TypedLine:
    return keyings.TypedLine(more.pop("key", None) or uuid.uuid4(), box, position, text, revision=revision, **more)


@pytest.fixture
@made_once
def keying(volunteer, round_24, entrant) -> Keying:
    return keyings.open_sheet(by=volunteer, round_=round_24, entrant=entrant)


@pytest.fixture
def save(volunteer, keying):
    return lambda *lines: keyings.save(by=volunteer, keying=keying, lines=list(lines))


@pytest.fixture
def refused():
    def code_of(act, **arguments) -> Refused:
        with pytest.raises(Refused) as said:
            act(**arguments)
        return said.value

    return code_of


def age(keying: Keying, minutes: int) -> None:
    Keying.objects.filter(pk=keying.pk).update(touched_at=timezone.now() - timedelta(minutes=minutes))


# Opening


def test_opening_twice_goes_on_with_the_same_keying(volunteer, round_24, entrant, keying):
    assert keyings.open_sheet(by=volunteer, round_=round_24, entrant=entrant) == keying


@pytest.mark.postgresql
def test_a_sheet_is_opened_with_a_fixed_number_of_queries(volunteer, round_24, entrant, django_assert_num_queries):
    with django_assert_num_queries(17):
        keyings.open_sheet(by=volunteer, round_=round_24, entrant=entrant)


def test_a_judge_does_not_type(judge_user, round_24, entrant):
    with pytest.raises(NotAllowed):
        keyings.open_sheet(by=judge_user, round_=round_24, entrant=entrant)


@pytest.mark.parametrize("status", ["planned", "open", "closed", "final"])
def test_sheets_are_opened_only_while_the_round_is_marked(status, add_round, volunteer, entrant, refused):
    round_ = add_round("twenty_four", THREE, status=status)
    no = refused(keyings.open_sheet, by=volunteer, round_=round_, entrant=entrant)
    assert no.code == "round_not_in_marking"
    assert round_.name in no.sentence


def test_a_sheet_that_somebody_has_open_is_not_opened(other_volunteer, round_24, entrant, keying, refused):
    no = refused(keyings.open_sheet, by=other_volunteer, round_=round_24, entrant=entrant, take_over=True)
    assert (no.code, no.sentence) == ("taken", "Vera has this sheet open.")


def test_a_sheet_left_alone_is_taken_over_with_what_was_typed(
    other_volunteer, volunteer, round_24, entrant, keying, save, refused
):
    save(line("  1+2 x"), line("", mark="blank", position=1))
    age(keying, 11)
    may = refused(keyings.open_sheet, by=other_volunteer, round_=round_24, entrant=entrant)
    assert may.code == "taken_may_take_over"
    hers = keyings.open_sheet(by=other_volunteer, round_=round_24, entrant=entrant, take_over=True)
    assert [(each.text, each.mark) for each in hers.drafts.all()] == [("  1+2 x", "written"), ("", "blank")]
    assert keying.drafts.count() == 2
    no = refused(keyings.save, by=volunteer, keying=keying, lines=[line("lost?")])
    assert no.code == "taken_over"


def test_a_sheet_that_was_put_back_goes_on_from_its_drafts(volunteer, other_volunteer, round_24, entrant, keying, save):
    save(line("1+2"))
    keyings.put_back(by=volunteer, keying=keying)
    hers = keyings.open_sheet(by=other_volunteer, round_=round_24, entrant=entrant)
    assert [draft.text for draft in hers.drafts.all()] == ["1+2"]


def test_a_sheet_that_is_in_is_not_opened_again(round_24, entrant, hand_in, volunteer, refused):
    hand_in(round_24, entrant, [(0, "1+2")])
    no = refused(keyings.open_sheet, by=volunteer, round_=round_24, entrant=entrant)
    assert no.code == "recorded"


# Saving


@pytest.mark.postgresql
@pytest.mark.parametrize("text", ["  leading and trailing ", "５+٣", "½×²√9", "🦉", "\u00a0", "(1+2", "A" * 1000])
def test_a_text_is_saved_as_it_was_typed(text, save):
    assert [draft.text for draft in save(line(text))] == [text]


def test_saving_twice_saves_once(save):
    same = line("1+2")
    save(same)
    assert len(save(same)) == 1


def test_an_older_save_that_comes_late_changes_nothing(save):
    new = line("1+2+3", revision=7)
    save(new)
    (draft,) = save(line("1+2", revision=6, key=new.key))
    assert (draft.text, draft.revision) == ("1+2+3", 7)


def test_of_a_line_sent_twice_at_once_the_newest_is_saved(save):
    key = uuid.uuid4()
    (draft,) = save(line("new", revision=2, key=key), line("old", revision=1, key=key))
    assert draft.text == "new"


def test_the_answer_holds_every_draft_in_the_order_of_the_paper(save):
    save(line("b", position=1), line("c", box=1))
    assert [draft.text for draft in save(line("a", position=0))] == ["a", "b", "c"]


def test_a_line_that_was_passed_over_is_known_by_what_stands_in_its_place(save):
    mine, theirs = line("mine"), line("theirs", position=1)
    save(theirs)
    stale = line("stale", key=theirs.key)
    assert list(keyings.passed_over([mine, stale], save(mine, stale))) == [str(theirs.key)]


@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"text": "A" * 1001}, "1,001 characters"),
        ({"text": "1\x00+2"}, "Character 2"),
        ({"text": "1\ud800"}, "Character 2"),
        ({"text": "1\n2"}, "Character 2"),
        ({"box": 3}, "3 boxes"),
        ({"box": -1}, "3 boxes"),
        ({"mark": "smudged"}, "illegible, struck out or blank"),
    ],
)
def test_a_line_that_cannot_be_is_named_and_nothing_is_saved(wrong, said, volunteer, keying, refused):
    bad = line(**{"text": "1", **wrong})
    no = refused(keyings.save, by=volunteer, keying=keying, lines=[line("good"), bad])
    assert no.status == 400
    assert list(no.fields) == [str(bad.key)]
    assert said in no.fields[str(bad.key)]
    assert not DraftLine.objects.exists()


def test_a_sheet_has_at_most_400_lines(save, volunteer, keying, refused):
    save(*[line(str(at), position=at) for at in range(limits.LINES_SHEET)])
    no = refused(keyings.save, by=volunteer, keying=keying, lines=[line("one more")])
    assert (no.code, no.status) == ("too_many_lines", 400)


def test_nobody_saves_into_anothers_keying(other_volunteer, organiser, keying, refused):
    for person in (other_volunteer, organiser):
        no = refused(keyings.save, by=person, keying=keying, lines=[line()])
        assert (no.code, no.status) == ("taken", 403)


def test_who_has_lost_the_role_saves_nothing_more(volunteer, event, keying):
    event.memberships.filter(user=volunteer).delete()
    with pytest.raises(NotAllowed):
        keyings.save(by=volunteer, keying=keying, lines=[line()])


def test_nothing_is_saved_or_recorded_once_the_round_is_final(organiser, volunteer, round_24, keying, save, refused):
    save(line("typed before"))
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    for act in (keyings.save, keyings.hand_in):
        no = refused(act, by=volunteer, keying=keying, lines=[line("too late")])
        assert (no.code, no.status) == ("round_not_in_marking", 409)
    assert [draft.text for draft in keying.drafts.all()] == ["typed before"]
    assert not Submission.objects.exists()


# Handing in


def test_handing_in_records_what_was_typed_and_asks_for_its_verdicts(volunteer, keying, save):
    save(line(" 1+2", position=4), line("", position=5), line("scribble", position=9, mark="illegible"))
    keyings.hand_in(by=volunteer, keying=keying, lines=[line("3", box=2)], address="10.0.0.7")
    recorded = [(each.box, each.position, each.text, each.mark) for each in keying.submissions.all()]
    assert recorded == [(0, 1, " 1+2", "written"), (0, 2, "scribble", "illegible"), (2, 1, "3", "written")]
    assert Job.objects.filter(kind="judge_sheet", subject=keying.sheet_id, state="waiting").count() == 1
    entry = AuditEntry.objects.get(verb="sheet.handed_in")
    assert (entry.by_id, entry.after["lines"]) == (volunteer.pk, 3)


def test_handing_in_twice_hands_in_once(volunteer, keying):
    typed = [line("1+2")]
    first = keyings.hand_in(by=volunteer, keying=keying, lines=typed)
    again = keyings.hand_in(by=volunteer, keying=keying, lines=typed)
    assert [each.pk for each in again] == [each.pk for each in first]
    assert AuditEntry.objects.filter(verb="sheet.handed_in").count() == 1


def test_what_a_second_tab_typed_after_handing_in_is_refused_and_not_passed_over(volunteer, keying, refused):
    typed = line("1+2")
    keyings.hand_in(by=volunteer, keying=keying, lines=[typed])
    no = refused(keyings.hand_in, by=volunteer, keying=keying, lines=[typed, line("only in this tab")])
    assert no.code == "recorded"


def test_nothing_typed_is_not_handed_in(volunteer, keying, save, refused):
    save(line("   "))
    assert refused(keyings.hand_in, by=volunteer, keying=keying).code == "nothing_typed"
    keyings.hand_in(by=volunteer, keying=keying, lines=[line("", mark="blank", position=1)])


def test_a_line_changed_elsewhere_is_looked_at_before_it_is_recorded(volunteer, keying, save, refused):
    saved = line("there", revision=5)
    save(saved)
    no = refused(keyings.hand_in, by=volunteer, keying=keying, lines=[line("here", revision=5, key=saved.key)])
    assert (no.code, list(no.fields)) == ("changed_elsewhere", [str(saved.key)])
    assert not Submission.objects.exists()


def test_a_line_in_a_box_that_a_new_puzzle_no_longer_has_is_not_recorded(volunteer, keying, save, refused, round_24):
    save(line("1+2", box=2))
    version = round_24.puzzles.get().active
    shorter = type(version).objects.create(puzzle=version.puzzle, number=9, boxes=version.boxes[:2])
    round_24.puzzles.update(active=shorter)
    assert refused(keyings.hand_in, by=volunteer, keying=keying).code == "invalid"


def test_a_handed_in_sheet_cannot_be_put_back(volunteer, keying, refused):
    keyings.hand_in(by=volunteer, keying=keying, lines=[line()])
    assert refused(keyings.put_back, by=volunteer, keying=keying).code == "recorded"
