"""A ruling holds for the answer: in whatever way it is spelled, whenever it is typed."""

import pytest

from bench.drills import spellings
from bench.drills.report import Report
from tests.tournament.making import boxes
from tournament.common.refusals import Refused
from tournament.jobs import queue as jobs
from tournament.keying.queries import to_confirm
from tournament.models import Result, Verdict
from tournament.organiser import round_steps
from tournament.rekeying import actions as rekeying
from tournament.rescoring import actions as rescores, checks as proposals
from tournament.roster import relation_actions
from tournament.rulings import actions as rulings

pytestmark = pytest.mark.django_db

ONE = "9 x 4 - 7 mod 4"
OTHERS = ("9 * 4 - 7 mod 4", "9×4−7 MOD 4", "9·4-7 % 4")


@pytest.fixture
def round_33(add_round):
    return add_round("hit_the_target", boxes(((9, 4, 7, 4), 33)), rounds=1)


def points(round_) -> list[int]:
    return [each.points for each in Result.objects.in_force().filter(round=round_).order_by("entrant")]


@pytest.mark.postgresql
def test_equal_answers_end_with_equal_points_in_every_order_of_typing_and_ruling():
    report = Report()
    spellings.run(report, short=True, seed=1)
    assert report.broken == []


@pytest.mark.parametrize("by_rule_first", [True, False])
def test_what_is_typed_later_in_another_spelling_counts_as_ruled(
    round_33, add_player, typed, work_through, judge_user, by_rule_first
):
    ada, *more = [add_player() for _ in range(4)]
    (line,) = typed(round_33, ada, [(0, ONE)])
    written = dict(zip(more, OTHERS, strict=True))
    if not by_rule_first:
        for entrant, text in written.items():
            typed(round_33, entrant, [(0, text)])
    rulings.give(by=judge_user, submission=line, counts_as="value", value="33", reason="7 mod 4 is 3.")
    if by_rule_first:
        for entrant, text in written.items():
            typed(round_33, entrant, [(0, text)])
    work_through()
    assert len(set(points(round_33))) == 1
    assert points(round_33)[0] > 0
    assert Verdict.objects.filter(text__in=[ONE, *OTHERS]).values("answer").distinct().count() == 1


@pytest.mark.parametrize("is_recalled_first", [True, False])
def test_a_ruled_answer_that_is_typed_into_a_final_round_counts_by_a_re_score_alone(
    event, round_33, add_player, typed, work_through, judge_user, organiser, is_recalled_first
):
    ada, ben = add_player(), add_player()
    (line,) = typed(round_33, ada, [(0, ONE)])
    (other,) = typed(round_33, ben, [(0, "9 + 4 + 7 + 4")])
    rulings.give(by=judge_user, submission=line, counts_as="value", value="33", reason="7 mod 4 is 3.")
    work_through()
    before = points(round_33)
    if is_recalled_first:
        rekeying.recall(by=organiser, sheet=other.sheet, why="Not all was typed.")
    final = round_steps.move(by=organiser, round_=round_33, status="final", anyway=True)
    if not is_recalled_first:
        rekeying.recall(by=organiser, sheet=other.sheet, why="Not all was typed.")
    typed(final, ben, [(0, "9 + 4 + 7 + 4"), (0, OTHERS[0])])
    jobs.judge([line.sheet_id, other.sheet_id])
    work_through()
    assert points(final) == before
    (reading,) = to_confirm(event)
    change = proposals.keying(by=organiser, keying=reading)
    rescore = rescores.propose(by=organiser, event=event, changes=[change], reason="A line was forgotten.")
    assert points(final) == before
    rescores.apply(by=judge_user, rescore=rescore)
    assert points(final) == [before[0], before[0]]


def test_for_one_sheet_it_holds_in_each_spelling_there_and_nowhere_else(
    round_33, add_player, typed, work_through, judge_user
):
    ada, ben = add_player(), add_player()
    first, _other = typed(round_33, ada, [(0, ONE), (0, OTHERS[0])])
    typed(round_33, ben, [(0, OTHERS[1])])
    rulings.give(by=judge_user, submission=first, counts_as="nothing", reason="Struck out.", only_this_sheet=True)
    work_through()
    states = {each.entrant_id: {line["code"] for line in each.lines} for each in Result.objects.filter(round=round_33)}
    assert "pending" not in states[ada.pk]
    assert states[ada.pk] != states[ben.pk]


@pytest.mark.parametrize("is_judged", [True, False])
def test_nobody_decides_an_answer_that_a_relative_wrote_in_another_spelling(
    event, round_33, add_player, hand_in, work_through, judge_user, organiser, is_judged
):
    ada, ben = add_player(), add_player()
    relation_actions.mark(by=organiser, event=event, user=judge_user, player=ben.player)
    (line,) = hand_in(round_33, ada, [(0, ONE)])
    hand_in(round_33, ben, [(0, OTHERS[0])])
    if is_judged:
        work_through()
    with pytest.raises(Refused) as refused:
        rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="No.")
    assert refused.value.code == "related"
