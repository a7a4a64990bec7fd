"""The last unfinished game of the `duel` command, in a small file of the user's state folder."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from judging.command_line import UsageProblem
from judging.games.duel.levels import SLUGS
from puzzles.commands import limits

DAMAGED = "The file of the last game is damaged. Without --resume a new game starts."
FOLDER, FILE = "number-tournament", "duel.json"


@dataclass
class DuelGame:
    """A game: the names of A and B, who begins (0 is A), whom the machine plays for, and what was entered."""

    names: tuple[str, str]
    starts: int = 0
    machine: int | None = None
    level: str = "medium"
    turns: list[str] = field(default_factory=list)


def path(environment: Mapping[str, str]) -> Path:
    """Where the file is: in XDG_STATE_HOME, or below the home folder."""
    given = environment.get("XDG_STATE_HOME", "")
    home = Path(given) if given and Path(given).is_absolute() else Path("~/.local/state").expanduser()
    return home / FOLDER / FILE


def save(path: Path, game: DuelGame) -> None:
    """Store the game. If that cannot be done, the game goes on without it."""
    new = path.with_suffix(".new")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        new.write_text(json.dumps(asdict(game)), "utf-8")
        new.replace(path)


def delete(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)


def load(path: Path) -> DuelGame:
    """The last unfinished game. Raises UsageProblem where there is none, or the file is damaged."""
    try:
        with path.open("rb") as file:
            content = file.read(limits.DUEL_FILE + 1)
    except FileNotFoundError as error:
        raise UsageProblem("There is no unfinished game. Without --resume a new one starts.") from error
    except OSError as error:
        raise UsageProblem(f"The file of the last game cannot be read: {error.strerror}.") from error
    try:
        if len(content) > limits.DUEL_FILE:
            raise ValueError("too long")
        return _read(json.loads(content))
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise UsageProblem(DAMAGED) from error


def _read(stored: Any) -> DuelGame:
    """The game from its JSON. Raises ValueError, TypeError or KeyError where it is none."""
    one, other = stored["names"]
    turns, machine = stored["turns"], stored["machine"]
    right = (
        all(isinstance(name, str) and 0 < len(name) <= limits.DUEL_NAME and name.isprintable() for name in (one, other))
        and stored["starts"] in (0, 1)
        and machine in (None, 0, 1)
        and stored["level"] in SLUGS
        and isinstance(turns, list)
        and len(turns) <= limits.DUEL_TURNS
        and all(isinstance(text, str) and len(text) <= limits.DUEL_TEXT for text in turns)
    )
    if not right:
        raise ValueError("not a game")
    return DuelGame((one, other), stored["starts"], machine, stored["level"], turns)
