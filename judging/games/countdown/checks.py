"""The checks of a move in a game of Countdown. No check depends on the verdict on a word or a calculation, so a later
ruling changes points but never which moves were allowed."""

from collections import Counter
from collections.abc import Callable

from judging.games.countdown.kinds import CONSONANT, VOWEL
from judging.games.countdown.letters import LETTERS, folded
from judging.games.countdown.numbers import NUMBERS, TILES
from judging.games.countdown.rounds import (
    CLOCK_HAS_RUN,
    CountdownPhase,
    CountdownRound,
    answers_alone,
    round_of,
    to_present,
    turn,
)
from judging.games.live.game import Position
from judging.games.live.moves import HOST, PLAYER, SERVER, Move, Refusal

VOWELS = "aeiou"
LEAST = {VOWEL: 3, CONSONANT: 4}
CLOSE_CALL = 100  # milliseconds between two buzzes that the host is shown
NOT_NOW, NOT_YOUR_TURN, DONE = Refusal("not_now"), Refusal("not_your_turn"), Refusal("done_already")
LATE = Refusal("late", recorded=True)
_ABOUT_A_SEAT = frozenset({"write", "declare", "present", "paper", "buzz", "answer"})

Check = Callable[[Position, CountdownRound, Move], Refusal | None]


def check(position: Position, move: Move) -> Refusal | None:
    """The refusal of a move that does not count here, or None."""
    round_ = round_of(position)
    if (move.by == PLAYER or move.kind in _ABOUT_A_SEAT) and move.seat not in round_.playing:
        return Refusal("next_round" if move.seat in position.seats else "no_such_seat")
    return _CHECKS[move.kind](position, round_, move)


def pile_of(letter: str) -> str:
    """The pile that a letter lies in."""
    return VOWEL if folded(letter) in VOWELS else CONSONANT


def unfair_pile(letters: str, pile: str) -> Refusal | None:
    """The refusal of a pile that would leave too few letters for the other one, or None (CD-11)."""
    other = CONSONANT if pile == VOWEL else VOWEL
    have = sum(pile_of(letter) == other for letter in letters)
    if LETTERS - len(letters) - 1 >= LEAST[other] - have:
        return None
    return Refusal(f"too_few_{other}s", {"least": LEAST[other]})


def _sets_up(round_: CountdownRound, move: Move, kind: str) -> Refusal | None:
    if round_.kind != kind or round_.phase != "setup":
        return NOT_NOW
    return NOT_YOUR_TURN if move.by == PLAYER and move.seat != round_.active else None


def _letter(position: Position, round_: CountdownRound, move: Move) -> Refusal | None:
    if refusal := _sets_up(round_, move, "letters"):
        return refusal
    letter, pile = move.facts.get("letter"), move.facts.get("pile")
    if position.recorded:
        return None if letter and str(letter).isalpha() else _missing("letter")
    if pile is None:
        return _missing("pile")
    return unfair_pile(round_.letters, pile) if position.settings.flag("fair_letters") else None


def _large(position: Position, round_: CountdownRound, move: Move) -> Refusal | None:
    if refusal := _sets_up(round_, move, "numbers"):
        return refusal
    if round_.numbers:
        return DONE
    if not position.recorded:
        return None if "count" in move.facts else _missing("count")
    numbers = move.facts.get("numbers")
    if not numbers or len(numbers) != NUMBERS or Counter(numbers) - Counter(TILES):
        return Refusal("no_such_numbers")
    return None


def _target(position: Position, round_: CountdownRound, move: Move) -> Refusal | None:
    if round_.kind != "numbers" or not round_.numbers or round_.phase != "setup":
        return NOT_NOW
    return _from_paper(position, move, "target")


def _conundrum(position: Position, round_: CountdownRound, move: Move) -> Refusal | None:
    if round_.kind != "conundrum" or round_.phase != "setup":
        return NOT_NOW
    if refusal := _from_paper(position, move, "answer"):
        return refusal
    answer, scramble = (str(move.facts.get(name, "")) for name in ("answer", "scramble"))
    if position.recorded and (len(folded(answer)) != LETTERS or not _is_anagram(scramble, answer)):
        return Refusal("no_conundrum")
    return None


def _is_anagram(scramble: str, answer: str) -> bool:
    return Counter("".join(folded(scramble).split())) == Counter(folded(answer))


def _from_paper(position: Position, move: Move, name: str) -> Refusal | None:
    """The host gives what was drawn in a recorded game, and only there."""
    if position.recorded:
        return None if name in move.facts else _missing(name)
    return Refusal("no_such_move", {"kind": move.kind}) if move.by != SERVER else None


def _write(position: Position, round_: CountdownRound, move: Move) -> Refusal | None:
    if round_.kind == "conundrum" or position.recorded:
        return NOT_NOW
    if round_.phase == "running":
        return LATE if position.is_late(move) else None
    if round_.phase in CLOCK_HAS_RUN:
        return _after_the_clock(round_, move)
    return NOT_NOW


def _after_the_clock(round_: CountdownRound, move: Move) -> Refusal | None:
    """A move that was received in time counts, even if it is stored after the clock's end."""
    in_time = round_.ends is not None and (round_.began or 0) <= move.at <= round_.ends
    return None if in_time else LATE


def _declare(position: Position, round_: CountdownRound, move: Move) -> Refusal | None:
    if round_.phase != "declaring":
        return NOT_NOW
    if move.by == PLAYER and move.seat in round_.declared:
        return DONE
    if round_.kind == "letters" and move.facts["number"] > LETTERS:
        return Refusal("declared_too_long", {"most": LETTERS})
    return None


def _present(position: Position, round_: CountdownRound, move: Move) -> Refusal | None:
    if answers_alone(position, round_) and round_.kind != "conundrum":
        return LATE if position.is_late(move) else None
    if round_.phase not in ("giving", "presenting") and not (round_.phase == "done" and move.by == HOST):
        return NOT_NOW
    if move.seat in round_.presented:
        return DONE
    if move.by == PLAYER or round_.phase == "giving":
        return None if move.seat in turn(round_) else NOT_YOUR_TURN
    return None if move.seat in to_present(round_) else Refusal("nothing_declared")


def _paper(position: Position, round_: CountdownRound, move: Move) -> Refusal | None:
    return None if move.seat in round_.presented and round_.phase != "giving" else NOT_NOW


def _buzz(position: Position, round_: CountdownRound, move: Move) -> Refusal | None:
    if round_.kind != "conundrum":
        return NOT_NOW
    if round_.phase == "running" and position.is_late(move):
        return LATE
    if round_.phase == "time_over" and (refusal := _after_the_clock(round_, move)):
        return refusal
    if round_.phase == "done" and round_.ends is not None and move.at > round_.ends:
        return LATE
    if round_.phase not in ("running", "time_over", "answering"):
        return NOT_NOW
    if move.seat not in round_.may_buzz:
        return DONE
    first = round_.buzzed
    if round_.phase == "answering" and first is not None and move.at - first.at >= CLOSE_CALL:
        return Refusal("buzzed_later", recorded=True)
    return None


def _answer(position: Position, round_: CountdownRound, move: Move) -> Refusal | None:
    if answers_alone(position, round_) and round_.kind == "conundrum":
        return LATE if position.is_late(move) else None
    if round_.phase != "answering" or round_.buzzed is None:
        return NOT_NOW
    return None if move.seat == round_.buzzed.seat else NOT_YOUR_TURN


def _close_round(position: Position, round_: CountdownRound, move: Move) -> Refusal | None:
    if round_.phase in ("presenting", "answered", "time_over"):
        return None
    return None if position.recorded and round_.phase == "running" else NOT_NOW


def _in_phase(phase: CountdownPhase) -> Check:
    return lambda position, round_, move: None if round_.phase == phase else NOT_NOW


def _missing(name: str) -> Refusal:
    return Refusal("unreadable_move", {"field": name})


_CHECKS: dict[str, Check] = {
    "letter": _letter,
    "large": _large,
    "target": _target,
    "conundrum": _conundrum,
    "start_clock": _in_phase("ready"),
    "write": _write,
    "declare": _declare,
    "close_declarations": _in_phase("declaring"),
    "disclose": _in_phase("giving"),
    "present": _present,
    "paper": _paper,
    "buzz": _buzz,
    "answer": _answer,
    "no_answer": _in_phase("answering"),
    "go_on": _in_phase("answered"),
    "close_round": _close_round,
    "next": _in_phase("done"),
    "again": lambda position, round_, move: None,
}
