"""The 24 family as it is played: what each move does (TF)."""

from dataclasses import replace

from judging.games.live.game import Clock, Due, Position
from judging.games.live.moves import Move
from judging.games.twentyfour import points as round_points
from judging.games.twentyfour.checks import sets_of
from judging.games.twentyfour.expressions import read_x, split
from judging.games.twentyfour.settings import HOST_STARTS, GameType, type_of
from judging.games.twentyfour.state import EnteredX, Expressions, TwentyFourResult, TwentyFourRound, TwentyFourState


def begin(position: Position, at: int) -> Position:
    return replace(position, state=TwentyFourState("deal", at))


def apply(position: Position, move: Move) -> Position:
    """The position after a move that `check` allows."""
    match move.kind:
        case "deal":
            return _dealt(position, move)
        case "next":
            return _next(position, move.at)
        case "again":
            return _again(position, move.at)
        case "close":
            return time_up(replace(position, clock=None), move.at, "closed")
    round_ = _after(position, move)
    return _gone_on(_with_round(position, round_), move.at)


def time_up(position: Position, at: int, code: str = "time") -> Position:
    """The position when the running clock has ended, or when the host ends the phase."""
    state: TwentyFourState = position.state
    kind = type_of(position.settings)
    if state.phase == "result":
        return _next(position, at)
    if state.phase == "answer" and kind.two_phases:
        return _gone_on(_proofs_begin(position, at), at)
    round_ = state.round
    assert round_ is not None
    result = round_points.of_proofs(round_, kind) if kind.two_phases else round_points.of_classic(round_, code)
    return _ended(position, result, at)


def due(position: Position) -> Due | None:
    """A deal when it is time for one, and the end of the game when somebody has won it."""
    state: TwentyFourState = position.state
    if state.phase == "deal" and not position.recorded:
        return Due(state.since, "deal")
    return Due(state.since, "end") if at_end(position) else None


def at_end(position: Position) -> bool:
    """Whether somebody has won the game."""
    return position.state.winner is not None and position.state.phase == "result"


def round_over(position: Position) -> int | None:
    """The number of the round that is over here."""
    state: TwentyFourState | None = position.state
    return None if state is None or state.round is None or state.round.result is None else state.number


def left(position: Position, seat: int, at: int) -> Position:
    """The position when a player has left: they take no further part in the round (TF-4)."""
    state: TwentyFourState = position.state
    if state.round is None or state.phase not in ("answer", "proof") or seat not in state.round.players:
        return position
    fewer = state.round.left_by(seat)
    return _gone_on(_with_round(position, fewer), at)


def scores(position: Position) -> dict[int, int]:
    """The points of each seat, also of those who have left."""
    return dict.fromkeys(position.seats, 0) | dict(position.state.points)


def _with_round(position: Position, round_: TwentyFourRound) -> Position:
    return replace(position, state=replace(position.state, round=round_))


def _dealt(position: Position, move: Move) -> Position:
    state: TwentyFourState = position.state
    sets = sets_of(move)
    assert sets is not None
    round_ = TwentyFourRound(state.number + 1, sets, position.seats, move.at)
    past = state.past if state.round is None else (*state.past, state.round)
    state = replace(state, phase="answer", since=move.at, round=round_, past=past)
    name = "answer_time" if type_of(position.settings).two_phases else "round_time"
    return replace(position, state=state, clock=_clock(position, name, "answer", move.at))


def _clock(position: Position, setting: str, name: str, at: int) -> Clock | None:
    seconds = position.settings.whole(setting)
    return None if position.recorded or not seconds else Clock.of(name, at, seconds)


def _next(position: Position, at: int) -> Position:
    return replace(position, clock=None, state=replace(position.state, phase="deal", since=at))


def _again(position: Position, at: int) -> Position:
    """The position when the host has the round played again: it brings nothing, and a new one is dealt (TF-5)."""
    state: TwentyFourState = position.state
    assert state.round is not None
    points = dict(state.points)
    for seat, more in (state.round.result.points if state.round.result else {}).items():
        points[seat] -= more
    void = replace(state.round, ended=at, result=TwentyFourResult("again", counts=False))
    state = replace(state, phase="deal", since=at, round=void, points=points)
    return replace(position, clock=None, state=state)


def _after(position: Position, move: Move) -> TwentyFourRound:
    """The round after a player's move."""
    round_: TwentyFourRound = position.state.round
    kind, seat = type_of(position.settings), move.player
    match move.kind:
        case "answer" | "proof":
            return replace(round_, written={**round_.written, seat: _written(position, round_, move)})
        case "no_proof":
            return replace(round_, without=round_.without | {seat})
        case "impossible" if not kind.two_phases:
            return replace(round_, impossible={**round_.impossible, seat: move.at})
    x = read_x(move.facts["text"]) if move.kind == "x" else None
    held = round_.entries.get(seat)
    if held is not None and held.x == x:
        return round_  # entering the same x again does not renew its time
    return replace(round_, entries={**round_.entries, seat: EnteredX(x, move.number, move.at)})


def _written(position: Position, round_: TwentyFourRound, move: Move) -> Expressions:
    """The player's expressions, judged by the engine or by a host or judge."""
    entry = round_.entries.get(move.player)
    kind, target = type_of(position.settings), position.settings.whole("target")
    goals = round_points.wanted(kind, target, entry.x if entry else None)
    expressions = round_points.judged(split(move.facts["texts"], round_.sets), round_, goals, move.number, move.at)
    ruling = position.ruling(move)
    return expressions if ruling is None else replace(expressions, right=bool(ruling.facts["right"]), ruled=True)


def _gone_on(position: Position, at: int) -> Position:
    """The position with the next phase, if this one is complete."""
    state: TwentyFourState = position.state
    kind, round_ = type_of(position.settings), state.round
    assert round_ is not None
    if not round_.players:
        return _ended(position, TwentyFourResult("no_players"), at)
    if not kind.two_phases:
        return _classic_gone_on(position, round_, at)
    if state.phase == "answer" and kind.waits and all(seat in round_.entries for seat in round_.players):
        position = _proofs_begin(position, at)
    if position.state.phase == "proof" and not round_.to_prove:
        return _ended(position, round_points.of_proofs(round_, kind), at)
    return position


def _classic_gone_on(position: Position, round_: TwentyFourRound, at: int) -> Position:
    """A right answer ends the round, and a wrong one too unless it only locks its player out (TF-C-7)."""
    if any(each.right for each in round_.written.values()):
        return _ended(position, round_points.of_classic(round_, "right"), at)
    if round_.written and not position.settings.flag("wrong_locks"):
        return _ended(position, round_points.of_classic(round_, "wrong"), at)
    if all(seat in round_.impossible or seat in round_.written for seat in round_.players):
        code = "none_right" if round_.written else "all_impossible"
        return _ended(position, round_points.of_classic(round_, code), at)
    return position


def _proofs_begin(position: Position, at: int) -> Position:
    state = replace(position.state, phase="proof", since=at)
    return replace(position, state=state, clock=_clock(position, "proof_time", "proof", at))


def _ended(position: Position, result: TwentyFourResult, at: int) -> Position:
    """The position after a round: its points, and whether somebody has won the game with them (TF-E)."""
    state: TwentyFourState = position.state
    round_ = state.round
    assert round_ is not None
    counts = state.won_in is None
    result = replace(result, counts=counts, points=result.points if counts else {})
    points = dict(state.points)
    for seat, more in result.points.items():
        points[seat] = points.get(seat, 0) + more
    done = replace(round_, ended=at, result=result)
    state = replace(state, phase="result", since=at, round=done, points=points)
    state = _won(state, result, position.settings.whole("end_score"), type_of(position.settings))
    return replace(position, state=state, clock=_between(position, state, at))


def _won(state: TwentyFourState, result: TwentyFourResult, end_score: int, kind: GameType) -> TwentyFourState:
    winner = result.winner
    if kind.endless or not result.counts or winner is None or state.points[winner] < end_score:
        return state
    return replace(state, winner=winner, won_in=state.number)


def _between(position: Position, state: TwentyFourState, at: int) -> Clock | None:
    seconds = position.settings.whole("between_time")
    if position.recorded or seconds == HOST_STARTS or state.winner is not None:
        return None
    return Clock.of("between", at, seconds)
