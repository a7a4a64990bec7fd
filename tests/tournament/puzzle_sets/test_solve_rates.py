"""Solve rates of final rounds correct the difficulty, with enough results and only for the same rules and grade."""

import pytest
from django.utils import timezone

from tournament.models import Division, Entrant, Player, Result, Round
from tournament.puzzle_sets import solve_rates
from tournament.puzzle_sets.solve_rates import correction


@pytest.fixture
def past(event, round_24):
    """past(results, hits): a final 24 Game that so many of grade 3 played, of whom so many hit each box."""

    def play(results: int, hits: int) -> Round:
        division = Division.objects.get(event=event, grade=3)
        for n in range(results):
            player = Player.objects.create(
                event=event, division=division, number=500 + n, first_name="A", last_name="B"
            )
            entrant = Entrant.objects.create(event=event, player=player, division=division)
            lines = [{"line": n, "box": box, "points": 10, "code": "hits"} for box in range(3) if n < hits]
            Result.objects.create(round=round_24, entrant=entrant, points=0, lines=lines, worked_out_at=timezone.now())
        Round.objects.filter(pk=round_24.pk).update(status="final")
        return round_24

    return play


def test_what_few_children_solve_is_harder_than_the_model_says(past):
    round_ = past(30, 3)
    found = correction(round_.edition, 3)
    assert found.results == 30
    assert found.factor == pytest.approx(2.01, abs=0.01)  # as much as may be


def test_what_all_children_solve_is_easier(past):
    round_ = past(30, 30)
    assert correction(round_.edition, 3).factor < 0.6


def test_nothing_is_corrected_by_fewer_than_twenty_results_or_for_others(past):
    round_ = past(19, 3)
    assert correction(round_.edition, 3) is None
    assert correction(round_.edition, 4) is None
    assert correction({"edition": "dmas"}, 3) is None


def test_a_round_that_is_not_final_counts_for_nothing(past):
    round_ = past(30, 3)
    Round.objects.update(status="marking")
    assert correction(round_.edition, 3) is None


def test_the_questions_that_are_looked_at_are_bounded(past, monkeypatch):
    monkeypatch.setattr(solve_rates, "MOST_QUESTIONS", 0)
    round_ = past(30, 3)
    assert correction(round_.edition, 3) is None
