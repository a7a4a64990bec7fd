"""What a set of a round is made with, unless somebody changes it."""

import secrets

from puzzles.sets.generate import FORMATS

from ..models import Round

WHOLE_STEPS_UP_TO = 4  # the grade up to which some method of each question has whole numbers at every step
HARDEST = {4: 3, 6: 4}  # up to this grade at most this step of difficulty


def new_seed() -> str:
    """128 bits in hex."""
    return secrets.token_hex(16)


def settings_of(round_: Round, grade: int) -> dict[str, object]:
    """The complete settings of the generator: those that the round has too, as the grade plays it."""
    schema, played = FORMATS[round_.format].schema, round_.settings_for(grade).export()
    values = {name: value for name, value in played.items() if name in schema.names()}
    if "whole_steps" in schema.names() and not values.get("target_fractions") and not values.get("target_negatives"):
        values["whole_steps"] = grade <= WHOLE_STEPS_UP_TO
    if "step_most" in schema.names():
        values["step_most"] = next((step for most, step in HARDEST.items() if grade <= most), 5)
    return schema.read(values).export()


def differs(round_: Round, grade: int, values: dict[str, object], edition: dict) -> bool:
    """Whether the round's own settings are no longer those that a set was made with."""
    now = settings_of(round_, grade)
    shared = set(now) & set(round_.rules.schema.names())
    return edition != round_.edition or any(now[name] != values.get(name) for name in shared)
