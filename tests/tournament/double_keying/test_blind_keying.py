"""Keyed twice: two people who see nothing of each other, and a third where they differ."""

import re
import threading
import uuid
from datetime import timedelta

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournament.making import make_user
from tournament.accounts import actions as people
from tournament.common.refusals import Refused
from tournament.keying import actions as keyings
from tournament.keying.actions import PlaceChoice, settle
from tournament.models import AuditAbout, AuditEntry, Job, Keying, Mark, Result, Role, Round, Submission
from tournament.organiser import open_work
from tournament.roster import relation_actions
from tournament.rounds import actions as rounds

pytestmark = pytest.mark.django_db

GOOD = [(0, "(1+2+3)*4"), (1, "6*6-5-3"), (1, "2*12")]
TYPED_OTHERWISE = [(0, " (1+2+3) x 4 = 24"), (1, "6×6 − 5 − 3"), (1, "2 * 12")]
MISREAD = [(0, "(7+2+3)*4"), (1, "6*6-5-3")]


def line(text: str, box: int = 0, position: int = 0) -> keyings.TypedLine:
    return keyings.TypedLine(uuid.uuid4(), box, position, text, revision=1)


@pytest.fixture
def round_twice(round_24, organiser) -> Round:
    return rounds.change(by=organiser, round_=round_24, keying_policy="twice")


@pytest.fixture
def third(event, organiser):
    make_user("vito", first_name="Vito")
    people.give_role(by=organiser, event=event, username="vito", role=Role.VOLUNTEER)
    return event.memberships.get(user__username="vito").user


@pytest.fixture
def read(round_twice, entrant, hand_in):
    """read(person, [(box, text), …]) types player 101's sheet and hands it in; the keying as it is afterwards"""

    def read_it(person, written) -> Keying:
        lines = hand_in(round_twice, entrant, written, by=person)
        return Keying.objects.get(pk=lines[0].keying_id)

    return read_it


@pytest.fixture
def differing(read, volunteer, other_volunteer) -> list[Keying]:
    return [read(volunteer, GOOD), read(other_volunteer, MISREAD)]


@pytest.fixture
def opens(round_twice, entrant):
    def open_it(person, **more) -> Keying:
        return keyings.open_sheet(by=person, round_=round_twice, entrant=entrant, **more)

    return open_it


def code_of(act, *args, **more) -> str:
    with pytest.raises(Refused) as refused:
        act(*args, **more)
    return refused.value.code


def states(entrant) -> list[tuple[int, int, str]]:
    return list(Keying.objects.filter(sheet__entrant=entrant).order_by("pk").values_list("turn", "slot", "state"))


# Two slots


def test_two_people_type_at_the_same_time_in_slots_of_their_own(opens, volunteer, other_volunteer):
    assert [opens(volunteer).slot, opens(other_volunteer).slot] == [1, 2]
    assert opens(other_volunteer).slot == 2


def test_a_third_who_comes_while_both_type_is_told_who_has_it(opens, volunteer, other_volunteer, third):
    opens(volunteer), opens(other_volunteer)
    with pytest.raises(Refused, match="Vera and Viktor have this sheet open") as refused:
        opens(third)
    assert refused.value.code == "taken"


def test_one_reading_alone_counts_for_nothing(read, volunteer, work_through):
    assert read(volunteer, GOOD).state == "handed_in"
    assert Submission.objects.count() == 3
    assert not Job.objects.exists()
    assert not Result.objects.exists()


def test_who_has_typed_a_sheet_does_not_type_it_the_second_time(read, opens, volunteer):
    read(volunteer, GOOD)
    assert code_of(opens, volunteer) == "yours_is_in"


def test_equal_readings_are_agreed_and_the_first_one_counts(read, entrant, volunteer, other_volunteer, work_through):
    first, second = read(volunteer, GOOD), read(other_volunteer, TYPED_OTHERWISE)
    assert states(entrant) == [(1, 1, "agreed"), (1, 2, "handed_in")]
    work_through()
    counted = {share["line"] for share in Result.objects.get().lines}
    assert counted == set(first.submissions.values_list("pk", flat=True))
    entry = AuditEntry.objects.get(verb="sheet.agreed")
    assert (entry.subject_id, entry.by_id) == (first.pk, other_volunteer.pk)
    mentioned = AuditAbout.objects.filter(event_id=entry.event_id, number=entry.number)
    assert {(each.kind, each.kind_id) for each in mentioned} == {
        ("keying", first.pk),
        ("sheet", second.sheet_id),
        ("round", second.sheet.round_id),
    }


def test_the_order_in_which_the_two_are_handed_in_does_not_matter(opens, entrant, volunteer, other_volunteer):
    first, second = opens(volunteer), opens(other_volunteer)
    keyings.hand_in(by=other_volunteer, keying=second, lines=[line("1*2*3*4")])
    keyings.hand_in(by=volunteer, keying=first, lines=[line("1x2x3x4")])
    assert states(entrant) == [(1, 1, "agreed"), (1, 2, "handed_in")]


def test_readings_that_differ_wait_and_nothing_counts(differing, entrant, work_through):
    assert states(entrant) == [(1, 1, "handed_in"), (1, 2, "handed_in")]
    assert not Job.objects.exists()
    assert not AuditEntry.objects.filter(verb="sheet.agreed").exists()


def test_handing_in_twice_hands_in_once_in_a_blind_slot_too(opens, volunteer):
    keying, typed = opens(volunteer), [line("1*2*3*4")]
    for _again in range(2):
        keyings.hand_in(by=volunteer, keying=keying, lines=typed)
    assert Submission.objects.count() == 1
    assert code_of(keyings.hand_in, by=volunteer, keying=keying, lines=[line("more")]) == "recorded"


# Claims and drafts


def age(keying: Keying) -> None:
    Keying.objects.filter(pk=keying.pk).update(touched_at=timezone.now() - timedelta(minutes=11))


def test_a_slot_left_alone_is_taken_over_and_begun_anew(opens, volunteer, other_volunteer, third):
    mine, theirs = opens(volunteer), opens(other_volunteer)
    keyings.save(by=other_volunteer, keying=theirs, lines=[line("1+2")])
    age(theirs)
    assert code_of(opens, third) == "taken_may_take_over"
    hers = opens(third, take_over=True)
    assert (hers.slot, hers.drafts.count()) == (2, 0)
    mine.refresh_from_db()
    assert mine.state == "open"


def test_who_puts_her_blind_sheet_back_goes_on_and_another_begins_anew(opens, volunteer, other_volunteer):
    mine = opens(volunteer)
    keyings.save(by=volunteer, keying=mine, lines=[line("1+2")])
    keyings.put_back(by=volunteer, keying=mine)
    assert opens(other_volunteer).drafts.count() == 0
    again = opens(volunteer)
    assert (again.slot, [draft.text for draft in again.drafts.all()]) == (2, ["1+2"])


# The third person


def test_a_third_person_decides_and_hers_counts(
    differing, opens, entrant, third, volunteer, other_volunteer, work_through
):
    hers = opens(third)
    assert (hers.slot, hers.is_blind) == (3, False)
    assert code_of(opens, volunteer) == "yours_is_in"
    settle(by=third, keying=hers, choices={1: PlaceChoice("left"), 2: PlaceChoice("own", "2*12!")})
    assert states(entrant) == [(1, 1, "handed_in"), (1, 2, "handed_in"), (1, 3, "agreed")]
    agreed = Submission.objects.filter(keying__state="agreed")
    assert list(agreed.values_list("box", "text")) == [(0, "(1+2+3)*4"), (1, "6*6-5-3"), (1, "2*12!")]
    work_through()
    assert {share["line"] for share in Result.objects.get().lines} == set(agreed.values_list("pk", flat=True))
    assert AuditEntry.objects.get(verb="sheet.agreed").after["settled_by_a_third"] is True


def test_the_right_hand_reading_may_have_no_line_there(differing, opens, third):
    settle(by=third, keying=opens(third), choices={1: PlaceChoice("left"), 2: PlaceChoice("right")})
    agreed = Submission.objects.filter(keying__state="agreed")
    assert [each.text for each in agreed] == ["(1+2+3)*4", "6*6-5-3"]


def test_a_line_that_both_left_out_is_added_and_one_that_cannot_be_read_is_marked(differing, opens, third):
    choices = {1: PlaceChoice("own", "", Mark.ILLEGIBLE), 2: PlaceChoice("right")}
    settle(by=third, keying=opens(third), choices=choices, more={1: "5+3+6+6", 0: "  "})
    agreed = Submission.objects.filter(keying__state="agreed")
    assert list(agreed.values_list("box", "text", "mark")) == [
        (0, "", "illegible"),
        (1, "6*6-5-3", "written"),
        (1, "5+3+6+6", "written"),
    ]


@pytest.mark.parametrize(
    ("choices", "places"),
    [
        ({}, ["choice-1", "choice-2"]),
        ({1: PlaceChoice("left")}, ["choice-2"]),
        ({1: PlaceChoice("left"), 2: PlaceChoice("middle")}, ["choice-2"]),
        ({1: PlaceChoice("own", "  "), 2: PlaceChoice("left")}, ["choice-1"]),
    ],
)
def test_every_difference_is_decided(choices, places, differing, opens, third):
    with pytest.raises(Refused) as refused:
        settle(by=third, keying=opens(third), choices=choices)
    assert (refused.value.code, list(refused.value.fields)) == ("undecided", places)
    assert not Submission.objects.filter(keying__slot=3).exists()


@pytest.mark.postgresql
def test_what_cannot_stand_on_paper_is_refused_at_its_place(differing, opens, third):
    with pytest.raises(Refused) as refused:
        settle(
            by=third,
            keying=opens(third),
            choices={1: PlaceChoice("own", "1\x00"), 2: PlaceChoice("left")},
            more={1: "2\n"},
        )
    assert list(refused.value.fields) == ["choice-1", "more-1"]


def test_settling_twice_the_same_way_settles_once_and_another_way_is_refused(differing, opens, third):
    hers, choices = opens(third), {1: PlaceChoice("left"), 2: PlaceChoice("left")}
    first = settle(by=third, keying=hers, choices=choices)
    assert [each.pk for each in settle(by=third, keying=hers, choices=choices)] == [each.pk for each in first]
    other = {1: PlaceChoice("right"), 2: PlaceChoice("left")}
    assert code_of(settle, by=third, keying=hers, choices=other) == "recorded"


def test_struck_out_lines_stay_in_the_settled_reading(read, opens, volunteer, other_volunteer, third):
    read(volunteer, [(0, "9", Mark.STRUCK_OUT), (0, "1*2*3*4")])
    read(other_volunteer, [(0, "1+2+3+4")])
    settle(by=third, keying=opens(third), choices={1: PlaceChoice("right")})
    agreed = Submission.objects.filter(keying__state="agreed")
    assert list(agreed.values_list("text", "mark")) == [("1+2+3+4", "written"), ("9", "struck_out")]


def test_a_sheet_of_which_nothing_remains_is_a_blank_one(read, opens, volunteer, other_volunteer, third):
    read(volunteer, [(0, "1+2")])
    read(other_volunteer, [(0, "", Mark.BLANK)])
    settle(by=third, keying=opens(third), choices={1: PlaceChoice("right")})
    assert Submission.objects.get(keying__state="agreed").mark == "blank"


def test_nobody_settles_a_blind_reading_or_anothers(opens, volunteer, differing, third, organiser):
    hers = opens(third)
    assert code_of(settle, by=volunteer, keying=differing[0], choices={}) == "not_third"
    choices = {1: PlaceChoice("left"), 2: PlaceChoice("left")}
    assert code_of(settle, by=organiser, keying=hers, choices=choices) == "taken"


# The policy


def test_how_often_sheets_are_typed_is_chosen_until_the_first_is_opened(round_24, organiser, entrant, volunteer):
    changed = rounds.change(by=organiser, round_=round_24, keying_policy="twice", name="Again")
    assert (changed.keying_policy, changed.name) == ("twice", "Again")
    assert rounds.change(by=organiser, round_=changed, keying_policy="once").keying_policy == "once"
    keyings.open_sheet(by=volunteer, round_=round_24, entrant=entrant)
    with pytest.raises(Refused, match="how often they are typed can no longer change"):
        rounds.change(by=organiser, round_=round_24, keying_policy="twice")
    rounds.change(by=organiser, round_=round_24, keying_policy="once", name="Still")


def test_a_policy_that_there_is_not_is_refused(round_24, organiser):
    with pytest.raises(Refused, match="once or twice"):
        rounds.change(by=organiser, round_=round_24, keying_policy="thrice")


def test_a_round_is_not_finished_while_readings_are_missing_or_differ(
    add_player, hand_in, round_twice, volunteer, other_volunteer
):
    once, differs = add_player(), add_player()
    hand_in(round_twice, once, [(0, "1+2")], by=volunteer)
    hand_in(round_twice, differs, [(0, "1+2")], by=volunteer)
    hand_in(round_twice, differs, [(0, "1+3")], by=other_volunteer)
    assert open_work.unfinished(round_twice) == [
        "1 sheet must be typed a second time.",
        "1 sheet was typed in two different ways. A third person must decide.",
    ]


# Relations


def test_a_related_helper_gets_neither_the_players_sheet_nor_that_of_the_team(
    differing, event, entrant, opens, organiser, third
):
    relation_actions.mark(by=organiser, event=event, user=third, player=entrant.player)
    with pytest.raises(Refused, match="You are marked as related to Ada L., so somebody else must type this sheet"):
        opens(third)


def test_a_relation_noted_while_she_types_keeps_her_from_handing_in(opens, event, entrant, organiser, volunteer):
    hers = opens(volunteer)
    relation_actions.mark(by=organiser, event=event, user=volunteer, player=entrant.player)
    assert code_of(keyings.hand_in, by=volunteer, keying=hers, lines=[line("1+2")]) == "related"
    keyings.put_back(by=volunteer, keying=hers)


@pytest.mark.postgresql
def test_all_else_is_done_before_the_audit_trail_is_locked(opens, volunteer, other_volunteer):
    keyings.hand_in(by=volunteer, keying=opens(volunteer), lines=[line("1*2*3*4")])
    second = opens(other_volunteer)
    with CaptureQueriesContext(connection) as queries:
        keyings.hand_in(by=other_volunteer, keying=second, lines=[line("1 * 2 * 3 * 4")])
    tables = [names[0] for each in queries if (names := re.findall(r'"tournament_(\w+)"', each["sql"]))]
    after = tables[tables.index("audithead") :]
    assert set(after) == {"audithead", "auditentry", "auditabout", "changehead", "event", "change"}


# At the same instant


def at_once(*acts) -> list[str]:
    """Run the acts on connections of their own, all starting together; what each was told."""
    told, together = [], threading.Barrier(len(acts))

    def do(act):
        try:
            together.wait(timeout=10)
            act()
            told.append("done")
        except Refused as refused:
            told.append(refused.code)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=do, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    return sorted(told)


@pytest.mark.django_db(transaction=True)
def test_two_who_hand_in_at_the_same_instant_find_each_other(round_twice, add_player, volunteer, other_volunteer):
    for _each in range(5):
        entrant = add_player()
        pairs = [
            (who, keyings.open_sheet(by=who, round_=round_twice, entrant=entrant))
            for who in (volunteer, other_volunteer)
        ]
        acts = [
            lambda who=who, keying=keying: keyings.hand_in(by=who, keying=keying, lines=[line("1*2*3*4")])
            for who, keying in pairs
        ]
        assert at_once(*acts) == ["done", "done"]
        assert states(entrant) == [(1, 1, "agreed"), (1, 2, "handed_in")]
    assert AuditEntry.objects.filter(verb="sheet.agreed").count() == 5


@pytest.mark.django_db(transaction=True)
def test_of_many_who_open_a_sheet_at_the_same_instant_two_get_it(
    round_twice, entrant, event, organiser, volunteer, other_volunteer, third
):
    acts = [
        lambda who=who: keyings.open_sheet(by=who, round_=round_twice, entrant=entrant)
        for who in (organiser, volunteer, other_volunteer, third)
    ]
    assert at_once(*acts) == ["done", "done", "taken", "taken"]
    assert states(entrant) == [(1, 1, "open"), (1, 2, "open")]
