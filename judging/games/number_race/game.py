"""Number race: everybody writes as many different methods for one target as they can (NR).

What the engine says of a line is worked out once, when it is sent, and recorded with the move.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from judging.games.graded_settings import GradedSettings, Preset
from judging.games.live.game import Game, GameAward
from judging.games.live.moves import HOST, MAX_WHOLE, PLAYER, SERVER, Field, Move, MoveKind, Refusal
from judging.games.live.positions import Clock, Due, Position, TableReader
from judging.games.settings import Schema, Setting
from judging.language.editions import NUMBER_TOURNAMENT
from judging.language.functions.table import FUNCTIONS
from judging.language.verdict import judge
from judging.messages import Message, Template, gettext_noop, message, ngettext_noop, register

RIGHT, SAME, MISSES, WRONG, UNSURE = "right", "same", "misses", "wrong", "unsure"
MOST_PLAYERS = 40
MOST_LINES = 60  # of a player in a round
MOST_CARDS, HIGHEST_CARD, HIGHEST_TARGET = 6, 100, 1000  # of a game from paper
RAREST = 3  # methods that the room sees
MOST_WAITING = 20  # lines that the host's page lists at once

SENTENCES: dict[str, Template] = {
    "play_race_misses": gettext_noop("This makes {value} and not {target}."),
    "play_race_same": gettext_noop("You have this method already: {text}"),
    "play_race_unsure": gettext_noop("The program cannot decide on this line, so the host does."),
    "play_race_ruled": gettext_noop("The host does not let it count."),
    "play_race_enough": gettext_noop("You have written {count} lines in this round, and there can be no more."),
    "play_race_question": gettext_noop("Give two to {count} numbers and a target."),
    "play_race_award": ngettext_noop("{count} method that nobody else had", "{count} methods that nobody else had"),
}
register(SENTENCES)


def _setting(name: str, default: int, least: int, most: int, label: str, about: str, rule: str) -> Setting:
    return Setting(name, "int", default, label, about, least, most, rule=rule)


SCHEMA = Schema(
    (
        _setting(
            "seconds", 180, 30, 900, gettext_noop("Time for a round"), gettext_noop("Seconds for each round."), "NR-2"
        ),
        _setting(
            "numbers", 5, 4, 5, gettext_noop("Numbers"), gettext_noop("How many cards there are, four or five."), "NR-3"
        ),
        _setting(
            "highest", 9, 6, 20, gettext_noop("Highest number"), gettext_noop("Each card is from 1 to this."), "NR-3"
        ),
        _setting(
            "target_most",
            50,
            20,
            200,
            gettext_noop("Highest target"),
            gettext_noop("Each target is from 1 to this."),
            "NR-3",
        ),
        _setting(
            "rounds", 1, 1, 10, gettext_noop("Rounds"), gettext_noop("Each round has a target of its own."), "NR-9"
        ),
    )
)
PRESETS = (
    Preset("race", gettext_noop("Number race"), gettext_noop("Five numbers, three minutes.")),
    Preset(
        "three_rounds",
        gettext_noop("Three short races"),
        gettext_noop("Four numbers, three rounds of two minutes."),
        GradedSettings({"numbers": 4, "seconds": 120, "rounds": 3}),
    ),
)
ROUND = Field("round", "whole", 1, MAX_WHOLE, required=False)  # the round that the player saw
CARDS, TARGET = Field("cards", "wholes", 1, HIGHEST_CARD), Field("target", "whole", 1, HIGHEST_TARGET)
CODE, KEY = Field("code", "choice", choices=(RIGHT, MISSES, WRONG, UNSURE)), Field("key", "text", required=False)
KINDS = {
    kind.name: kind
    for kind in (
        MoveKind("deal", frozenset({SERVER, HOST}), chance=True, added=(CARDS, TARGET)),
        MoveKind(
            "write",
            frozenset({PLAYER, HOST}),
            (Field("text", "text"), ROUND),
            chance=True,
            added=(CODE, KEY),
            undoable=True,
        ),
        MoveKind("close", frozenset({HOST})),
        MoveKind("next", frozenset({HOST})),
    )
}


@dataclass(frozen=True)
class RaceLine:
    """A line of a player. `code` is what it counts as, `key` is equal for lines of the same method."""

    text: str
    code: str
    key: str
    number: int
    ruled: bool


@dataclass(frozen=True)
class RaceRound:
    number: int
    cards: tuple[int, ...]
    target: int
    lines: Mapping[int, tuple[RaceLine, ...]] = field(default_factory=dict)
    ended: int | None = None

    @cached_property
    def methods(self) -> dict[str, list[tuple[int, str]]]:
        """The methods that count, by their keys: who has each of them, and how they wrote it."""
        methods: dict[str, list[tuple[int, str]]] = {}
        for seat, line in self.written():
            if line.code == RIGHT:
                methods.setdefault(line.key, []).append((seat, line.text))
        return methods

    @cached_property
    def points(self) -> dict[int, int]:
        return {seat: sum(line.code == RIGHT for line in lines) for seat, lines in self.lines.items()}

    def written(self) -> Iterator[tuple[int, RaceLine]]:
        return ((seat, line) for seat, lines in self.lines.items() for line in lines)


@dataclass(frozen=True)
class RaceState:
    """The game so far. `phase` is `deal`, `write` or `result`; `since` is when it began."""

    phase: str
    since: int
    rounds: tuple[RaceRound, ...] = ()

    @property
    def is_undecided(self) -> bool:
        """Whether the host has to decide on a line."""
        return any(line.code == UNSURE for round_ in self.rounds for _seat, line in round_.written())


def begin(position: Position, at: int) -> Position:
    return replace(position, state=RaceState("deal", at))


def check(position: Position, move: Move) -> Refusal | None:
    state: RaceState = position.state
    match move.kind:
        case "deal":
            return _check_deal(position, move)
        case "close":
            return None if state.phase == "write" else Refusal("not_now")
        case "next":
            is_last = len(state.rounds) >= position.settings.whole("rounds")
            return None if state.phase == "result" and not is_last else Refusal("not_now")
    if not state.rounds or not move.facts["text"].strip():
        return Refusal("not_now")
    round_ = state.rounds[-1]
    in_time = not position.is_late(move) and (round_.ended is None or move.at <= round_.ended)
    if move.facts.get("round", round_.number) != round_.number or not in_time:
        return Refusal("late", recorded=True)
    if move.seat not in position.seats:
        return Refusal("no_such_seat")
    enough = len(round_.lines.get(move.seat, ())) >= MOST_LINES
    return Refusal("race_enough", {"count": MOST_LINES}) if enough else None


def _check_deal(position: Position, move: Move) -> Refusal | None:
    """Only from paper the host gives the question."""
    if position.state.phase != "deal" or (move.by == HOST) != position.recorded:
        return Refusal("not_now")
    fits = not position.recorded or ("target" in move.facts and 2 <= len(move.facts.get("cards", ())) <= MOST_CARDS)
    return None if fits else Refusal("race_question", {"count": MOST_CARDS})


def apply(position: Position, move: Move) -> Position:
    state: RaceState = position.state
    match move.kind:
        case "deal":
            dealt = RaceRound(len(state.rounds) + 1, tuple(move.facts["cards"]), move.facts["target"])
            clock = None if position.recorded else Clock.of("write", move.at, position.settings.whole("seconds"))
            return replace(position, state=RaceState("write", move.at, (*state.rounds, dealt)), clock=clock)
        case "close":
            return time_up(replace(position, clock=None), move.at)
        case "next":
            return replace(position, state=replace(state, phase="deal", since=move.at))
    *earlier, round_ = state.rounds
    assert move.seat is not None
    own = round_.lines.get(move.seat, ())
    lines = {**round_.lines, move.seat: (*own, _line(position, own, move))}
    return replace(position, state=replace(state, rounds=(*earlier, replace(round_, lines=lines))))


def _line(position: Position, own: tuple[RaceLine, ...], move: Move) -> RaceLine:
    text, ruling = move.facts["text"].strip(), position.ruling(move)
    code, key = move.facts.get("code", UNSURE), move.facts.get("key", text)
    if ruling is not None:
        code = RIGHT if ruling.facts["right"] else WRONG
    if code == RIGHT and any(line.code == RIGHT and line.key == key for line in own):
        code = SAME
    return RaceLine(text, code, key, move.number, ruling is not None)


def time_up(position: Position, at: int) -> Position:
    state: RaceState = position.state
    *earlier, round_ = state.rounds
    return replace(position, state=RaceState("result", at, (*earlier, replace(round_, ended=at))))


def due(position: Position) -> Due | None:
    state: RaceState = position.state
    if state.phase == "deal" and not position.recorded:
        return Due(state.since, "deal")
    return Due(state.since, "end") if at_end(position) else None


def at_end(position: Position) -> bool:
    """The last round is over, and no line waits for the host (NR-9)."""
    state: RaceState = position.state
    played = len(state.rounds) >= position.settings.whole("rounds") and state.phase == "result"
    return played and not state.is_undecided


def round_over(position: Position) -> int | None:
    state: RaceState | None = position.state
    return len(state.rounds) if state is not None and state.phase == "result" else None


def scores(position: Position) -> dict[int, int]:
    """The points of the rounds that are over."""
    points = dict.fromkeys(position.seats, 0)
    for round_ in _ended(position):
        for seat, more in round_.points.items():
            points[seat] = points.get(seat, 0) + more
    return points


def awards(position: Position) -> list[GameAward]:
    """The player with most methods that nobody else had, in a game of several."""
    alone = dict.fromkeys(position.seats, 0)
    for round_ in _ended(position):
        for rows in round_.methods.values():
            if len(rows) == 1:
                alone[rows[0][0]] = alone.get(rows[0][0], 0) + 1
    best = max(alone, key=lambda seat: alone[seat], default=None)
    if best is None or not alone[best] or len(alone) < 2:
        return []
    return [GameAward(best, message("play_race_award", count=alone[best]))]


def _ended(position: Position) -> list[RaceRound]:
    return [round_ for round_ in position.state.rounds if round_.ended is not None]


# what a reader sees


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
    ended = _ended(position)
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
    if line.code == RIGHT:
        return None
    if line.code == SAME:
        first = next(each.text for each in own if each.key == line.key and each.code == RIGHT)
        return message("play_race_same", text=first).as_dict()
    if line.ruled:
        return message("play_race_ruled").as_dict()
    if line.code == UNSURE:
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
    waiting = [(each, seat, line) for each in state.rounds for seat, line in each.written() if line.code == UNSURE]
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


NUMBER_RACE = Game(
    slug="number_race",
    listed=4,
    name=gettext_noop("Number race"),
    about=gettext_noop("One target and some cards: find as many different methods as you can."),
    schema=SCHEMA,
    presets=PRESETS,
    least_seats=1,
    most_seats=MOST_PLAYERS,
    kinds=KINDS,
    begin=begin,
    check=check,
    apply=apply,
    time_up=time_up,
    view=view,
    scores=scores,
    rulings={"write": (Field("right", "flag"),)},
    due=due,
    at_end=at_end,
    round_over=round_over,
    awards=awards,
)
