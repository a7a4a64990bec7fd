"""A number race as each reader may see it."""

from functools import lru_cache
from typing import Any

from judging.games.live.game import Position, TableReader
from judging.games.number_race.state import MOST_LINES, RaceLine, RaceRound, RaceState, ended_rounds
from judging.language.editions import NUMBER_TOURNAMENT
from judging.language.functions.table import FUNCTIONS
from judging.language.verdict import judge
from judging.messages import Message, message

RAREST = 3  # methods that the room sees
MOST_WAITING = 20  # lines that the host's page lists at once


def view(position: Position, reader: TableReader) -> dict[str, Any]:
    """The table for this reader:

    * `phase`: `deal`, `write`, `result` or `over`; `round`, `rounds`, `cards`, `target`, `keys`: sign and title of
      each function beside the plain ones.
    * `you`, for a player: `can`, `points` of this round, and their `lines`, the latest first: `text`, `code`, and `why`
      it does not count, a message.
    * `last`, once a round is over: its `number`, `cards`, `target`, `players` (seat, `points`; the best first),
      `methods` (how many different ones) and the `rarest` of them: `text`, and the `count` of players who have it.
    * for the host: `written`, the number of lines in this round; `waiting_count`, and of these the first as `waiting`
      (seat, `text`, `move`, `why`); once the round is over `lines` (seat, `points`, and `lines`: `text`, `code`,
      `move`).
    """
    state: RaceState = position.state
    round_ = state.rounds[-1] if state.rounds and state.phase != "deal" else None
    ended = ended_rounds(position)
    shown: dict[str, Any] = {
        "game": "number_race",
        "phase": "over" if position.stage == "over" else state.phase,
        "round": len(state.rounds),
        "rounds": position.settings.whole("rounds"),
        "cards": list(round_.cards) if round_ else [],
        "target": round_.target if round_ else None,
        "keys": KEYS,
        "you": _you(position, round_, reader.seat) if reader.role == "seat" and reader.seat is not None else None,
        "last": _last(ended[-1]) if ended else None,
    }
    return shown | _of_host(state, round_) if reader.role == "host" else shown


def _sign(name: str) -> str:
    """What the key of a function types: its sign, or its name and a bracket."""
    row = FUNCTIONS[name]
    sign = row.symbols[0] if row.symbols else f"{row.calls[0]}("
    return f" {sign} " if row.fixity == "infix" and sign.isalpha() else sign


PLAIN = frozenset({"add", "subtract", "multiply", "divide", "root", "double_factorial"})
KEYS = [
    {"sign": _sign(name), "title": FUNCTIONS[name].title}
    for name in FUNCTIONS
    if name in NUMBER_TOURNAMENT.functions - PLAIN
]


def _you(position: Position, round_: RaceRound | None, seat: int) -> dict[str, Any]:
    own = round_.lines.get(seat, ()) if round_ else ()
    open_ = position.stage == "playing" and not position.paused and seat in position.seats
    may_write = open_ and position.state.phase == "write" and len(own) < MOST_LINES
    rows = [{"text": line.text, "code": line.code, "why": _why(round_, own, line)} for line in own if round_]
    points = round_.points.get(seat, 0) if round_ else 0
    return {"seat": seat, "can": ["write"] if may_write else [], "points": points, "lines": rows[::-1]}


def _why(round_: RaceRound, own: tuple[RaceLine, ...], line: RaceLine) -> dict[str, object] | None:
    """Why a line does not count, as a message."""
    if line.code == "right":
        return None
    if line.code == "same":
        first = next(each.text for each in own if each.key == line.key and each.code == "right")
        return message("play_race_same", text=first).as_dict()
    if line.ruled:
        return message("play_race_ruled").as_dict()
    if line.code == "unsure":
        return message("play_race_unsure").as_dict()
    return objection(line.text, round_.cards, round_.target).as_dict()


@lru_cache(maxsize=5000)
def objection(text: str, cards: tuple[int, ...], target: int) -> Message:
    """The first thing that the engine says against a line."""
    verdict = judge(text, cards, target)
    if verdict.reasons and verdict.verdict != "accepted":
        return verdict.reasons[0].as_message
    return message("play_race_misses", value=str(verdict.value), target=target)


def _last(round_: RaceRound) -> dict[str, Any]:
    points = sorted(round_.points.items(), key=lambda row: -row[1])
    rarest = sorted(round_.methods.values(), key=lambda rows: (len(rows), len(rows[0][1])))[:RAREST]
    return {
        "number": round_.number,
        "cards": list(round_.cards),
        "target": round_.target,
        "players": [{"seat": seat, "points": more} for seat, more in points],
        "methods": len(round_.methods),
        "rarest": [{"text": rows[0][1], "count": len(rows)} for rows in rarest],
    }


def _of_host(state: RaceState, round_: RaceRound | None) -> dict[str, Any]:
    waiting = [(each, seat, line) for each in state.rounds for seat, line in each.written() if line.code == "unsure"]
    return {
        "written": sum(map(len, round_.lines.values())) if round_ else 0,
        "waiting_count": len(waiting),
        "waiting": [
            {
                "seat": seat,
                "text": line.text,
                "move": line.number,
                "why": objection(line.text, each.cards, each.target).as_dict(),
            }
            for each, seat, line in waiting[:MOST_WAITING]
        ],
        "lines": _all_lines(round_) if round_ and round_.ended is not None else [],
    }


def _all_lines(round_: RaceRound) -> list[dict[str, Any]]:
    return [
        {
            "seat": seat,
            "points": round_.points[seat],
            "lines": [{"text": each.text, "code": each.code, "move": each.number} for each in lines],
        }
        for seat, lines in round_.lines.items()
    ]
