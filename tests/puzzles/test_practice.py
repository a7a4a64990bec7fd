"""Rounds of practice (CD-40 to CD-43)."""

from datetime import date, timedelta

import pytest

from judging.games.countdown.numbers import LARGE
from puzzles import possible, practice
from puzzles.words.dictionary import Dictionary
from puzzles.words.letter_distribution import VOWELS
from puzzles.words.word_lists import standard

SEEDS = range(50)


@pytest.mark.parametrize("seed", SEEDS)
def test_letters_are_vowels_and_consonants_as_they_were_picked_and_more_picks_leave_the_first(seed):
    picks = practice.any_picks(seed)
    dealt = practice.letters(picks, seed).letters
    assert [("v" if each in VOWELS else "c") for each in dealt] == list(picks)
    assert 3 <= picks.count("v") <= 5
    assert len(picks) == 9
    assert practice.letters(picks[:4], seed).letters == dealt[:4]


def test_another_seed_gives_other_letters():
    assert len({practice.letters("vcvcvcvcc", seed).letters for seed in SEEDS}) > 45


@pytest.mark.parametrize("large", range(5))
def test_numbers_can_lie_on_the_table(large):
    for seed in SEEDS:
        deal = practice.numbers(large, seed)
        small = [number for number in deal.numbers if number not in LARGE]
        assert len(deal.numbers) == 6, seed
        assert len(small) == 6 - large, seed
        assert len(set(deal.numbers) & set(LARGE)) == large, seed
        assert all(1 <= number <= 10 and small.count(number) <= 2 for number in small), seed
        assert 100 <= deal.target <= 999, seed


def test_a_dictionary_without_conundrums_lends_one():
    assert practice.conundrum(Dictionary(["cat"], ["cat"]), 3) == practice.conundrum(standard(), 3)


@pytest.mark.parametrize("day", [date(2026, 1, 1) + timedelta(days=50 * step) for step in range(8)])
def test_the_round_of_a_day_is_always_the_same_and_suits_everybody(day):
    practice.daily.cache_clear()
    letters, numbers, conundrum = first = [practice.daily(kind, day) for kind in practice.KINDS]
    practice.daily.cache_clear()
    assert first == [practice.daily(kind, day) for kind in practice.KINDS]
    longest = possible.words(letters.letters, standard())
    assert longest["length"] >= 7
    assert set(longest["words"]) & set(standard().common(longest["length"]))
    assert possible.calculation(numbers.numbers, numbers.target)["distance"] == 0
    assert conundrum.answer in standard().common(9)


def test_the_rounds_of_a_day_are_those_that_the_rule_gives():
    """Whoever changes the rule changes days that people have played."""
    deals = [practice.daily(kind, date(2026, 11, 23)) for kind in practice.KINDS]
    assert deals[0].letters == "ubroebosn"
    assert (deals[1].numbers, deals[1].target) == ((100, 75, 25, 7, 7, 5), 247)
    assert deals[2].parts == ("sect", "place")


def test_days_differ():
    days = [date(2026, 11, 1) + timedelta(days=step) for step in range(20)]
    assert len({practice.daily("conundrum", day).answer for day in days}) >= 19
