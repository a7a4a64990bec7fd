"""Laws of Countdown under random play, and what nobody may learn before its time."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from judging.games.countdown.game import COUNTDOWN
from judging.games.countdown.points import round_scores
from judging.games.countdown.rounds import HIDDEN_CONUNDRUM, CountdownRound, Declared, PhoneText, state_of, with_round
from judging.games.live.game import HOST_READER, SCREEN, TableReader
from judging.games.live.replay import replay
from puzzles.countdown import calculations
from puzzles.games.countdown import left_in_pile
from puzzles.words.letter_distribution import piles
from tests.laws import examples
from tests.puzzles.live_table import LiveTable
from tests.tools.recounting import page_of, program

SEATS = st.integers(1, 4)
WORDS = st.sampled_from(["", "cat", "rat", "tea", "lankier", "aileron", "no word", "l4nkier", "réglé", "a" * 300])
METHODS = st.sampled_from(["", "100", "50*8+8*3+4+1", "(50+4)*8-3", "1/0", "50*8=400, 400+25", "9*9*9", "hello", "-5"])
PLANS = st.sampled_from(["LNC", "C", "N", "LLNLLNC"])
SETTINGS = st.fixed_dictionaries(
    {
        "rounds": PLANS,
        "fair_letters": st.booleans(),
        "tie_conundrums": st.booleans(),
        "together": st.booleans(),
        **{
            name: st.sampled_from([0, 0, 2])
            for name in ("start_after", "declare_seconds", "present_seconds", "answer_seconds", "next_after")
        },
    }
)


class Play(RuleBasedStateMachine):
    """Players, a host and the clock do what they like. Whatever is refused leaves nothing behind."""

    @initialize(values=SETTINGS, seed=st.integers(0, 99))
    def sit(self, values, seed):
        self.table = LiveTable(COUNTDOWN, values, seed=seed)
        self.table.sit(1, 2, 3)

    def teardown(self):
        """The game reads as a page of text, and a program of its own counts the same points from it."""
        if hasattr(self, "table"):
            assert program.differences(page_of(self.table)) == []

    @property
    def round(self) -> CountdownRound:
        return state_of(self.table.position).current

    @rule(pick=st.integers(0, 999), right=st.booleans())
    def whatever_is_allowed(self, pick, right):
        """One of the moves that the pages would offer now, three times as likely as any other rule."""
        self._allowed(pick, right)

    @rule(pick=st.integers(0, 999))
    def whatever_is_allowed_and_right(self, pick):
        self._allowed(pick, True)

    @rule(picks=st.lists(st.integers(0, 999), min_size=3, max_size=12))
    def several_that_are_allowed(self, picks):
        for pick in picks:
            self._allowed(pick, True)

    def _allowed(self, pick, right):
        self.table.wait(0.5 * (pick % 3))
        views = {seat: self.table.seen_by(seat)["can"] for seat in (1, 2, 3, 4)} | {None: self.table.hosted["can"]}
        moves = [(seat, kind) for seat, kinds in views.items() for kind in kinds if kind != "again" or pick > 950]
        if not moves:
            self.table.wait(2)
            return
        seat, kind = moves[pick % len(moves)]
        about = seat or 1 + pick % 3
        refusal = (self.table.host if seat is None else self._player)(kind, about, **self._facts(kind, about, right))
        # the chosen pile may not be allowed
        assert seat is None or refusal is None or kind == "letter", (kind, refusal)

    def _facts(self, kind, seat, right):
        round_ = self.round
        match kind:
            case "letter":
                return {"pile": "vowel" if len(round_.letters) % 2 else "consonant"}
            case "large":
                return {"count": seat}
            case "declare":
                return {"number": self._best()[0] if right else 4}
            case "write" | "present" if round_.kind != "conundrum":
                return {"text": self._best()[1] if right else "tree"}
            case "answer":
                return {"text": round_.answer if right else "wrong"}
            case "paper":
                return {"shown": right}
        return {}

    def _best(self):
        round_ = self.round
        if round_.kind == "numbers":
            best = calculations.best(round_.numbers, round_.target)
            return best.value, best.text
        word = (self.table.dictionary.best_words(round_.letters, 1) or [""])[0]
        return len(word), word

    @rule(seat=SEATS, pile=st.sampled_from(["vowel", "consonant"]), count=st.integers(1, 9))
    def letters(self, seat, pile, count):
        for _ in range(count):
            self.table.player(seat, "letter", pile=pile)

    @rule(pile=st.lists(st.sampled_from(["vowel", "consonant"]), min_size=9, max_size=9), count=st.integers(0, 4))
    def set_up(self, pile, count):
        for each in pile:
            self.table.host("letter", pile=each)
        self.table.host("large", count=count)
        self.table.host("start_clock")

    @rule(seat=SEATS, words=WORDS, methods=METHODS)
    def write(self, seat, words, methods):
        self.table.player(seat, "write", text=self._text(words, methods))

    @rule(seat=SEATS, number=st.integers(0, 10), away=st.integers(-12, 12), written=st.booleans())
    def declare(self, seat, number, away, written):
        target = self.round.target
        self.table.player(seat, "declare", number=number if target is None else target + away, written=written)

    @rule(seat=SEATS, words=WORDS, methods=METHODS, by_host=st.booleans())
    def present(self, seat, words, methods, by_host):
        text = self._text(words, methods)
        best = self.table.dictionary.best_words(self.round.letters, 3) if len(self.round.letters) == 9 else []
        given = best[seat % len(best)] if best and len(words) == 3 else text
        (self.table.host if by_host else self._player)("present", seat, text=given)

    @rule(seat=SEATS, shown=st.booleans())
    def paper(self, seat, shown):
        self.table.host("paper", seat, shown=shown)

    @rule(seat=SEATS, delay=st.integers(0, 3))
    def buzz(self, seat, delay):
        self.table.record("buzz", "player", seat, {}, at=self.table.now - delay)

    @rule(seat=SEATS, right=st.booleans(), words=WORDS)
    def answer(self, seat, right, words):
        self.table.player(seat, "answer", text=self.round.answer if right else words)

    @rule(seconds=st.sampled_from([0.001, 1, 5, 29.999, 30, 31]))
    def wait(self, seconds):
        self.table.wait(seconds)

    @rule(kind=st.sampled_from(["close_declarations", "no_answer", "go_on", "close_round", "next", "again"]))
    def host(self, kind):
        self.table.host(kind)

    @rule(kind=st.sampled_from(["pause", "resume", "time_up"]))
    def clock(self, kind):
        self.table.host(kind)

    @rule(seat=SEATS, kind=st.sampled_from(["join", "leave"]))
    def seats(self, seat, kind):
        self.table.player(seat, kind)

    @precondition(lambda self: len(self.table.moves) > 5)
    @rule(data=st.data(), valid=st.booleans())
    def rule_on_a_move(self, data, valid):
        moves = [move for move in self.table.moves if move.kind in COUNTDOWN.rulings]
        if moves:
            before, number = self.table.position, len(self.table.moves) + 1
            self.table.rule(data.draw(st.sampled_from(moves)).number, valid=valid)
            after = replay(COUNTDOWN, self.table.settings, self.table.moves[:number])
            assert (after.stage, after.seats, after.clock) == (before.stage, before.seats, before.clock)
            assert [each.phase for each in state_of(after).rounds] == [each.phase for each in state_of(before).rounds]
            assert [move.kind for move in self.table.moves[number:]] in ([], ["close_round"])

    def _player(self, kind, seat, **facts):
        return self.table.player(seat, kind, **facts)

    def _text(self, words, methods):
        return methods if self.round.kind == "numbers" else words

    @invariant()
    def points_are_never_negative_and_one_award_a_round(self):
        assert all(points >= 0 for points in self.table.scores().values())
        for round_ in state_of(self.table.position).rounds:
            given = round_scores(round_, self.table.settings)
            assert set(given) >= set(round_.players)
            assert all(0 <= award.points <= 18 for award in given.values())
            if round_.kind == "conundrum":
                assert sum(award.points > 0 for award in given.values()) <= 1

    @invariant()
    def tiles_are_conserved(self):
        state = state_of(self.table.position)
        turned = Counter("".join(round_.letters for round_ in (*state.rounds, *state.voided)))
        for name, full in zip(("vowel", "consonant"), map(Counter, piles()), strict=True):
            gone = Counter({letter: turned[letter] for letter in full if turned[letter]})
            if gone.total() < full.total():  # else the pile was shuffled again
                assert gone + left_in_pile(self.table.position, name) == full

    @invariant()
    def late_moves_do_not_count(self):
        state = state_of(self.table.position)
        for round_ in (*state.rounds, *state.voided):
            if round_.ends is not None:
                assert all(each.at <= round_.ends for each in round_.written.values())
                assert all(each.at <= round_.ends for each in round_.buzzes)

    @invariant()
    def replay_gives_the_same(self):
        assert self.table.replayed() == self.table.position

    @invariant()
    def nobody_learns_what_is_hidden(self):
        round_ = self.round
        for reader in (SCREEN, HOST_READER, *(TableReader("seat", seat) for seat in (1, 2, 3, 4))):
            other = with_round(self.table.position, otherwise(round_, reader.seat))
            assert COUNTDOWN.view(other, reader) == COUNTDOWN.view(self.table.position, reader)


def otherwise(round_: CountdownRound, reader: int | None) -> CountdownRound:
    """The same round with everything else that this reader may not know."""
    hidden = [seat for seat in round_.players if seat != reader and seat not in round_.presented]
    written = {seat: each for seat, each in round_.written.items() if seat not in hidden}
    written |= {seat: PhoneText("something else", 5) for seat in hidden[::2]}
    changed = replace(round_, written=written)
    if round_.phase == "declaring":
        changed = replace(
            changed, declared={seat: _other(seat, each, reader) for seat, each in round_.declared.items()}
        )
    if round_.kind == "conundrum" and round_.phase != "done" and not any(buzz.text for buzz in round_.buzzes):
        changed = replace(changed, answer=changed.answer[::-1])
    if round_.phase in HIDDEN_CONUNDRUM and round_.scramble:
        changed = replace(changed, scramble="other words")
    return changed


def _other(seat: int, declared: Declared, reader: int | None) -> Declared:
    return declared if seat == reader else replace(declared, number=declared.number + 1, written=not declared.written)


Play.TestCase.settings = settings(
    examples(100),
    stateful_step_count=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestPlay = Play.TestCase


class TestRulingOnADeclaration:
    """What random play found; the numbers are 75, 10, 9, 3, 2, 1 and the target is 614 (CD-8)."""

    def declared(self, *numbers):
        table = LiveTable(COUNTDOWN, {"rounds": "N"}, recorded=True)
        table.sit(1, 2, 3)
        table.host("large", numbers=[75, 10, 9, 3, 2, 1])
        table.host("target", target=614)
        for seat, number in enumerate(numbers, 1):
            table.host("declare", seat, number=number)
        return table

    def test_it_does_not_stand_in_for_a_calculation_that_was_given(self):
        table = self.declared(609, 618, 611)
        table.host("present", 3, text="2+9*(75-10+3)")
        table.rule(table.last("declare"), valid=True)
        assert (table.screen["round"]["phase"], table.screen["round"]["turn"]) == ("presenting", [2])
        table.host("close_round")
        assert table.scores() == {1: 0, 2: 0, 3: 0}
        assert program.differences(page_of(table)) == []

    def test_what_was_given_needs_paper_when_it_is_given_again(self):
        table = self.declared(614, 0, 614)
        table.host("present", 3, text="2+9*(75-10+3)")
        table.rule(table.last("declare"), valid=True)
        table.host("present", 1, text="2+9*(75-10+3)")
        table.rule(table.last("present"), valid=True)
        table.host("close_round")
        assert table.scores() == {1: 0, 2: 0, 3: 10}
        assert program.differences(page_of(table)) == []

    @pytest.mark.parametrize("kind", ["declare", "present"])
    def test_nothing_makes_an_empty_calculation_count(self, kind):
        table = self.declared(0, 0, 614)
        table.host("present", 3, text=" ")
        table.rule(table.last(kind), valid=True)
        assert table.scores() == {1: 0, 2: 0, 3: 0}
        assert program.differences(page_of(table)) == []
