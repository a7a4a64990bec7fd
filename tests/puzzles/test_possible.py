"""What was possible in a round of Countdown."""

import pytest

from judging.games.countdown.game import COUNTDOWN
from puzzles import possible
from puzzles.games.countdown import after
from puzzles.words.word_lists import standard
from tests.puzzles.live_table import LiveTable


def test_all_longest_words():
    result = possible.words("ARIOEKLNN", standard())
    assert result["length"] == 7
    assert {"lankier", "aileron"} <= set(result["words"])
    assert all(len(word) == 7 for word in result["words"])


def test_letters_without_a_word():
    assert possible.words("", standard()) == {"length": 0, "words": []}
    assert possible.words("zzzzzzzzz", standard()) == {"length": 0, "words": []}


def test_the_best_calculation_in_steps():
    result = possible.calculation([1, 8, 9, 6, 50, 100], 836)
    assert (result["value"], result["distance"], result["count"]) == (836, 0, 43)
    assert [step["value"] for step in result["steps"]][-1] == "836"
    assert result["steps"][0] == {"expression": "9 * 100", "value": "900"}


def test_the_nearest_if_the_target_cannot_be_reached():
    result = possible.calculation([50, 100, 75, 25, 6, 4], 793)
    assert (result["value"], result["distance"], result["count"]) == (794, 1, 0)
    assert result["steps"][-1]["value"] == "794"


def test_nothing_is_said_before_the_round_is_over():
    table = LiveTable(COUNTDOWN, {"rounds": "N"}, recorded=True)
    table.sit(1)
    table.host("large", numbers=[50, 8, 8, 4, 3, 1])
    table.host("target", target=429)
    table.host("declare", 1, number=429)
    assert after(table.position, standard()) == {}
    table.host("present", 1, text="(50+4)*8-3")
    assert after(table.position, standard())["count"] == 55


@pytest.mark.parametrize(
    ("numbers", "target", "simplest"),
    [
        ((75, 25, 9, 7, 6, 2), 634, "6 * 75 + 7 * 25 + 9"),  # not 9 + 25 * 75 * 2 / 6
        ((8, 5, 25, 50, 75, 100), 764, "(50 - 5) * (25 - 8)"),  # the nearest
        ((100, 1, 1, 1, 1, 1), 100, "100"),
    ],
)
def test_people_are_shown_the_simplest_calculation(numbers, target, simplest):
    shown, shortest = (possible.calculation(numbers, target, simplest=each) for each in (True, False))
    assert shown["text"] == simplest
    same = ("value", "distance", "count")
    assert [shown[name] for name in same] == [shortest[name] for name in same]
