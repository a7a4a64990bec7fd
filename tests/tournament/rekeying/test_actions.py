"""Typed anew: what is agreed counts until a new reading is confirmed, and nothing of either is lost."""

import threading
import uuid

import pytest
from django.db import connections

from tournament.common.refusals import Refused
from tournament.keying import actions as keyings
from tournament.keying.queries import recalled_sheets, to_confirm
from tournament.models import AuditAbout, AuditEntry, Job, Keying, Result, Round, Sheet, Submission
from tournament.organiser import open_work, round_steps
from tournament.rekeying import actions as rekeying
from tournament.rekeying.queries import effect_of_move, effect_of_reading, unconfirmed_reading
from tournament.roster import relation_actions
from tournament.rounds import actions as rounds

pytestmark = pytest.mark.django_db

OLD, NEW = [(0, "1*2*3*4"), (1, "5*3+6+6")], [(0, "1*2*3*4"), (0, "(1+2+3)*4")]


def line(text: str, box: int = 0, position: int = 0) -> keyings.TypedLine:
    return keyings.TypedLine(uuid.uuid4(), box, position, text, revision=1)


def code_of(act, **more) -> str:
    with pytest.raises(Refused) as refused:
        act(**more)
    return refused.value.code


@pytest.fixture
def sheet(round_24, entrant, hand_in, work_through) -> Sheet:
    sheet = hand_in(round_24, entrant, OLD)[0].sheet
    work_through()
    return sheet


@pytest.fixture
def again(sheet, judge_user) -> Sheet:
    return rekeying.recall(by=judge_user, sheet=sheet, why="A line was left out.")


@pytest.fixture
def proposed(again, round_24, entrant, hand_in) -> Keying:
    hand_in(round_24, entrant, NEW)
    return unconfirmed_reading(again)


def states(sheet) -> list[tuple[int, int, str]]:
    return list(sheet.keyings.order_by("pk").values_list("turn", "slot", "state"))


def points(entrant) -> int | None:
    return Result.objects.in_force().filter(entrant=entrant).values_list("points", flat=True).first()


# Recalling


def test_a_recalled_sheet_counts_as_before_and_is_to_be_typed(again, entrant, volunteer, round_24):
    before = points(entrant)
    hers = keyings.open_sheet(by=volunteer, round_=round_24, entrant=entrant)
    assert (hers.turn, hers.slot, hers.drafts.count()) == (2, 1, 0)
    assert states(again) == [(1, 1, "agreed"), (2, 1, "open")]
    assert points(entrant) == before == 10
    assert open_work.unfinished(round_24) == ["1 sheet is still being typed."]


def test_recalling_says_why_and_who(sheet, judge_user):
    assert code_of(rekeying.recall, by=judge_user, sheet=sheet, why="  ") == "invalid"
    rekeying.recall(by=judge_user, sheet=sheet, why=" Misread. ")
    entry = AuditEntry.objects.get(verb="sheet.recalled")
    assert (entry.why, entry.by_id, entry.after) == ("Misread.", judge_user.pk, {"turn": 2})
    kinds = AuditAbout.objects.filter(event_id=entry.event_id, number=entry.number).values_list("kind", flat=True)
    assert set(kinds) == {"sheet", "round"}


def test_only_a_sheet_with_an_agreed_reading_is_recalled_and_once(again, judge_user):
    assert code_of(rekeying.recall, by=judge_user, sheet=again, why="Again.") == "not_agreed"


def test_a_related_judge_recalls_nothing(sheet, judge_user, event, entrant, organiser):
    relation_actions.mark(by=organiser, event=event, user=judge_user, player=entrant.player)
    assert code_of(rekeying.recall, by=judge_user, sheet=sheet, why="Mine.") == "related"


# Confirming


def test_a_new_reading_waits_and_changes_nothing_until_it_is_confirmed(
    proposed, sheet, entrant, organiser, round_24, work_through
):
    assert states(sheet) == [(1, 1, "agreed"), (2, 1, "proposed")]
    assert not Job.objects.filter(state="waiting").exists()
    assert open_work.unfinished(round_24) == ["1 new reading is not confirmed yet."]
    rekeying.confirm(by=organiser, keying=proposed)
    assert states(sheet) == [(1, 1, "superseded"), (2, 1, "agreed")]
    work_through()
    counted = {share["line"] for share in Result.objects.in_force().get().lines}
    assert counted == set(proposed.submissions.values_list("pk", flat=True))
    assert Submission.objects.filter(sheet=sheet).count() == 4
    entry = AuditEntry.objects.get(verb="sheet.confirmed")
    assert entry.before == {"keying": sheet.keyings.get(turn=1).pk}


def test_what_it_would_change_is_what_it_changes(proposed, entrant, organiser, work_through):
    (would,) = effect_of_reading(proposed).points
    assert (would.before, points(entrant)) == (10, 10)
    assert not Result.objects.exclude(points=10).exists()
    rekeying.confirm(by=organiser, keying=proposed)
    work_through()
    assert points(entrant) == would.after != would.before


def test_nobody_opens_a_sheet_whose_new_reading_waits(proposed, round_24, entrant, volunteer, other_volunteer):
    for person in (volunteer, other_volunteer):
        code = code_of(keyings.open_sheet, by=person, round_=round_24, entrant=entrant)
        assert code == "waits_to_be_confirmed"


def test_a_round_keyed_twice_is_keyed_twice_anew(
    add_player, round_24, organiser, judge_user, volunteer, other_volunteer, hand_in
):
    round_ = rounds.change(by=organiser, round_=round_24, keying_policy="twice")
    entrant = add_player()
    for person in (volunteer, other_volunteer):
        sheet = hand_in(round_, entrant, OLD, by=person)[0].sheet
    rekeying.recall(by=judge_user, sheet=sheet, why="Incomplete.")
    hand_in(round_, entrant, NEW, by=other_volunteer)
    hand_in(round_, entrant, NEW, by=volunteer)
    assert states(sheet) == [
        (1, 1, "agreed"),
        (1, 2, "handed_in"),
        (2, 1, "proposed"),
        (2, 2, "handed_in"),
    ]


@pytest.mark.django_db(transaction=True)
def test_of_many_who_confirm_at_the_same_instant_one_does(proposed, sheet, organiser, judge_user):
    told, together = [], threading.Barrier(4)

    def act(who):
        try:
            together.wait(timeout=10)
            rekeying.confirm(by=who, keying=proposed)
            told.append("confirmed")
        except Refused as refused:
            told.append(refused.code)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=act, args=[who]) for who in (organiser, judge_user) * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert sorted(told) == ["confirmed", "not_proposed", "not_proposed", "not_proposed"]
    assert states(sheet) == [(1, 1, "superseded"), (2, 1, "agreed")]


# Discarding


def test_a_discarded_reading_leaves_the_old_one_and_may_be_begun_again(
    proposed, sheet, judge_user, round_24, entrant, volunteer
):
    rekeying.discard(by=judge_user, sheet=sheet, why="The first was right.")
    assert states(sheet) == [(1, 1, "agreed"), (2, 1, "dropped")]
    assert code_of(keyings.open_sheet, by=volunteer, round_=round_24, entrant=entrant) == "recorded"
    assert open_work.unfinished(round_24) == []
    assert proposed.submissions.count() == 2
    rekeying.recall(by=judge_user, sheet=sheet, why="After all.")
    hers = keyings.open_sheet(by=volunteer, round_=round_24, entrant=entrant)
    assert (hers.turn, hers.drafts.count()) == (2, 0)


def test_a_recall_is_taken_back_while_somebody_types(again, judge_user, round_24, entrant, volunteer):
    hers = keyings.open_sheet(by=volunteer, round_=round_24, entrant=entrant)
    rekeying.discard(by=judge_user, sheet=again)
    assert code_of(keyings.save, by=volunteer, keying=hers, lines=[line("1")]) == "taken_over"
    assert code_of(rekeying.discard, by=judge_user, sheet=again) == "not_recalled"


# In a final round


@pytest.fixture
def final(round_24, organiser):
    return lambda: round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)


def test_a_sheet_of_a_final_round_is_recalled_and_typed_but_confirmed_by_a_re_score_alone(
    sheet, final, judge_user, round_24, entrant, hand_in, organiser
):
    final()
    rekeying.recall(by=judge_user, sheet=sheet, why="A protest.")
    assert recalled_sheets(round_24.event) == [sheet]
    hand_in(Round.objects.get(pk=round_24.pk), entrant, NEW)
    assert recalled_sheets(round_24.event) == []
    (proposal,) = to_confirm(round_24.event)
    with pytest.raises(Refused, match="Only a re-score can change its points") as refused:
        rekeying.confirm(by=organiser, keying=proposal)
    assert refused.value.code == "round_final"
    assert points(entrant) == 10


def test_nothing_else_is_typed_in_a_final_round(final, sheet, add_player, round_24, volunteer):
    final()
    for entrant in (sheet.entrant, add_player()):
        code = code_of(keyings.open_sheet, by=volunteer, round_=Round.objects.get(pk=round_24.pk), entrant=entrant)
        assert code == "round_not_in_marking"


def test_a_reading_in_a_final_round_waits_even_where_none_counts(
    sheet, final, add_player, judge_user, round_24, hand_in, entrant, work_through
):
    rekeying.move(by=judge_user, keying=sheet.keyings.get(), entrant=add_player(), why="Wrong number.")
    work_through()
    final()
    hand_in(Round.objects.get(pk=round_24.pk), entrant, NEW)
    assert states(sheet) == [(1, 1, "superseded"), (2, 1, "proposed")]


# Under the wrong name


def test_lines_are_moved_word_for_word_and_both_are_judged_anew(
    sheet, add_player, judge_user, entrant, work_through, volunteer
):
    right = add_player()
    moved = rekeying.move(by=judge_user, keying=sheet.keyings.get(), entrant=right, why="Wrong number.")
    work_through()
    assert [(each.box, each.text) for each in moved.submissions.all()] == OLD
    assert {each.typed_by for each in moved.submissions.all()} == {volunteer}
    assert (points(entrant), points(right)) == (None, 10)
    assert states(sheet) == [(1, 1, "superseded")]
    assert recalled_sheets(sheet.round.event) == [sheet]
    entry = AuditEntry.objects.get(verb="sheet.moved")
    assert (entry.before["sheet"], entry.after["sheet"], entry.why) == (
        sheet.pk,
        moved.sheet_id,
        "Wrong number.",
    )
    about = AuditAbout.objects.filter(event_id=entry.event_id, number=entry.number, kind="sheet")
    assert set(about.values_list("kind_id", flat=True)) == {sheet.pk, moved.sheet_id}


def test_the_sheet_they_stood_on_is_typed_and_agreed_like_any_other(
    sheet, add_player, judge_user, entrant, hand_in, round_24, work_through
):
    rekeying.move(by=judge_user, keying=sheet.keyings.get(), entrant=add_player(), why="Wrong number.")
    hand_in(round_24, entrant, NEW)
    assert states(sheet) == [(1, 1, "superseded"), (2, 1, "agreed")]


def test_lines_are_not_moved_onto_an_agreed_reading_but_onto_a_recalled_one(
    sheet, add_player, judge_user, hand_in, round_24
):
    right = add_player()
    there = hand_in(round_24, right, NEW)[0].sheet
    mine = sheet.keyings.get()
    with pytest.raises(Refused, match="Have that sheet typed again first"):
        rekeying.move(by=judge_user, keying=mine, entrant=right, why="Wrong.")
    rekeying.recall(by=judge_user, sheet=there, why="It is another's.")
    rekeying.move(by=judge_user, keying=mine, entrant=right, why="Wrong.")
    assert states(there) == [(1, 1, "superseded"), (2, 1, "agreed")]


def test_lines_are_not_moved_while_somebody_types_there_nor_to_oneself(
    sheet, add_player, judge_user, other_volunteer, round_24, entrant
):
    right, mine = add_player(), sheet.keyings.get()
    keyings.open_sheet(by=other_volunteer, round_=round_24, entrant=right)
    for target in (right, entrant):
        assert code_of(rekeying.move, by=judge_user, keying=mine, entrant=target, why="Wrong.") == "invalid"


def test_lines_of_a_final_round_are_not_moved(sheet, final, judge_user, add_player):
    final()
    code = code_of(rekeying.move, by=judge_user, keying=sheet.keyings.get(), entrant=add_player(), why="W.")
    assert code == "round_final"


def test_what_a_move_would_change_is_shown_for_both(sheet, add_player, judge_user, work_through, entrant):
    right = add_player(team="Otters")
    effect = effect_of_move(sheet, right)
    from_, to = effect.points
    assert (from_.before, from_.after, to.before, to.after) == (10, None, None, 10)
    totals = [(each.who.shown, each.total_after) for standing in effect.standings for each in standing.moved]
    assert {("102 Ada L.", 10), ("Otters", 10)} <= set(totals)
    rekeying.move(by=judge_user, keying=sheet.keyings.get(), entrant=right, why="Wrong.")
    work_through()
    assert (points(entrant), points(right)) == (from_.after, to.after)
