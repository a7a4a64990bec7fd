"""The changes that a move makes in a game of Countdown."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from judging.games.countdown import numbers
from judging.games.countdown.kinds import OVER, TIEBREAK
from judging.games.countdown.letters import folded
from judging.games.countdown.rounds import (
    Buzz,
    CountdownPhase,
    CountdownRound,
    CountdownState,
    Declared,
    PhoneText,
    Presented,
    answers_alone,
    plan_of,
    round_of,
    state_of,
    to_present,
    with_round,
)
from judging.games.live.game import Clock, Position
from judging.games.live.moves import Move

ApplyMove = Callable[[Position, CountdownRound, Move], Position]


def begin(position: Position, at: int) -> Position:
    """The first round, set up by whoever joined first."""
    state = CountdownState(position.seats, ())
    return _with_next(replace(position, state=state), at, position.seats, tiebreak=False)


def apply(position: Position, move: Move) -> Position:
    """The position after a move that `check` allows."""
    round_ = replace(round_of(position), touched=move.at)
    return _CHANGES[move.kind](position, round_, move)


def time_up(position: Position, at: int) -> Position:
    """The players stop. A conundrum stays open for a moment: a buzz in time may still be on its way."""
    round_ = round_of(position)
    phase: CountdownPhase = "time_over" if round_.kind == "conundrum" else "declaring"
    if position.settings.flag("alone"):
        phase = "presenting"
    return with_round(position, replace(round_, phase=phase, ends=at, touched=at))


def joined(position: Position, seat: int, at: int) -> Position:
    """A player who joins plays from the next round; one who comes back goes on."""
    state = state_of(position)
    turns = state.turns if seat in state.turns else (*state.turns, seat)
    round_ = replace(state.current, gone=state.current.gone - {seat})
    return with_round(replace(position, state=replace(state, turns=turns)), round_)


def left(position: Position, seat: int, at: int) -> Position:
    """Nobody waits for a player who left: the next one sets the round up, and their answer counts as none."""
    round_ = round_of(position)
    round_ = replace(round_, gone=round_.gone | {seat})
    if round_.active == seat and round_.phase == "setup":
        round_ = replace(round_, active=_next_active(state_of(position).turns, position.seats, seat))
    if round_.phase == "answering" and round_.buzzed is not None and round_.buzzed.seat == seat:
        round_ = replace(_answered(round_, "", 0, None), touched=at)
    return with_round(position, round_)


# the set-up


def _letter(position: Position, round_: CountdownRound, move: Move) -> Position:
    return _set_up(position, replace(round_, letters=round_.letters + folded(move.facts["letter"])), move)


def _large(position: Position, round_: CountdownRound, move: Move) -> Position:
    return _set_up(position, replace(round_, numbers=tuple(move.facts["numbers"])), move)


def _target(position: Position, round_: CountdownRound, move: Move) -> Position:
    return _set_up(position, replace(round_, target=move.facts["target"]), move)


def _conundrum(position: Position, round_: CountdownRound, move: Move) -> Position:
    scramble, answer = folded(move.facts["scramble"]), folded(move.facts["answer"])
    return _set_up(position, replace(round_, scramble=scramble, answer=answer), move)


def _set_up(position: Position, round_: CountdownRound, move: Move) -> Position:
    """Ready for the clock once everything is there. A game entered from paper has none."""
    if not round_.is_set_up:
        return with_round(position, round_)
    if not position.recorded:
        return with_round(position, replace(round_, phase="ready"))
    phase: CountdownPhase = "running" if round_.kind == "conundrum" else "declaring"
    return with_round(position, replace(round_, phase=phase))


def _start_clock(position: Position, round_: CountdownRound, move: Move) -> Position:
    clock = Clock.of("round", move.at, position.settings.whole("seconds"))
    return with_round(replace(position, clock=clock), replace(round_, phase="running", began=move.at))


# letters and numbers


def _write(position: Position, round_: CountdownRound, move: Move) -> Position:
    """Store the text that was received last. Nobody else sees it, so `touched` stays."""
    before = round_.written.get(move.player)
    if before is not None and before.at > move.at:
        return position
    written = {**round_.written, move.player: PhoneText(move.facts["text"], move.at)}
    return with_round(position, replace(round_, written=written, touched=round_of(position).touched))


def _declare(position: Position, round_: CountdownRound, move: Move) -> Position:
    seat, ruling = move.player, position.ruling(move)
    is_written = move.facts.get("written", bool(round_.written.get(seat)) or position.recorded)
    proved = ruling is not None and ruling.facts["valid"] is True
    declared = Declared(move.number, move.facts["number"], is_written, proved)
    return with_round(position, replace(round_, declared={**round_.declared, seat: declared}))


def _close_declarations(position: Position, round_: CountdownRound, move: Move) -> Position:
    hidden = position.settings.flag("together") and not position.recorded and len(to_present(round_)) > 1
    return with_round(position, replace(round_, phase="giving" if hidden else "presenting"))


def _disclose(position: Position, round_: CountdownRound, move: Move) -> Position:
    """Show what was given, first that of players who had not written it down (CD-17)."""
    is_written = {seat: round_.declared[seat].written for seat in round_.order}
    unheard = frozenset(seat for seat in round_.order if not is_written[seat])
    order = tuple(sorted(round_.order, key=lambda seat: is_written[seat]))
    return with_round(position, replace(round_, phase="presenting", order=order, unheard=unheard))


def _present(position: Position, round_: CountdownRound, move: Move) -> Position:
    seat, text, ruling = move.player, move.facts["text"], position.ruling(move)
    given = Presented(
        move.number,
        text,
        listed=move.facts.get("listed", False),
        judged=numbers.judged(text, round_.numbers) if round_.kind == "numbers" and text.strip() else None,
        ruled=ruling.facts["valid"] if ruling is not None else None,
    )
    after = replace(round_, presented={**round_.presented, seat: given}, order=(*round_.order, seat))
    if answers_alone(position, round_):
        return _close_round(position, after, move)
    return with_round(position, after)


def _paper(position: Position, round_: CountdownRound, move: Move) -> Position:
    seat = move.player
    given = replace(round_.presented[seat], shown=move.facts["shown"])
    return with_round(position, replace(round_, presented={**round_.presented, seat: given}))


# the conundrum


def _buzz(position: Position, round_: CountdownRound, move: Move) -> Position:
    buzz = Buzz(move.number, move.player, move.at)
    if round_.phase == "answering":
        return with_round(position, replace(round_, close_calls=(*round_.close_calls, buzz)))
    clock = position.clock
    if clock is None and round_.ends is not None and round_.began is not None:
        clock = Clock("round", round_.began, round_.ends)  # received in time, stored after the end
    answering = replace(round_, phase="answering", ends=None, buzzes=(*round_.buzzes, buzz))  # the clock has not ended
    return with_round(replace(position, clock=clock and clock.stop(move.at)), answering)


def _answer(position: Position, round_: CountdownRound, move: Move) -> Position:
    ruling = position.ruling(move)
    ruled = ruling.facts["valid"] if ruling is not None else None
    if answers_alone(position, round_):
        round_ = replace(round_, buzzes=(Buzz(move.number, move.player, move.at),))
    return with_round(position, _answered(round_, move.facts["text"], move.number, ruled))


def _unanswered(position: Position, round_: CountdownRound, move: Move) -> Position:
    return with_round(position, _answered(round_, "", 0, None))


def _answered(round_: CountdownRound, text: str, move: int, ruled: bool | None) -> CountdownRound:
    answered = replace(round_.buzzes[-1], text=text, answer_move=move, ruled=ruled)
    return replace(round_, phase="answered", buzzes=(*round_.buzzes[:-1], answered))


def _go_on(position: Position, round_: CountdownRound, move: Move) -> Position:
    """The clock goes on where it stood."""
    clock = position.clock.go_on(move.at) if position.clock is not None else None
    return with_round(replace(position, clock=clock), replace(round_, phase="running"))


# from round to round


def _close_round(position: Position, round_: CountdownRound, move: Move) -> Position:
    return with_round(replace(position, clock=None), replace(round_, phase="done"))


def _next(position: Position, round_: CountdownRound, move: Move) -> Position:
    then = move.facts["then"]
    if then == OVER:
        return replace(position, stage="over", clock=None)
    players = tuple(move.facts.get("players", ())) if then == TIEBREAK else position.seats
    return _with_next(position, move.at, players, tiebreak=then == TIEBREAK)


def _again(position: Position, round_: CountdownRound, move: Move) -> Position:
    """The same round with the same player to set it up; what was played counts for nothing (CD-7)."""
    state = state_of(position)
    players = round_.playing if round_.tiebreak else position.seats
    active = (
        round_.active if round_.active in position.seats else _next_active(state.turns, position.seats, round_.active)
    )
    active = active if round_.kind != "conundrum" else None
    new = CountdownRound(round_.kind, round_.number, players, active, move.at, round_.tiebreak)
    state = replace(state, rounds=(*state.rounds[:-1], new), voided=(*state.voided, state.current))
    return replace(position, state=state, clock=None)


def _with_next(position: Position, at: int, players: Sequence[int], tiebreak: bool) -> Position:
    state, plan = state_of(position), plan_of(position)
    at_round = len(state.rounds)
    kind = plan[at_round] if at_round < len(plan) else "conundrum"
    last = next((each.active for each in reversed(state.rounds) if each.active is not None), None)
    active = None if kind == "conundrum" else _next_active(state.turns, position.seats, last)
    new = CountdownRound(kind, at_round + 1, tuple(players), active, at, tiebreak)
    return replace(position, state=replace(state, rounds=(*state.rounds, new)), clock=None)


def _next_active(turns: Sequence[int], seats: Sequence[int], last: int | None) -> int | None:
    """The seat that sets the round up after `last`; those who left are passed over."""
    start = turns.index(last) + 1 if last in turns else 0
    return next((seat for seat in (*turns[start:], *turns[:start]) if seat in seats), None)


_CHANGES: dict[str, ApplyMove] = {
    "letter": _letter,
    "large": _large,
    "target": _target,
    "conundrum": _conundrum,
    "start_clock": _start_clock,
    "write": _write,
    "declare": _declare,
    "close_declarations": _close_declarations,
    "disclose": _disclose,
    "present": _present,
    "paper": _paper,
    "buzz": _buzz,
    "answer": _answer,
    "no_answer": _unanswered,
    "go_on": _go_on,
    "close_round": _close_round,
    "next": _next,
    "again": _again,
}
