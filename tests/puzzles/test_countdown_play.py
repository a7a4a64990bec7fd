"""A game of Countdown at a table without a database (docs/rules/countdown.md)."""

import pytest

from judging.games.countdown.game import COUNTDOWN
from tests.puzzles.live_table import LiveTable

LETTERS = "ARIOEKLNN"


def played(*seats, **values):
    table = LiveTable(COUNTDOWN, values)
    table.sit(*seats or (1, 2, 3))
    return table


def from_paper(*seats, **values):
    table = LiveTable(COUNTDOWN, values, recorded=True)
    table.sit(*seats or (1, 2, 3))
    return table


def with_letters(table, letters=LETTERS):
    for letter in letters:
        assert table.host("letter", letter=letter) is None
    return table


def turned(table, seat=1, plan="vccvcvcvc"):
    for pile in plan:
        assert table.player(seat, "letter", pile="vowel" if pile == "v" else "consonant") is None
    return table


def up_to_declaring(table):
    table.host("start_clock")
    table.wait(31)
    return table


def codes(table):
    return {row["seat"]: row["code"] for row in table.screen["round"]["results"]}


class TestTheGame:
    def test_rounds_follow_the_plan_cd_2(self):
        table = played(1, 2, seconds=5)
        kinds = []
        while table.position.stage == "playing" and len(kinds) < 15:
            kinds.append(table.screen["round"]["kind"])
            skip_round(table)
        assert "".join(kind[0].upper() for kind in kinds) == "LLNLLNLLNLLNLLC"

    def test_players_take_turns_and_nobody_sets_up_the_conundrum_cd_3(self):
        table, active = played(4, 2, seconds=5), []
        for _ in range(15):
            active.append(table.screen["round"]["active"])
            skip_round(table)
        assert active == [4, 2] * 7 + [None]

    def test_a_player_who_left_is_passed_over_cd_3(self):
        table = played(1, 2, 3, seconds=5)
        table.player(1, "leave")
        assert table.screen["round"]["active"] == 2
        table.player(3, "leave")
        skip_round(table)
        assert table.screen["round"]["active"] == 2

    def test_whoever_joins_late_plays_from_the_next_round_cd_3(self):
        table = turned(played(1, 2))
        assert table.player(3, "join") is None
        up_to_declaring(table)
        assert table.player(3, "declare", number=5).code == "next_round"
        table.host("close_declarations")
        table.host("next")
        assert table.screen["round"]["players"] == [1, 2, 3]

    def test_only_the_active_player_sets_up_cd_3(self):
        table = played()
        assert table.player(2, "letter", pile="vowel").code == "not_your_turn"
        assert table.host("letter", pile="vowel") is None

    def test_a_late_word_is_recorded_and_does_not_count_cd_4(self):
        table = turned(played())
        table.host("start_clock")
        table.wait(30)
        assert table.player(1, "write", text="in time") is None
        table.wait(0.001)
        refusal = table.player(1, "write", text="late")
        assert refusal.code == "late"
        assert table.moves[-1].facts == {"text": "late"}
        assert table.seen_by(1)["me"]["written"] == "in time"

    def test_a_word_received_in_time_counts_though_the_end_is_stored_before_it_cd_4(self):
        table = turned(played())
        table.host("start_clock")
        received = table.now + 29_990
        table.wait(31)
        assert table.screen["round"]["phase"] == "declaring"
        assert table.record("write", "player", 2, {"text": "lankier"}, at=received) is None
        assert table.seen_by(2)["me"]["written"] == "lankier"

    def test_the_clock_starts_by_itself_if_so_set_cd_4(self):
        table = turned(played(start_after=3))
        assert table.screen["round"]["ends"] == table.now + 3000
        table.wait(3)
        assert table.screen["round"]["phase"] == "running"

    def test_the_round_may_be_played_again_cd_7(self):
        table = from_paper(1, 2)
        with_letters(table)
        table.host("declare", 1, number=7)
        table.host("declare", 2, number=0)
        table.host("present", 1, text="lankier")
        assert table.scores() == {1: 7, 2: 0}
        table.host("again")
        assert table.scores() == {1: 0, 2: 0}
        shown = table.screen["round"]
        assert (shown["number"], shown["kind"], shown["letters"], shown["active"]) == (1, "letters", "", 1)

    def test_a_tie_goes_to_further_conundrums_of_those_who_are_level_cd_6(self):
        table = played(1, 2, 3, rounds="L")
        turned(table)
        best = table.dictionary.best_words(table.screen["round"]["letters"])[0]
        up_to_declaring(table)
        for seat, number in ((1, len(best)), (2, len(best)), (3, 0)):
            table.player(seat, "declare", number=number, written=True)
        table.player(1, "present", text=best)
        table.player(2, "present", text=best)
        table.host("paper", 2, shown=True)
        table.host("next")
        shown = table.screen["round"]
        assert (shown["kind"], shown["tiebreak"], shown["players"]) == ("conundrum", True, [1, 2])
        table.host("start_clock")
        assert table.player(3, "buzz").code == "next_round"
        table.player(2, "buzz")
        table.player(2, "answer", text=table.position.state.current.answer)
        table.host("next")
        assert table.position.stage == "over"
        assert table.scores() == {1: len(best), 2: len(best) + 10, 3: 0}
        # a ruling that ends the tie takes the points of its conundrum away
        table.rule(table.last("present"), valid=False)
        assert table.scores() == {1: len(best), 2: 0, 3: 0}

    def test_without_the_setting_a_tie_stays_cd_6(self):
        table = played(1, 2, rounds="C", tie_conundrums=False)
        skip_round(table)
        assert table.position.stage == "over"


class TestLetters:
    def test_letters_come_one_by_one_from_the_pile_that_was_asked_for_cd_10(self):
        table = turned(played(), plan="vc")
        first, second = table.screen["round"]["letters"]
        assert first in "aeiou"
        assert second not in "aeiou"

    def test_three_vowels_and_four_consonants_cd_11(self):
        table = played(fair_letters=True)
        for _ in range(5):
            table.player(1, "letter", pile="vowel")
        assert table.screen["round"]["piles"] == ["consonant"]
        assert table.player(1, "letter", pile="vowel").code == "too_few_consonants"
        assert table.player(1, "letter", pile="consonant") is None

    def test_a_declaration_stands_and_is_hidden_until_all_are_in_cd_12(self):
        table = up_to_declaring(turned(played()))
        assert table.player(1, "declare", number=5) is None
        assert table.player(1, "declare", number=6).code == "done_already"
        for seen in (table.screen, table.hosted, table.seen_by(2)):
            assert seen["round"]["have_declared"] == [1]
            assert seen["round"]["declared"] == []
        table.player(2, "declare", number=0)
        table.player(3, "declare", number=4)
        assert [row["number"] for row in table.screen["round"]["declared"]] == [5, 0, 4]

    def test_ten_letters_cannot_be_declared_cd_12(self):
        assert up_to_declaring(turned(played())).player(1, "declare", number=10).code == "declared_too_long"

    def test_declarations_close_by_themselves_if_so_set_cd_12(self):
        table = turned(played(1, 2, declare_seconds=10))
        table.host("start_clock")
        table.wait(30)
        table.player(1, "declare", number=3)
        table.wait(10)
        assert table.screen["round"]["phase"] == "presenting"

    def test_players_without_a_written_word_go_first_cd_13(self):
        table = with_letters(from_paper())
        table.host("declare", 1, number=7, written=True)
        table.host("declare", 2, number=7, written=False)
        table.host("declare", 3, number=5, written=False)
        assert table.screen["round"]["turn"] == [2, 3]
        table.host("present", 3, text="alien")
        table.host("present", 2, text="lankier")
        assert table.screen["round"]["turn"] == [1]

    def test_what_the_phone_wrote_in_time_is_paper_cd_13(self):
        table = turned(played(1, 2))
        word = table.dictionary.best_words(table.screen["round"]["letters"])[0]
        table.host("start_clock")
        table.player(2, "write", text=f"another, {word.upper()}")
        table.wait(31)
        for seat in (1, 2):
            table.player(seat, "declare", number=len(word), written=seat == 2)
        table.player(1, "present", text=word)
        table.player(2, "present", text=word)
        assert table.screen["round"]["phase"] == "done"
        assert table.scores() == {1: len(word), 2: len(word)}

    @pytest.mark.parametrize("shown, points, code", [(True, 7, "longest"), (False, 0, "no_paper")])
    def test_the_host_says_what_other_paper_shows_cd_13(self, shown, points, code):
        table = with_letters(from_paper(1, 2))
        for seat in (1, 2):
            table.host("declare", seat, number=7)
        for seat in (1, 2):
            table.host("present", seat, text="lankier")
        assert table.screen["round"]["phase"] == "presenting"  # until the host has said it
        assert table.screen["round"]["presented"][1]["code"] == "paper_not_seen"
        table.host("paper", 2, shown=shown)
        assert table.scores() == {1: 7, 2: points}
        assert codes(table)[2] == code

    def test_nothing_is_shown_before_all_have_given_theirs_cd_17(self):
        table = turned(played(together=True))
        word = table.dictionary.best_words(table.screen["round"]["letters"])[0]
        up_to_declaring(table)
        for seat in (1, 2, 3):
            table.player(seat, "declare", number=len(word), written=seat == 1)
        for seat in (1, 3, 2):
            assert table.player(seat, "present", text=word) is None
            assert word not in str([table.hosted["round"], table.screen, table.seen_by(seat % 3 + 1)["round"]])
        assert table.player(2, "present", text=word).code == "done_already"
        assert (table.screen["round"]["phase"], table.screen["round"]["have_given"]) == ("giving", [1, 2, 3])
        table.host("disclose")
        assert [row["seat"] for row in table.screen["round"]["presented"]] == [3, 2, 1]  # CD-13: paper comes last
        assert [row["code"] for row in table.screen["round"]["presented"]] == ["longest", "longest", "paper_not_seen"]

    def test_who_has_given_nothing_yet_when_all_is_shown_needs_paper_cd_17(self):
        table = turned(played(1, 2, together=True, present_seconds=20))
        word = table.dictionary.best_words(table.screen["round"]["letters"])[0]
        up_to_declaring(table)
        for seat in (1, 2):
            table.player(seat, "declare", number=len(word), written=False)
        table.player(1, "present", text=word)
        table.wait(20)
        assert table.screen["round"]["phase"] == "presenting"
        table.player(2, "present", text=word)
        assert table.screen["round"]["presented"][1]["code"] == "paper_not_seen"

    def test_a_word_cannot_be_replaced_cd_16(self):
        table = up_to_declaring(turned(played(1, 2)))
        table.player(1, "declare", number=4)
        table.player(2, "declare", number=4, written=True)
        assert table.player(1, "present", text="xxxx") is None
        assert table.player(1, "present", text="tree").code == "done_already"

    def test_a_ruling_changes_points_and_nothing_else_cd_8(self):
        table = with_letters(from_paper(1, 2))
        table.host("declare", 1, number=7)
        table.host("declare", 2, number=5)
        table.host("present", 1, text="kornile")
        table.host("present", 2, text="alien")
        assert table.scores() == {1: 0, 2: 5}
        table.host("next")
        about = next(move.number for move in table.moves if move.kind == "present")
        table.rule(about, valid=True)
        assert table.scores() == {1: 7, 2: 0}
        assert table.screen["round"]["number"] == 2
        table.rule(about, valid=False)
        assert table.scores() == {1: 0, 2: 5}


class TestNumbers:
    def set_up(self, table, numbers=(50, 8, 8, 4, 3, 1), target=429):
        assert table.host("large", numbers=list(numbers)) is None
        assert table.host("target", target=target) is None
        return table

    def test_the_selection_and_then_the_target_cd_20_cd_21(self):
        table = played(rounds="N")
        assert table.player(1, "large", count=5).code == "unreadable_move"
        assert table.player(1, "large", count=3) is None
        shown = table.screen["round"]
        assert sum(number > 10 for number in shown["numbers"]) == 3
        assert len(shown["numbers"]) == 6
        assert 100 <= shown["target"] <= 999
        assert table.player(1, "large", count=3).code == "not_now"

    def test_the_host_cannot_choose_the_target_of_a_live_game_cd_21(self):
        assert played(rounds="N").host("target", target=100).code == "unreadable_move"

    @pytest.mark.parametrize("numbers", [(25, 25, 1, 2, 3, 4), (1, 1, 1, 2, 3, 4), (11, 1, 2, 3, 4, 5), (1, 2, 3)])
    def test_numbers_that_are_not_there_cd_20(self, numbers):
        assert from_paper(rounds="N").host("large", numbers=list(numbers)).code == "no_such_numbers"

    def test_the_closest_go_first_and_the_next_after_a_wrong_one_cd_23_cd_24(self):
        table = self.set_up(from_paper(1, 2, 3, rounds="N"))
        for seat, number in ((1, 430), (2, 429), (3, 0)):
            table.host("declare", seat, number=number)
        assert table.screen["round"]["turn"] == [2]
        table.host("present", 2, text="50*8+29")
        assert table.screen["round"]["turn"] == [1]
        table.host("present", 1, text="50*(8+1)-8*3+4")
        assert table.scores() == {1: 7, 2: 0, 3: 0}
        assert codes(table) == {1: "within_five", 2: "wrong_calculation", 3: "no_number"}

    def test_the_round_ends_once_the_closest_are_valid_cd_24(self):
        table = self.set_up(from_paper(1, 2, 3, rounds="N"))
        for seat, number in ((1, 430), (2, 429), (3, 429)):
            table.host("declare", seat, number=number)
        table.host("present", 2, text="(50+4)*8-3")
        assert table.screen["round"]["phase"] == "presenting"
        table.host("present", 3, text="50*8+8*3+4+1")
        assert table.screen["round"]["phase"] == "done"
        assert table.scores() == {1: 0, 2: 10, 3: 10}

    def test_nobody_is_asked_who_is_too_far_away_cd_26(self):
        table = self.set_up(from_paper(1, 2, rounds="N"))
        table.host("declare", 1, number=400)
        table.host("declare", 2, number=450)
        assert table.screen["round"]["phase"] == "done"
        assert codes(table) == {1: "too_far", 2: "too_far"}

    def test_a_ruling_lets_the_next_closest_score_without_a_calculation_cd_8(self):
        table = self.set_up(from_paper(1, 2, rounds="N"))
        table.host("declare", 1, number=429)
        table.host("declare", 2, number=430)
        table.host("present", 1, text="(50+4)*8-3")
        table.host("next")
        table.rule(table.last("present"), valid=False)
        table.rule(table.last("declare"), valid=True)
        assert table.scores() == {1: 0, 2: 7}

    def test_an_unclear_calculation_waits_for_the_host_cd_8(self):
        table = self.set_up(from_paper(1, 2, rounds="N"))
        table.host("declare", 1, number=429)
        table.host("declare", 2, number=0)
        table.host("present", 1, text="50*8=400, 8*3=24, 400+24+4+1")
        assert table.screen["round"]["phase"] == "presenting"
        table.rule(table.last("present"), valid=True)
        assert table.screen["round"]["phase"] == "done"
        assert table.scores() == {1: 10, 2: 0}


class TestConundrum:
    def begun(self, *seats, **values):
        table = played(*seats or (1, 2, 3), rounds="C", **values)
        table.host("start_clock")
        return table

    def test_it_is_hidden_until_the_clock_starts_and_its_answer_until_the_end_cd_30(self):
        table = played(rounds="C")
        answer = table.position.state.current.answer
        assert len(answer) == 9
        assert table.hosted["round"]["scramble"] == []
        table.host("start_clock")
        assert sorted("".join(table.screen["round"]["scramble"])) == sorted(answer)
        assert table.hosted["round"]["answer"] is None
        table.wait(40)
        assert table.screen["round"]["answer"] == answer

    def test_a_buzz_stops_the_clock_and_a_wrong_answer_lets_it_go_on_cd_31_cd_32(self):
        table = self.begun()
        table.wait(10)
        assert table.player(1, "buzz") is None
        table.wait(60)
        assert table.screen["clock"]["stopped"] is not None
        assert table.player(2, "answer", text="laminates").code == "not_your_turn"
        table.player(1, "answer", text="wrong")
        clock = table.position.clock
        assert clock.stopped is None
        assert clock.left(table.now) == 20_000
        assert table.player(1, "buzz").code == "done_already"

    def test_the_first_right_answer_ends_it_cd_33_cd_34(self):
        table = self.begun(conundrum_points=12)
        table.player(2, "buzz")
        table.player(2, "answer", text=table.position.state.current.answer.upper())
        assert table.screen["round"]["phase"] == "done"
        assert table.scores() == {1: 0, 2: 12, 3: 0}

    def test_it_ends_when_nobody_is_left_cd_34(self):
        table = self.begun(1, 2)
        for seat in (1, 2):
            table.player(seat, "buzz")
            table.player(seat, "answer", text="wrong")
        assert table.screen["round"]["phase"] == "done"

    def test_it_ends_with_the_clock_cd_34(self):
        table = self.begun()
        table.wait(30)
        assert table.player(1, "buzz") is None  # at the very end
        table.host("no_answer")
        table.wait(2)
        assert table.screen["round"]["phase"] == "done"
        assert table.player(2, "buzz").code == "late"

    def test_a_buzz_in_time_that_is_stored_after_the_end_starts_the_clock_again_cd_34(self):
        table = self.begun()
        table.wait(5)
        table.host("time_up")
        table.record("buzz", "player", 1, {}, at=table.now - 1_000)
        table.wait(3)
        table.host("no_answer")
        assert table.position.clock.left(table.now) == 1_000
        table.wait(0.5)
        assert table.player(2, "buzz") is None
        assert table.position.state.current.ends is None

    def test_silence_counts_as_an_answer_if_so_set_cd_31(self):
        table = self.begun(answer_seconds=5)
        table.player(1, "buzz")
        table.wait(5)
        assert table.screen["round"]["phase"] == "running"
        assert table.screen["round"]["may_buzz"] == [2, 3]

    def test_the_host_sees_two_buzzes_that_are_close_and_may_take_the_first_back_cd_35(self):
        table = self.begun()
        table.wait(3)
        table.player(1, "buzz")
        table.now += 60
        assert table.player(2, "buzz") is None
        for view in (table.hosted, table.screen):
            assert view["round"]["close_calls"] == [{"seat": 2, "after": 60}]
        table.now += 100
        assert table.player(3, "buzz").code == "buzzed_later"
        table.undo(table.hosted["round"]["buzz_move"])
        assert table.screen["round"]["buzzed"] == 2

    def test_a_later_ruling_changes_who_scores_and_not_what_happened_cd_8(self):
        table = self.begun(1, 2)
        table.player(1, "buzz")
        table.player(1, "answer", text="wrong")
        table.player(2, "buzz")
        table.player(2, "answer", text=table.position.state.current.answer)
        first = next(move.number for move in table.moves if move.kind == "answer")
        table.rule(first, valid=True)
        assert table.scores() == {1: 10, 2: 0}
        assert not table.position.notes

    def test_a_player_who_buzzed_and_left_gave_no_answer(self):
        table = self.begun(1, 2)
        table.player(1, "buzz")
        table.player(1, "leave")
        assert table.screen["round"]["phase"] == "running"


class TestFromPaper:
    def test_a_whole_game_without_a_clock(self):
        table = with_letters(from_paper(1, 2, rounds="LNC"))
        table.host("declare", 1, number=7)
        table.host("declare", 2, number=7)
        table.host("present", 1, text="lankier")
        table.host("present", 2, text="aileron")
        table.host("next")
        table.host("large", numbers=[50, 8, 8, 4, 3, 1])
        table.host("target", target=429)
        table.host("declare", 1, number=0)
        table.host("declare", 2, number=435)
        table.host("present", 2, text="50*(8+1)-8-4-3")
        table.host("next")
        assert table.host("conundrum", scramble="lets mania", answer="laminate").code == "no_conundrum"
        assert table.host("conundrum", scramble="lets mania", answer="laminates") is None
        table.host("buzz", 1)
        table.host("answer", 1, text="Laminates")
        table.host("next")
        assert table.position.stage == "over"
        assert table.scores() == {1: 17, 2: 12}
        assert table.replayed() == table.position

    def test_the_host_has_to_say_which_letter_came(self):
        table = from_paper()
        assert table.host("letter", pile="vowel").code == "unreadable_move"
        assert table.host("letter", letter="7").code == "unreadable_move"

    def test_a_player_at_a_live_table_cannot_choose_the_letter(self):
        assert played().player(1, "letter", pile="vowel", letter="e").code == "unreadable_move"


def skip_round(table):
    """Play a round in which nobody has anything."""
    shown = table.screen["round"]
    if shown["kind"] == "letters":
        for _ in range(9):
            table.host("letter", pile="consonant")
    elif shown["kind"] == "numbers":
        table.host("large", count=0)
    table.host("start_clock")
    table.wait(700)
    table.host("close_declarations")
    table.host("next")
