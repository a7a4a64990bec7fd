"""The points of single rounds (docs/rules/countdown.md)."""

import pytest

from judging.games.countdown import conundrum, letters, numbers
from judging.games.countdown.conundrum import Guess
from judging.games.countdown.letters import Word
from judging.games.countdown.numbers import Calculation, judged

TILES = (50, 8, 8, 4, 3, 1)


def words(shown, *given):
    return {player: tuple(award) for player, award in letters.score(shown, given).items()}


def word(player, text, **more):
    return Word(player, text, **{"listed": True, **more})


def calculations(target, *given, tiles=TILES):
    made = [
        Calculation(player, declared, judged(text, tiles) if text else None, **(more[0] if more else {}))
        for player, declared, text, *more in given
    ]
    return {player: tuple(award) for player, award in numbers.score(target, made).items()}


class TestLetters:
    def test_seven_letters_score_seven_cd_15(self):
        assert words("TABLETSIO", word("A", "TABLETS")) == {"A": (7, "longest")}

    def test_nine_letters_score_double_cd_15(self):
        assert words("GENERATOR", word("A", "generator")) == {"A": (18, "nine_letters")}

    def test_all_longest_words_score_cd_15(self):
        scores = words("ARIOEKLNN", word("A", "lankier"), word("B", "aileron"), word("C", "alien"))
        assert scores == {"A": (7, "longest"), "B": (7, "longest"), "C": (0, "shorter")}

    def test_a_letter_counts_as_often_as_it_is_there_cd_14(self):
        assert words("ARIOEKLNN", word("A", "allure"))["A"] == (0, "not_in_letters")

    def test_a_word_that_the_dictionary_lacks_scores_nothing_cd_14(self):
        scores = words("ARIOEKLNN", word("A", "ornklei", listed=False), word("B", "alien"))
        assert scores == {"A": (0, "not_listed"), "B": (5, "longest")}

    def test_the_length_has_to_be_the_declared_one_cd_12(self):
        assert words("ARIOEKLNN", word("A", "lankier", declared=8))["A"] == (0, "other_length")

    def test_a_word_given_before_needs_paper_cd_13(self):
        scores = words(
            "ARIOEKLNN",
            word("A", "lankier", paper=False),
            word("B", "LANKIER", paper=False),
            word("C", "lankier", paper=True),
            word("D", "lankier", paper=None),
        )
        assert scores == {"A": (7, "longest"), "B": (0, "no_paper"), "C": (7, "longest"), "D": (0, "paper_not_seen")}

    @pytest.mark.parametrize("text", ["lankier aileron", "l4nkier", "lan-kier"])
    def test_one_word_only_cd_16(self, text):
        assert words("ARIOEKLNN", word("A", text))["A"] == (0, "not_one_word")

    def test_a_judge_may_rule_otherwise_cd_8(self):
        scores = words("ARIOEKLNN", word("A", "kornile", listed=False, ruled=True), word("B", "aileron", ruled=False))
        assert scores == {"A": (7, "longest"), "B": (0, "ruled_out")}

    def test_a_late_word_scores_nothing_cd_4(self):
        assert words("ARIOEKLNN", word("A", "lankier", late=True))["A"] == (0, "late")


class TestNumbers:
    @pytest.mark.parametrize(
        "declared, text, points",
        [
            (429, "50 * 8 + 8 * 3 + 4 + 1", (10, "exact")),
            (429, "(50 + 4) * 8 - 3", (10, "exact")),
            (430, "50 * (8 + 1) - 8 * 3 + 4", (7, "within_five")),
            (435, "50 * (8 + 1) - 8 - 4 - 3", (5, "within_ten")),
        ],
    )
    def test_the_seeds_examples_cd_26(self, declared, text, points):
        assert calculations(429, ("A", declared, text))["A"] == points

    @pytest.mark.parametrize(
        "distance, points", [(0, 10), (1, 7), (5, 7), (6, 5), (10, 5), (11, 0), (-5, 7), (-6, 5), (-11, 0)]
    )
    def test_points_by_distance_cd_26(self, distance, points):
        assert numbers.points_of(abs(distance)) == points

    def test_only_the_closest_score_cd_24(self):
        scores = calculations(429, ("A", 430, "50*(8+1)-8*3+4"), ("B", 429, "(50+4)*8-3"), ("C", 429, "50*8+8*3+4+1"))
        assert scores == {"A": (0, "not_closest"), "B": (10, "exact"), "C": (10, "exact")}

    def test_the_next_closest_score_if_the_closest_is_wrong_cd_24(self):
        scores = calculations(429, ("A", 429, "50*8+29"), ("B", 430, "50*(8+1)-8*3+4"))
        assert scores == {"A": (0, "wrong_calculation"), "B": (7, "within_five")}

    def test_another_number_than_declared_scores_nothing_cd_25(self):
        scores = calculations(429, ("A", 429, "50*(8+1)-8*3+4"), ("B", 435, "50*(8+1)-8-4-3"))
        assert scores == {"A": (0, "other_number"), "B": (5, "within_ten")}

    @pytest.mark.parametrize("text", ["50*8+8*3+5", "50*8+8*3+4+1+1", "(3-4)*50", "50/8", "(8+1)*(50-8/3)"])
    def test_numbers_used_once_and_whole_positive_steps_cd_1_cd_22(self, text):
        assert calculations(429, ("A", 429, text))["A"] == (0, "wrong_calculation")

    def test_the_same_calculation_needs_paper_cd_27(self):
        scores = calculations(429, ("A", 429, "(50+4)*8-3"), ("B", 429, "8*(4+50)-3", {"paper": False}))
        assert scores == {"A": (10, "exact"), "B": (0, "no_paper")}

    def test_more_than_ten_away_scores_nothing_cd_26(self):
        assert calculations(429, ("A", 400, "50*8"))["A"] == (0, "too_far")

    def test_an_unclear_calculation_waits_for_a_judge_cd_8(self):
        scores = calculations(429, ("A", 429, "50*8=400, 8*3=24, 400+24+4+1"))
        assert scores["A"] == (0, "waits_for_judge")

    def test_a_judge_may_let_a_number_count_cd_8(self):
        assert calculations(429, ("A", 428, "", {"proved": True}))["A"] == (7, "within_five")
        assert calculations(429, ("A", 429, "50*8", {"ruled": True}))["A"] == (10, "exact")
        assert calculations(429, ("A", 429, "(50+4)*8-3", {"ruled": False}))["A"] == (0, "ruled_out")

    def test_836(self):
        assert calculations(836, ("A", 836, "(100-1)*8-6+50"), tiles=(1, 8, 9, 6, 50, 100))["A"] == (10, "exact")


class TestConundrum:
    def scored(self, *guesses, **more):
        return {name: tuple(award) for name, award in conundrum.score("laminates", guesses, **more).items()}

    def test_the_first_right_answer_scores_cd_33(self):
        scores = self.scored(Guess("A", "laminated"), Guess("B", "LAMINATES"), Guess("C", "laminates"))
        assert scores == {"A": (0, "wrong_answer"), "B": (10, "solved"), "C": (0, "after_solution")}

    def test_one_answer_each_cd_32(self):
        assert self.scored(Guess("A", "laminated"), Guess("A", "laminates")) == {"A": (0, "wrong_answer")}

    def test_late_and_silent_cd_4_cd_32(self):
        scores = self.scored(Guess("A", ""), Guess("B", "laminates", late=True))
        assert scores == {"A": (0, "no_answer"), "B": (0, "late")}

    def test_a_judge_may_rule_otherwise_cd_8(self):
        scores = self.scored(Guess("A", "salaminet", ruled=True), Guess("B", "laminates"), points=8)
        assert scores == {"A": (8, "solved"), "B": (0, "after_solution")}
