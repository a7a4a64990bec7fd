"""The view of a table of the 24 family: all that a reader may know, as plain JSON.

What they may not know is left out here, so no page can show it: another player's x before the second phase (types 12
and 22 apart), who has pressed Impossible, what a proof says before the round is over, whether a set has a solution.
"""

from collections.abc import Mapping
from typing import Any

from judging.games.live.game import Position, TableReader
from judging.games.twentyfour.settings import GameType, type_of
from judging.games.twentyfour.state import EnteredX, Expressions, TwentyFourRound, TwentyFourState

IMPOSSIBLE = "impossible"
MOST_SHOWN = 20  # rounds of the history on a page


def view(position: Position, reader: TableReader) -> dict[str, Any]:
    """The table for this reader:

    * `phase`: `lobby`, `deal`, `answer`, `proof`, `result` or `over`; `paused`; `clock`: name, started, ends, stopped.
    * `type`: number, `family` (`classic`, `largest`, `closest`), `label`; `target`, `end_score` (None: never ends).
    * `round`: the number of this round, `sets`: lists of numbers, empty where none is dealt.
    * `players`, in the order of joining: seat, score, `in_round`, `done` (None where this reader may not know whether
      they have entered an x or given a proof), `x` (a text, `impossible`, or None).
    * `you`, for a player: `can` (the moves they can make now), `plays` (false until the next round for who came late),
      `x`, `impossible`, `texts` (their proof).
    * `last`: the round that ended last, or None; `history`: the last twenty before this one, each like `last`:
      `number`, `sets`, `code` (a sentence `tf_<code>`), `winner`, `draw`, `counts`, `same_moment`, and `players`: seat,
      `points`, `code` (`tf_why_<code>`), `x`, `expressions` ({text, code} a set), `right`, `ruled`, and `move` (the
      number of the move on which a host can rule).
    * `rounds_ended`, `winner` (a seat, once the game is won), `won_in` (its round).
    """
    kind, state = type_of(position.settings), position.state
    shown = {
        "game": "twentyfour",
        "phase": _phase(position),
        "paused": position.paused,
        "clock": position.clock_as_dict,
        "type": {"number": kind.number, "family": kind.family, "label": kind.label},
        "target": position.settings.whole("target"),
        "end_score": None if kind.endless else position.settings.whole("end_score"),
    }
    return shown | (_empty(position) if state is None else _played(position, state, kind, reader))


def round_view(round_: TwentyFourRound) -> dict[str, Any]:
    """A round that is over, which everybody may know all about."""
    result = round_.result
    assert result is not None
    return {
        "number": round_.number,
        "sets": [list(numbers) for numbers in round_.sets],
        "code": result.code,
        "winner": result.winner,
        "draw": result.draw,
        "counts": result.counts,
        "same_moment": result.same_moment,
        "players": [_result_row(round_, seat, result.points, code) for seat, code in result.why.items()],
    }


def _phase(position: Position) -> str:
    if position.stage != "playing":
        return position.stage
    return str(position.state.phase)


def _empty(position: Position) -> dict[str, Any]:
    players = [{"seat": seat, "score": 0, "in_round": False, "done": None, "x": None} for seat in position.seats]
    nothing = {"round": 0, "sets": [], "you": None, "last": None, "history": [], "rounds_ended": 0}
    return {**nothing, "players": players, "winner": None, "won_in": None}


def _played(position: Position, state: TwentyFourState, kind: GameType, reader: TableReader) -> dict[str, Any]:
    ended = [round_ for round_ in state.rounds if round_.result is not None]
    running = state.phase in ("answer", "proof")
    return {
        "round": state.number,
        "sets": [list(numbers) for numbers in state.round.sets] if state.round and state.phase != "deal" else [],
        "players": [_player(position, state, kind, reader, seat) for seat in position.seats],
        "you": _you(position, state, kind, reader) if reader.role == "seat" else None,
        "last": round_view(ended[-1]) if ended else None,
        "history": [round_view(round_) for round_ in ended[-MOST_SHOWN - 1 : -1]],
        "rounds_ended": len(ended),
        "winner": None if running and state.won_in is None else state.winner,
        "won_in": state.won_in,
    }


def _player(
    position: Position, state: TwentyFourState, kind: GameType, reader: TableReader, seat: int
) -> dict[str, Any]:
    row: dict[str, Any] = {"seat": seat, "score": state.points.get(seat, 0), "in_round": False}
    row |= {"done": None, "x": None}
    if state.round is None or state.phase not in ("answer", "proof"):
        return row
    row["in_round"] = seat in state.round.players
    own = reader.role == "seat" and reader.seat == seat
    entry = state.round.entries.get(seat)
    if state.phase == "proof":
        return row | {"done": seat not in state.round.to_prove, "x": _x(entry)}
    if reader.role == "host" and seat in state.round.impossible:
        row["x"] = IMPOSSIBLE
    if own or kind.open_x:
        row["x"] = _x(entry)
    if kind.two_phases and (own or kind.waits):
        row["done"] = entry is not None
    return row


def _x(entry: EnteredX | None) -> str | None:
    if entry is None:
        return None
    return IMPOSSIBLE if entry.x is None else str(entry.x)


def _you(position: Position, state: TwentyFourState, kind: GameType, reader: TableReader) -> dict[str, Any]:
    seat, round_ = reader.seat, state.round
    assert seat is not None
    if round_ is None or state.phase not in ("answer", "proof"):
        return {"seat": seat, "can": [], "plays": True, "x": None, "impossible": False, "texts": []}
    written = round_.written.get(seat)
    return {
        "seat": seat,
        "can": [] if position.paused or seat not in round_.players else _moves(state, kind, round_, seat),
        "plays": seat in round_.players,
        "x": _x(round_.entries.get(seat)),
        "impossible": seat in round_.impossible,
        "texts": list(written.texts) if written else [],
    }


def _moves(state: TwentyFourState, kind: GameType, round_: TwentyFourRound, seat: int) -> list[str]:
    if state.phase == "proof":
        return ["proof", "no_proof"] if seat in round_.to_prove else []
    if kind.two_phases:
        return ["x", "impossible"]
    if seat in round_.written:
        return []
    return ["answer"] if seat in round_.impossible else ["answer", "impossible"]


def _result_row(round_: TwentyFourRound, seat: int, points: Mapping[int, int], code: str) -> dict[str, Any]:
    written = round_.written.get(seat)
    return {
        "seat": seat,
        "points": points.get(seat, 0),
        "code": code,
        "x": _x(round_.entries.get(seat)),
        "expressions": _expressions(written),
        "right": written.right if written else None,
        "ruled": written.ruled if written else False,
        "move": written.number if written else None,
    }


def _expressions(written: Expressions | None) -> list[dict[str, str]]:
    if written is None:
        return []
    return [{"text": text, "code": code} for text, code in zip(written.texts, written.codes, strict=False)]
