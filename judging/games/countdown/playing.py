"""What a move changes in a game of Countdown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from judging.games.countdown import numbers
from judging.games.countdown.kinds import OVER, TIEBREAK
from judging.games.countdown.letters import folded
from judging.games.countdown.rounds import (
    Buzz,
    Declared,
    Phase,
    Presented,
    Round,
    State,
    Written,
    plan_of,
    round_of,
    state_of,
    with_round,
)
from judging.games.live.moves import Move
from judging.games.live.positions import Clock, Position

Change = Callable[[Position, Round, Move], Position]


def begin(position: Position, at: int) -> Position:
    """The first round, set up by whoever joined first."""
    state = State(position.seats, ())
    return _with_next(replace(position, state=state), at, position.seats, tiebreak=False)


def apply(position: Position, move: Move) -> Position:
    """The position after a move that `check` allows."""
    found = replace(round_of(position), touched=move.at)
    return _CHANGES[move.kind](position, found, move)


def time_up(position: Position, at: int) -> Position:
    """The players stop. A conundrum stays open for a moment: a buzz in time may still be on its way."""
    found = round_of(position)
    phase: Phase = "time_over" if found.kind == "conundrum" else "declaring"
    return with_round(position, replace(found, phase=phase, ends=at, touched=at))


def joined(position: Position, seat: int, at: int) -> Position:
    """A player who joins plays from the next round; one who comes back goes on."""
    state = state_of(position)
    turns = state.turns if seat in state.turns else (*state.turns, seat)
    found = replace(state.current, gone=state.current.gone - {seat})
    return with_round(replace(position, state=replace(state, turns=turns)), found)


def left(position: Position, seat: int, at: int) -> Position:
    """Nobody waits for a player who left: the next one sets the round up, and their answer counts as none."""
    found = round_of(position)
    found = replace(found, gone=found.gone | {seat})
    if found.active == seat and found.phase == "setup":
        found = replace(found, active=_next_active(state_of(position).turns, position.seats, seat))
    if found.phase == "answering" and found.buzzed is not None and found.buzzed.seat == seat:
        found = replace(_answered(found, "", 0, None), touched=at)
    return with_round(position, found)


# the set-up


def _letter(position: Position, found: Round, move: Move) -> Position:
    return _set_up(position, replace(found, letters=found.letters + folded(move.facts["letter"])), move)


def _large(position: Position, found: Round, move: Move) -> Position:
    return _set_up(position, replace(found, numbers=tuple(move.facts["numbers"])), move)


def _target(position: Position, found: Round, move: Move) -> Position:
    return _set_up(position, replace(found, target=move.facts["target"]), move)


def _conundrum(position: Position, found: Round, move: Move) -> Position:
    scramble, answer = folded(move.facts["scramble"]), folded(move.facts["answer"])
    return _set_up(position, replace(found, scramble=scramble, answer=answer), move)


def _set_up(position: Position, found: Round, move: Move) -> Position:
    """Ready for the clock once everything is there. A game entered from paper has none."""
    if not found.is_set_up:
        return with_round(position, found)
    if not position.recorded:
        return with_round(position, replace(found, phase="ready"))
    phase: Phase = "running" if found.kind == "conundrum" else "declaring"
    return with_round(position, replace(found, phase=phase))


def _start_clock(position: Position, found: Round, move: Move) -> Position:
    clock = Clock.of("round", move.at, position.settings.whole("seconds"))
    return with_round(replace(position, clock=clock), replace(found, phase="running", began=move.at))


# letters and numbers


def _write(position: Position, found: Round, move: Move) -> Position:
    """What was received last stands. It says nothing to anybody else, so `touched` stays."""
    before = found.written.get(_seat(move))
    if before is not None and before.at > move.at:
        return position
    written = {**found.written, _seat(move): Written(move.facts["text"], move.at)}
    return with_round(position, replace(found, written=written, touched=round_of(position).touched))


def _declare(position: Position, found: Round, move: Move) -> Position:
    seat, ruling = _seat(move), position.ruling(move)
    said = move.facts.get("written", bool(found.written.get(seat)) or position.recorded)
    proved = ruling is not None and ruling.facts["valid"] is True
    declared = Declared(move.number, move.facts["number"], said, proved)
    return with_round(position, replace(found, declared={**found.declared, seat: declared}))


def _close_declarations(position: Position, found: Round, move: Move) -> Position:
    return with_round(position, replace(found, phase="presenting"))


def _present(position: Position, found: Round, move: Move) -> Position:
    seat, text, ruling = _seat(move), move.facts["text"], position.ruling(move)
    given = Presented(
        move.number,
        text,
        listed=move.facts.get("listed", False),
        judged=numbers.judged(text, found.numbers) if found.kind == "numbers" and text.strip() else None,
        ruled=ruling.facts["valid"] if ruling is not None else None,
    )
    presented = {**found.presented, seat: given}
    return with_round(position, replace(found, presented=presented, order=(*found.order, seat)))


def _paper(position: Position, found: Round, move: Move) -> Position:
    seat = _seat(move)
    given = replace(found.presented[seat], shown=move.facts["shown"])
    return with_round(position, replace(found, presented={**found.presented, seat: given}))


# the conundrum


def _buzz(position: Position, found: Round, move: Move) -> Position:
    buzz = Buzz(move.number, _seat(move), move.at)
    if found.phase == "answering":
        return with_round(position, replace(found, close_calls=(*found.close_calls, buzz)))
    clock = position.clock
    if clock is None and found.ends is not None and found.began is not None:
        clock = Clock("round", found.began, found.ends)  # received in time, stored after the end
    answering = replace(found, phase="answering", ends=None, buzzes=(*found.buzzes, buzz))  # the clock has not ended
    return with_round(replace(position, clock=clock and clock.stop(move.at)), answering)


def _answer(position: Position, found: Round, move: Move) -> Position:
    ruling = position.ruling(move)
    ruled = ruling.facts["valid"] if ruling is not None else None
    return with_round(position, _answered(found, move.facts["text"], move.number, ruled))


def _no_answer(position: Position, found: Round, move: Move) -> Position:
    return with_round(position, _answered(found, "", 0, None))


def _answered(found: Round, text: str, move: int, ruled: bool | None) -> Round:
    answered = replace(found.buzzes[-1], text=text, answer_move=move, ruled=ruled)
    return replace(found, phase="answered", buzzes=(*found.buzzes[:-1], answered))


def _go_on(position: Position, found: Round, move: Move) -> Position:
    """The clock goes on where it stood."""
    clock = position.clock.go_on(move.at) if position.clock is not None else None
    return with_round(replace(position, clock=clock), replace(found, phase="running"))


# from round to round


def _close_round(position: Position, found: Round, move: Move) -> Position:
    return with_round(replace(position, clock=None), replace(found, phase="done"))


def _next(position: Position, found: Round, move: Move) -> Position:
    then = move.facts["then"]
    if then == OVER:
        return replace(position, stage="over", clock=None)
    players = tuple(move.facts.get("players", ())) if then == TIEBREAK else position.seats
    return _with_next(position, move.at, players, tiebreak=then == TIEBREAK)


def _again(position: Position, found: Round, move: Move) -> Position:
    """The same round with the same player to set it up; what was played counts for nothing (CD-7)."""
    state = state_of(position)
    players = found.playing if found.tiebreak else position.seats
    active = found.active if found.active in position.seats else _next_active(state.turns, position.seats, found.active)
    active = active if found.kind != "conundrum" else None
    new = Round(found.kind, found.number, players, active, move.at, found.tiebreak)
    state = replace(state, rounds=(*state.rounds[:-1], new), voided=(*state.voided, state.current))
    return replace(position, state=state, clock=None)


def _with_next(position: Position, at: int, players: Sequence[int], tiebreak: bool) -> Position:
    state, plan = state_of(position), plan_of(position)
    at_round = len(state.rounds)
    kind = plan[at_round] if at_round < len(plan) else "conundrum"
    last = next((each.active for each in reversed(state.rounds) if each.active is not None), None)
    active = None if kind == "conundrum" else _next_active(state.turns, position.seats, last)
    new = Round(kind, at_round + 1, tuple(players), active, at, tiebreak)
    return replace(position, state=replace(state, rounds=(*state.rounds, new)), clock=None)


def _next_active(turns: Sequence[int], seats: Sequence[int], last: int | None) -> int | None:
    """The seat that sets the round up after `last`; those who left are passed over."""
    start = turns.index(last) + 1 if last in turns else 0
    return next((seat for seat in (*turns[start:], *turns[:start]) if seat in seats), None)


def _seat(move: Move) -> int:
    assert move.seat is not None
    return move.seat


_CHANGES: dict[str, Change] = {
    "letter": _letter,
    "large": _large,
    "target": _target,
    "conundrum": _conundrum,
    "start_clock": _start_clock,
    "write": _write,
    "declare": _declare,
    "close_declarations": _close_declarations,
    "present": _present,
    "paper": _paper,
    "buzz": _buzz,
    "answer": _answer,
    "no_answer": _no_answer,
    "go_on": _go_on,
    "close_round": _close_round,
    "next": _next,
    "again": _again,
}
