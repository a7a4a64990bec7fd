"""What the engine says of a text, as plain values."""

from __future__ import annotations

from typing import Any, NamedTuple

from judging.language.expression import Node
from judging.language.legality import Reason


class Step(NamedTuple):
    """One function applied to the values of its inputs."""

    expression: str
    value: str


class Reading(NamedTuple):
    """One conventional way to read the text, with what would be said of it alone."""

    expression: str
    value: str | None
    verdict: str
    method_key: str | None
    kin_key: str | None
    reasons: tuple[Reason, ...]

    def export(self) -> dict[str, Any]:
        """The reading as JSON to store, its reasons without sentences."""
        return {**self._asdict(), "reasons": [each.export() for each in self.reasons]}

    def as_dict(self) -> dict[str, Any]:
        return {**self._asdict(), "reasons": [each.as_dict() for each in self.reasons]}


class Verdict(NamedTuple):
    """What the engine says of a text: `verdict` is accepted, refused or needs_ruling. `trees` are its readings, the
    default first; `distance_up` is |value - target| rounded up to a whole number."""

    verdict: str
    value: str | None = None
    on_target: bool | None = None
    distance: str | None = None
    method_key: str | None = None
    kin_key: str | None = None
    reasons: tuple[Reason, ...] = ()
    steps: tuple[Step, ...] | None = None
    readings: tuple[Reading, ...] = ()
    trees: tuple[Node, ...] = ()
    distance_up: int | None = None

    def as_dict(self) -> dict[str, Any]:
        """The verdict as JSON, as the judge command writes it."""
        return {
            "verdict": self.verdict,
            "value": self.value,
            "on_target": self.on_target,
            "distance": self.distance,
            "method_key": self.method_key,
            "kin_key": self.kin_key,
            "reasons": [each.as_dict() for each in self.reasons],
            "steps": None if self.steps is None else [each._asdict() for each in self.steps],
            "readings": [each.as_dict() for each in self.readings],
        }
