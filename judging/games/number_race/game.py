"""The moves of a number race, its points, and the `Game`.

What the engine says of a line is worked out once, when it is sent, and recorded with the move.
"""

from dataclasses import replace

from judging.games.live.game import Clock, Due, Game, GameAward, Position
from judging.games.live.moves import HOST, MAX_WHOLE, PLAYER, SERVER, Field, Move, MoveKind, Refusal, by_name
from judging.games.number_race.settings import PRESETS, SCHEMA
from judging.games.number_race.state import MOST_LINES, RaceLine, RaceRound, RaceState, ended_rounds
from judging.games.number_race.view import view
from judging.messages import Template, gettext_noop, message, ngettext_noop, register

MOST_PLAYERS = 40
MOST_CARDS, HIGHEST_CARD, HIGHEST_TARGET = 6, 100, 1000  # of a game from paper

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

ROUND = Field("round", "whole", 1, MAX_WHOLE, required=False)  # the round that the player saw
CARDS, TARGET = Field("cards", "wholes", 1, HIGHEST_CARD), Field("target", "whole", 1, HIGHEST_TARGET)
CODE, KEY = (
    Field("code", "choice", choices=("right", "misses", "wrong", "unsure")),
    Field("key", "text", required=False),
)
KINDS = by_name(
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
    own = round_.lines.get(move.player, ())
    lines = {**round_.lines, move.player: (*own, _line(position, own, move))}
    return replace(position, state=replace(state, rounds=(*earlier, replace(round_, lines=lines))))


def _line(position: Position, own: tuple[RaceLine, ...], move: Move) -> RaceLine:
    text, ruling = move.facts["text"].strip(), position.ruling(move)
    code, key = move.facts.get("code", "unsure"), move.facts.get("key", text)
    if ruling is not None:
        code = "right" if ruling.facts["right"] else "wrong"
    if code == "right" and any(line.code == "right" and line.key == key for line in own):
        code = "same"
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
    for round_ in ended_rounds(position):
        for seat, more in round_.points.items():
            points[seat] = points.get(seat, 0) + more
    return points


def awards(position: Position) -> list[GameAward]:
    """The player with most methods that nobody else had, in a game of several."""
    alone = dict.fromkeys(position.seats, 0)
    for round_ in ended_rounds(position):
        for rows in round_.methods.values():
            if len(rows) == 1:
                alone[rows[0][0]] = alone.get(rows[0][0], 0) + 1
    best = max(alone, key=lambda seat: alone[seat], default=None)
    if best is None or not alone[best] or len(alone) < 2:
        return []
    return [GameAward(best, message("play_race_award", count=alone[best]))]


NUMBER_RACE = Game(
    slug="number_race",
    listed=4,
    name=gettext_noop("Number race"),
    about=gettext_noop("One target and some cards: find as many different methods as you can."),
    schema=SCHEMA,
    presets=PRESETS,
    seats=lambda settings: (1, MOST_PLAYERS),
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
