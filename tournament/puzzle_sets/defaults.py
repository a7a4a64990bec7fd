"""The settings that a set of a round starts with."""

import secrets

from puzzles.sets.generate import FORMATS
from puzzles.sets.settings import for_grade

from ..models import Round


def new_seed() -> str:
    """128 bits in hex."""
    return secrets.token_hex(16)


def settings_of(round_: Round, grade: int) -> dict[str, object]:
    """The complete settings of the generator: those that the round has too, as the grade plays it."""
    return for_grade(FORMATS[round_.format].schema, round_.settings_for(grade).export(), grade)


def differs(round_: Round, grade: int, values: dict[str, object], edition: dict) -> bool:
    """Whether the round's own settings are no longer those that a set was made with."""
    now = settings_of(round_, grade)
    shared = set(now) & set(round_.rules.schema.names())
    return edition != round_.edition or any(now[name] != values.get(name) for name in shared)
