"""The smallest game there can be, for tests of what all games share: everybody may say a number once while a clock
runs, and the highest one scores a point when it has ended. Nobody sees the others' numbers before."""

from dataclasses import dataclass, field, replace

from judging.games.live.game import Clock, Due, Game
from judging.games.live.moves import HOST, PLAYER, Field, MoveKind, Refusal, by_name
from judging.games.settings import Preset, Schema, Setting

SAY = MoveKind("say", frozenset({PLAYER, HOST}), (Field("number", "whole", 0, 100),), undoable=True)
DEAL = MoveKind("deal", frozenset({"server"}), chance=True, added=(Field("card", "whole", 0, 1000),))
NEXT = MoveKind("next", frozenset({HOST}))


@dataclass(frozen=True)
class Round:
    card: int | None = None
    answers: dict = field(default_factory=dict)
    closed_at: int | None = None
    points: dict = field(default_factory=dict)


def begin(position, at):
    return replace(position, state=Round(points=dict.fromkeys(position.seats, 0)))


def check(position, move):
    round_ = position.state
    if move.kind == "deal":
        return None if round_.card is None else Refusal("not_now")
    if move.kind == "next":
        return None if round_.closed_at else Refusal("not_now")
    if round_.card is None:
        return Refusal("not_now")
    if position.is_late(move) or (round_.closed_at is not None and move.at > round_.closed_at):
        return Refusal("late", recorded=True)
    return Refusal("done_already") if move.seat in round_.answers else None


def apply(position, move):
    round_ = position.state
    if move.kind == "deal":
        clock = Clock.of("say", move.at, position.settings.whole("seconds"))
        return replace(position, state=replace(round_, card=move.facts["card"]), clock=clock)
    if move.kind == "next":
        return replace(position, state=Round(points=scores(position)))
    ruling = position.ruling(move)
    number = ruling.facts["number"] if ruling else move.facts["number"]
    return replace(position, state=replace(round_, answers={**round_.answers, move.seat: number}))


def time_up(position, at):
    return replace(position, state=replace(position.state, closed_at=at))


def scores(position):
    """With the point of a round that is over; a move that was in time counts even if it is recorded after the end."""
    round_ = position.state
    best = max(round_.answers.values(), default=None) if round_.closed_at else None
    return {seat: old + (best is not None and round_.answers.get(seat) == best) for seat, old in round_.points.items()}


def due(position):
    return Due(0, "deal") if position.state.card is None else None


def view(position, reader):
    round_ = position.state
    shown = round_.answers if round_.closed_at else {}
    own = round_.answers.get(reader.seat) if reader.seat is not None else None
    return {"card": round_.card, "said": {str(seat): number for seat, number in shown.items()}, "own": own}


QUIZ = Game(
    slug="quick_quiz",
    name="Quick quiz",
    about="Say a number.",
    schema=Schema((Setting("seconds", 30, "Seconds", "How long.", 1, 600),)),
    presets=(Preset("usual", "Usual", "Thirty seconds."),),
    seats=lambda settings: (1, 6),
    kinds=by_name(SAY, DEAL, NEXT),
    begin=begin,
    check=check,
    apply=apply,
    time_up=time_up,
    view=view,
    scores=scores,
    rulings={"say": (Field("number", "whole", 0, 100),)},
    due=due,
    joined=lambda position, seat, _at: replace(
        position, state=replace(position.state, points={**position.state.points, seat: 0})
    ),
)


def deal(position, facts, random, dictionary):
    return {"card": random.randrange(100)}


DEALS = {"deal": deal}
