"""A live game as a text page that replays to the same points (`tests/transcripts.py`): for export and disputes.

One move a line, with the seconds since the first move; docs/rules/countdown.md says more. A fact is its name and
its value as JSON. `note` says why a move does not count, `points` what a seat has in the end.

    # Final
    game countdown
    setting rounds | "LNC"
    seat 1 | "Ada"
    began 1763870000000
    move 1 | 0.000 | player 1 | join
    move 2 | 4.250 | host | begin
    move 3 | 6.100 | player 1 | letter | pile "vowel" | letter "e"
    move 4 | 41.300 | player 1 | write | text "late"
    note 4 | late
    points 1 | 7
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from judging.games.live.game import Game
from judging.games.live.moves import Move
from judging.games.live.replay import replay, scores_by_seat

BAR, BAR_IN_JSON = " | ", "\\u007c"


@dataclass(frozen=True)
class LiveTranscript:
    """One page. `settings` are those the page states; the others have their defaults. `points` and `notes` are what it
    claims of seats and of moves."""

    title: str
    game: str
    settings: Mapping[str, object] = field(default_factory=dict)
    recorded: bool = False
    names: Mapping[int, str] = field(default_factory=dict)
    moves: tuple[Move, ...] = ()
    notes: Mapping[int, str] = field(default_factory=dict)
    points: Mapping[int, int] = field(default_factory=dict)


def of(
    game: Game,
    title: str,
    settings: Mapping[str, object],
    moves: Sequence[Move],
    names: Mapping[int, str] | None = None,
    recorded: bool = False,
) -> LiveTranscript:
    """The page of a record, its points and notes worked out."""
    position = replay(game, game.schema.read(settings), moves, recorded)
    points = scores_by_seat(game, position)
    return LiveTranscript(
        title, game.slug, dict(settings), recorded, dict(names or {}), tuple(moves), position.notes, points
    )


def write(page: LiveTranscript) -> str:
    """The text of a page."""
    return "".join(f"{line}\n" for line in _lines(page))


def _lines(page: LiveTranscript) -> Iterator[str]:
    yield f"# {' '.join(page.title.split())}".rstrip()
    yield f"game {page.game}"
    if page.recorded:
        yield "recorded"
    yield from (_row("setting", name, _json(value)) for name, value in page.settings.items())
    yield from (_row("seat", seat, _json(name)) for seat, name in page.names.items())
    began = page.moves[0].at if page.moves else 0
    yield f"began {began}"
    for move in page.moves:
        yield _row("move", move.number, _seconds(move.at - began), _who(move), move.kind, *_facts(move))
        if move.number in page.notes:
            yield _row("note", move.number, page.notes[move.number])
    yield from (_row("points", seat, points) for seat, points in page.points.items())


def _row(word: str, *parts: object) -> str:
    return f"{word} {BAR.join(map(str, parts))}"


def _who(move: Move) -> str:
    return move.by if move.seat is None else f"{move.by} {move.seat}"


def _facts(move: Move) -> list[str]:
    return [f"{name} {_json(value)}" for name, value in move.facts.items()]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False).replace("|", BAR_IN_JSON).replace("\x85", "\\u0085")


def _seconds(milliseconds: int) -> str:
    sign = "-" if milliseconds < 0 else ""
    whole, part = divmod(abs(milliseconds), 1000)
    return f"{sign}{whole}.{part:03}"
