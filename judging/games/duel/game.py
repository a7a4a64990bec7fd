"""Countdown Duel as a row of the table of live games."""

from typing import Any

from judging.games.duel import play, sentences as sentences
from judging.games.duel.levels import LEVELS
from judging.games.duel.play import DuelState, TakenTurn
from judging.games.live.game import Game, Position, TableReader
from judging.games.live.moves import HOST, PLAYER, SERVER, Field, MoveKind, by_name
from judging.games.settings import GradedSettings, Preset, Schema, Setting
from judging.messages import gettext_noop

MAX_TURN_TEXT, MAX_TURNS = 40, 10_000
STARTS = (
    ("first", gettext_noop("the player who sat down first")),
    ("second", gettext_noop("the player who sat down second")),
)

MACHINES = (
    (play.WITHOUT_MACHINE, gettext_noop("no, two people play")),
    *((level.slug, level.label) for level in LEVELS),
)

SCHEMA = Schema(
    (
        Setting(
            "starts",
            "first",
            gettext_noop("Who begins"),
            gettext_noop("The player who begins is Player A. The machine sits down second."),
            choices=STARTS,
            rule="DU-2",
        ),
        Setting(
            "turn_time",
            0,
            gettext_noop("Time for a turn"),
            gettext_noop("Seconds for each turn; a turn that takes longer is lost. 0 means that there is no limit."),
            0,
            3600,
            rule="DU-8",
        ),
        Setting(
            "machine",
            play.WITHOUT_MACHINE,
            gettext_noop("The machine plays"),
            gettext_noop("One person plays against the machine. Not at a table of an event."),
            choices=MACHINES,
            rule="DU-M-4",
        ),
        Setting(
            "hints",
            False,
            gettext_noop("Hints"),
            gettext_noop("Whoever is to play can ask for a turn that wins. Everybody sees that they asked."),
            rule="DU-M-3",
        ),
    )
)


PRESETS = (
    Preset("duel", gettext_noop("Countdown Duel"), gettext_noop("No limit of time.")),
    Preset(
        "quick",
        gettext_noop("Quick duel"),
        gettext_noop("Thirty seconds for each turn."),
        GradedSettings({"turn_time": 30}),
    ),
    *(
        Preset(
            level.slug,
            level.preset,
            level.about,
            GradedSettings({"machine": level.slug, "hints": True, "starts": "second"}),
        )
        for level in LEVELS
    ),
)
HINT = (
    Field("best", "text", most=MAX_TURN_TEXT),
    Field("hardest", "text", most=MAX_TURN_TEXT, required=False),
)
NUMBERED = Field("turn", "whole", 1, MAX_TURNS, required=False)  # the turn that the player saw
KINDS = by_name(
    MoveKind("again", frozenset({HOST})),
    MoveKind("hint", frozenset({PLAYER}), (NUMBERED,), chance=True, added=HINT),
    MoveKind("machine", frozenset({SERVER}), chance=True, added=(Field("text", "text", most=MAX_TURN_TEXT),)),
    MoveKind("turn", frozenset({PLAYER, HOST}), (Field("text", "text", most=MAX_TURN_TEXT), NUMBERED), undoable=True),
)


def view(position: Position, reader: TableReader) -> dict[str, Any]:
    """The table, which is the same for every reader but for `you`:

    * `phase`: `lobby`, `playing` or `over`; `paused`; `clock`: name, started, ends, stopped.
    * `total`, `target`, `lost` (turns lost in a row), `number` (of this turn), `turn` (whose it is, None at the end).
    * `players`, in the order of play: seat, `player` (0 began), score, `numbers` that are left.
    * `turns`: seat, `text` as entered, `turn` (such as `+5`, None if it was lost), `code` (a sentence `duel_<code>`),
      `number`, `total`, `move`, `hinted`.
    * `hinted`: whether a hint was asked for in this turn.
    * `winner` and `loser` (seats), `ended` (a sentence `duel_<ended>`), `you`: seat, `can`, and the `hint` that
      they asked for: a turn, or an empty text if none wins and the `hardest` for the other player.

    A seat 0 is the machine's.
    """
    state: DuelState | None = position.state
    shown = {"game": "duel", "phase": position.stage, "paused": position.paused, "clock": position.clock_as_dict}
    if state is None:
        players: list[Any] = [{"seat": seat, "player": None, "score": 0, "numbers": []} for seat in position.seats]
        empty: dict[str, Any] = {"total": 0, "target": 30, "lost": 0, "number": 0, "turn": None, "turns": []}
        return {**shown, **empty, "players": players, "winner": None, "loser": None, "ended": None, "you": None}
    return shown | {
        "phase": "over" if state.board.ended else position.stage,
        "total": state.board.total,
        "target": state.board.target,
        "lost": state.board.lost,
        "number": len(state.turns) + 1,
        "turn": _turn(position, state),
        "players": [_player(position, state, player) for player in (0, 1)],
        "turns": [_row(state, each, at in state.hints) for at, each in enumerate(state.turns)],
        "hinted": len(state.turns) in state.hints,
        "winner": state.winner,
        "loser": None if state.board.winner is None else state.order[1 - state.board.winner],
        "ended": _ended(state),
        "you": _you(position, state, reader),
    }


def _turn(position: Position, state: DuelState) -> int | None:
    return state.seat if position.stage == "playing" and not state.board.ended else None


def _player(position: Position, state: DuelState, player: int) -> dict[str, Any]:
    seat = state.order[player]
    score = play.scores(position)[seat]
    return {"seat": seat, "player": player, "score": score, "numbers": list(state.board.numbers[player])}


def _row(state: DuelState, taken: TakenTurn, hinted: bool) -> dict[str, Any]:
    return {
        "seat": state.order[taken.player],
        "text": taken.text,
        "turn": None if taken.turn is None else str(taken.turn),
        "code": taken.code,
        "number": taken.named,
        "total": taken.total,
        "move": taken.number,
        "hinted": hinted,
    }


def _ended(state: DuelState) -> str | None:
    if state.board.ended == "lost_turns" and state.board.last_valid is None:
        return "no_valid_turn"
    return state.board.ended


def _you(position: Position, state: DuelState, reader: TableReader) -> dict[str, Any] | None:
    if reader.role != "seat":
        return None
    is_turn = _turn(position, state) == reader.seat and not position.paused
    hint = state.hints.get(len(state.turns)) if is_turn else None
    may_ask = is_turn and hint is None and position.settings.flag("hints") and not position.recorded
    can = [kind for kind, allowed in (("turn", is_turn), ("hint", may_ask)) if allowed]
    return {"seat": reader.seat, "can": can} | ({} if hint is None else {"hint": hint[0], "hardest": hint[1]})


DUEL = Game(
    slug="duel",
    listed=3,
    name=gettext_noop("Countdown Duel"),
    about=gettext_noop("Two players, one running total: bring it to 30 or more on your turn."),
    schema=SCHEMA,
    presets=PRESETS,
    kinds=KINDS,
    begin=play.begin,
    check=play.check,
    apply=play.apply,
    time_up=play.time_up,
    view=view,
    scores=play.scores,
    rulings={},
    due=play.due,
    left=play.left,
    at_end=play.at_end,
    round_over=play.round_over,
    seats=play.seats,
    machine=play.machine,
)
