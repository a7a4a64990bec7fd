"""A judge's ruling: where it reaches, what it replaces, and who may not give it."""

import pytest

from tests.tournament.making import act_together
from tournament.common.refusals import Refused
from tournament.models import AuditEntry, Job, Result, Ruling, Submission
from tournament.organiser import round_steps
from tournament.rulings import actions as rulings
from tournament.web.permissions import NotAllowed

pytestmark = pytest.mark.django_db

UNREADABLE = "1 2 3 four"
HITS = "1*2*3*4"


@pytest.fixture
def points(work_through):
    """points(round, entrant) -> her points once all work is done"""

    def after_the_work(round_, entrant) -> int:
        work_through()
        return Result.objects.get(round=round_, entrant=entrant).points

    return after_the_work


@pytest.fixture
def rule(judge_user):
    """rule(line, "nothing", …) gives a ruling by the judge, for a reason that is there."""

    def give(line: Submission, counts_as: str, *, by=None, reason: str = "I looked at the paper.", **more) -> Ruling:
        return rulings.give(by=by or judge_user, submission=line, counts_as=counts_as, reason=reason, **more)

    return give


def refusal(call, *args, **more) -> Refused:
    with pytest.raises(Refused) as caught:
        call(*args, **more)
    return caught.value


# scope


def test_a_ruling_changes_points_wherever_the_same_line_stands(round_24, add_player, hand_in, rule, points):
    ada, ben, cora = add_player(), add_player(), add_player()
    for entrant in (ada, ben):
        hand_in(round_24, entrant, [(0, UNREADABLE)])
    hand_in(round_24, cora, [(1, UNREADABLE)])
    line = Submission.objects.get(sheet__entrant=ada)
    assert points(round_24, ada) == 0
    rule(line, "method", method=HITS)
    assert [points(round_24, each) for each in (ada, ben, cora)] == [10, 10, 0], "Cora wrote it in another box"


def test_a_line_typed_later_finds_the_ruling(round_24, add_player, hand_in, rule, points):
    ada, ben = add_player(), add_player()
    (line,) = hand_in(round_24, ada, [(0, UNREADABLE)])
    rule(line, "method", method=HITS)
    hand_in(round_24, ben, [(0, UNREADABLE), (0, HITS)])
    assert points(round_24, ben) == 10, "what it counts as is the method that she wrote again, and counts once"


def test_a_ruling_can_hold_for_one_sheet_alone(round_24, add_player, hand_in, rule, points):
    ada, ben = add_player(), add_player()
    lines = hand_in(round_24, ada, [(0, UNREADABLE), (0, UNREADABLE)])
    hand_in(round_24, ben, [(0, UNREADABLE)])
    rule(lines[0], "value", value="24", only_this_sheet=True)
    assert points(round_24, ada) == 10, "her two equal lines are one method"
    assert points(round_24, ben) == 0
    assert not Result.objects.get(entrant=ada).provisional


def test_two_lines_ruled_in_by_value_are_two_methods(round_24, entrant, hand_in, rule, points):
    first, second = hand_in(round_24, entrant, [(0, "abra"), (0, "cadabra")])
    rule(first, "value", value="24")
    rule(second, "value", value="48/2")
    assert points(round_24, entrant) == 20


def test_a_value_off_the_target_is_a_near_miss(add_round, entrant, hand_in, rule, points):
    from tests.tournament.making import boxes

    round_ = add_round("hit_the_target", boxes(((1, 2, 3, 4), 20)), rounds=1)
    (line,) = hand_in(round_, entrant, [(0, "abra")])
    rule(line, "value", value="35/2")
    assert points(round_, entrant) == 7, "5/2 off is rounded up to 3"


def test_illegible_lines_are_never_equal(round_24, add_player, hand_in, rule, points):
    ada, ben = add_player(), add_player()
    (line,) = hand_in(round_24, ada, [(0, "", "illegible")])
    hand_in(round_24, ben, [(0, "", "illegible")])
    given = rule(line, "method", method=HITS)
    assert given.submission == line
    assert points(round_24, ada) == 10
    assert points(round_24, ben) == 0
    assert Result.objects.get(entrant=ben).provisional


def test_a_line_that_was_struck_out_can_be_ruled_in_without_touching_those_that_were_not(
    round_24, add_player, hand_in, rule, points
):
    ada, ben = add_player(), add_player()
    (line,) = hand_in(round_24, ada, [(0, HITS, "struck_out")])
    hand_in(round_24, ben, [(0, HITS)])
    rule(line, "method", method=HITS)
    assert points(round_24, ada) == 10
    rule(line, "nothing")
    assert points(round_24, ada) == 0
    assert points(round_24, ben) == 10


def test_a_ruling_can_take_away_what_the_engine_accepted(round_24, entrant, hand_in, rule, points):
    (line,) = hand_in(round_24, entrant, [(0, HITS)])
    assert points(round_24, entrant) == 10
    rule(line, "nothing")
    assert points(round_24, entrant) == 0


# order


def test_a_later_ruling_stands_above_an_earlier_one(round_24, entrant, hand_in, rule, points):
    (line,) = hand_in(round_24, entrant, [(0, UNREADABLE)])
    rule(line, "method", method=HITS)
    rule(line, "nothing")
    assert points(round_24, entrant) == 0
    rule(line, "value", value="24", only_this_sheet=True)
    assert points(round_24, entrant) == 10
    rule(line, "nothing", reason="The board has met.", only_this_sheet=True)
    assert points(round_24, entrant) == 0
    assert Ruling.objects.count() == 4


def test_a_ruling_for_one_sheet_stands_above_one_for_all_until_it_is_withdrawn(
    round_24, add_player, hand_in, rule, points, work_through
):
    ada, ben = add_player(), add_player()
    (line,) = hand_in(round_24, ada, [(0, UNREADABLE)])
    hand_in(round_24, ben, [(0, UNREADABLE)])
    rule(line, "method", method=HITS, only_this_sheet=True)
    rule(line, "nothing")
    assert [points(round_24, each) for each in (ada, ben)] == [10, 0]
    rule(line, "withdrawn", only_this_sheet=True)
    assert points(round_24, ada) == 0, "what holds for all holds for her again"
    rule(line, "withdrawn")
    work_through()
    assert Result.objects.get(entrant=ada).lines[0]["facts"] != {"detail": "ruled_out"}


def test_withdrawing_where_nothing_of_that_reach_stands_says_where_it_does(round_24, entrant, hand_in, rule):
    (line,) = hand_in(round_24, entrant, [(0, HITS)])
    rule(line, "nothing", only_this_sheet=True)
    assert "only for this sheet" in refusal(rule, line, "withdrawn").fields["counts_as"]


def test_withdrawing_brings_the_verdict_back(round_24, entrant, hand_in, rule, points):
    (line,) = hand_in(round_24, entrant, [(0, HITS)])
    rule(line, "nothing")
    assert points(round_24, entrant) == 0
    rule(line, "withdrawn")
    assert points(round_24, entrant) == 10


def test_there_must_be_a_ruling_to_withdraw(round_24, entrant, hand_in, rule):
    (line,) = hand_in(round_24, entrant, [(0, HITS)])
    assert set(refusal(rule, line, "withdrawn").fields) == {"counts_as"}


def test_the_same_ruling_sent_twice_is_given_once(round_24, entrant, hand_in, rule):
    (line,) = hand_in(round_24, entrant, [(0, UNREADABLE)])
    first = rule(line, "nothing", seen=0)
    assert rule(line, "nothing", seen=0) == first
    assert Ruling.objects.count() == AuditEntry.objects.filter(verb="ruling.given").count() == 1


def test_a_judge_who_has_not_seen_her_colleagues_ruling_is_told(round_24, entrant, hand_in, rule):
    (line,) = hand_in(round_24, entrant, [(0, UNREADABLE)])
    first = rule(line, "nothing", reason="Three is not a word.", seen=0)
    refused = refusal(rule, line, "method", method=HITS, seen=0)
    assert refused.code == "ruled_meanwhile"
    assert refused.status == 409
    assert "Three is not a word." in refused.sentence
    assert rule(line, "method", method=HITS, seen=first.pk).pk > first.pk


@pytest.mark.only_postgresql
@pytest.mark.django_db(transaction=True)
def test_of_eight_rulings_at_the_same_instant_one_is_given(round_24, entrant, hand_in, rule):
    (line,) = hand_in(round_24, entrant, [(0, UNREADABLE)])
    answers = act_together(8, lambda who: rule(line, "value", value=str(who), seen=0))
    assert sorted(getattr(each, "code", "given") for each in answers) == ["given", *["ruled_meanwhile"] * 7]
    assert Ruling.objects.count() == AuditEntry.objects.filter(verb="ruling.given").count() == 1


# refusals


def test_only_judges_rule(round_24, entrant, hand_in, rule, volunteer, organiser):
    (line,) = hand_in(round_24, entrant, [(0, UNREADABLE)])
    for person in (volunteer, organiser):
        with pytest.raises(NotAllowed):
            rule(line, "nothing", by=person)
    assert not Ruling.objects.exists()


def test_nothing_is_ruled_in_a_final_round(round_24, entrant, hand_in, rule, organiser, work_through):
    (line,) = hand_in(round_24, entrant, [(0, HITS)])
    work_through()
    round_steps.move(by=organiser, round_=round_24, status="final")
    assert refusal(rule, line, "nothing").code == "round_final"
    round_steps.move(by=organiser, round_=round_24, status="marking", why="A protest.")
    rule(line, "nothing")


@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("given", "place"),
    [
        ({"counts_as": "nothing", "reason": " \n "}, "reason"),
        ({"counts_as": "nothing", "reason": "so " * 300}, "reason"),
        ({"counts_as": "nothing", "reason": "a\x00b"}, "reason"),
        ({"counts_as": "everything"}, "counts_as"),
        ({"counts_as": "method", "method": ""}, "method"),
        ({"counts_as": "method", "method": "1*2*3*3"}, "method"),
        ({"counts_as": "method", "method": "nonsense"}, "method"),
        ({"counts_as": "method", "method": "1*2*3*4\x07"}, "method"),
        ({"counts_as": "method", "method": "1" * 100_000}, "method"),
        ({"counts_as": "value", "value": ""}, "value"),
        ({"counts_as": "value", "value": "1/0"}, "value"),
        ({"counts_as": "value", "value": "1e9"}, "value"),
        ({"counts_as": "value", "value": "٢٤"}, "value"),
        ({"counts_as": "value", "value": "9" * 100_000}, "value"),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(round_24, entrant, hand_in, rule, given, place):
    (line,) = hand_in(round_24, entrant, [(0, UNREADABLE)])
    refused = refusal(rule, line, **given)
    assert refused.status == 400
    assert set(refused.fields) == {place}
    assert not Ruling.objects.exists()
    assert not AuditEntry.objects.filter(verb="ruling.given").exists()


@pytest.mark.parametrize(("typed", "kept"), [(" 24 ", "24"), ("−7/2", "-7/2"), ("3.50", "7/2"), ("48/2", "24")])
def test_a_value_may_be_typed_in_several_ways(round_24, entrant, hand_in, rule, typed, kept):
    (line,) = hand_in(round_24, entrant, [(0, UNREADABLE)])
    assert rule(line, "value", value=typed).value == kept


# the record


def test_a_ruling_is_signed_and_asks_for_every_sheet_it_touches(
    round_24, add_player, hand_in, rule, judge_user, work_through
):
    sheets = {hand_in(round_24, add_player(), [(0, UNREADABLE)])[0].sheet_id for _ in range(3)}
    hand_in(round_24, add_player(), [(0, HITS)])
    work_through()
    line = Submission.objects.filter(text=UNREADABLE).first()
    given = rule(line, "nothing", reason="  It says\nfour, in words. ")
    entry = AuditEntry.objects.get(verb="ruling.given")
    assert (entry.by_id, entry.subject_id, entry.why) == (judge_user.pk, given.pk, "It says four, in words.")
    assert entry.after == {
        "line": line.pk,
        "text": [UNREADABLE],
        "sheet_alone": False,
        "counts_as": "nothing",
        "method": "",
        "value": "",
    }
    waiting = Job.objects.filter(state=Job.State.WAITING).values_list("subject", flat=True)
    assert set(waiting) == sheets == set(rulings.sheets_under(given))


def test_considering_a_ruling_writes_nothing(round_24, entrant, hand_in, judge_user):
    (line,) = hand_in(round_24, entrant, [(0, UNREADABLE)])
    rulings.consider(by=judge_user, submission=line, counts_as="method", method=HITS, reason="Perhaps")
    assert not Ruling.objects.exists()
