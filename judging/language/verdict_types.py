"""The values that `judge` returns."""

from typing import Any, NamedTuple

from judging.language.editions import Edition
from judging.language.evaluation.legality import VerdictReason
from judging.language.expression import Node
from judging.language.parsing import grammar


class EvaluationStep(NamedTuple):
    """One function applied to the values of its inputs."""

    expression: str
    value: str


class MethodReading(NamedTuple):
    """One conventional way to read the text, with the verdict if it were the only one."""

    expression: str
    value: str | None
    verdict: str
    method_key: str | None
    kin_key: str | None
    reasons: tuple[VerdictReason, ...]

    def export(self) -> dict[str, Any]:
        """The reading as JSON to store, its reasons without sentences."""
        return {**self._asdict(), "reasons": [each.export() for each in self.reasons]}

    def as_dict(self) -> dict[str, Any]:
        return {**self._asdict(), "reasons": [each.as_dict() for each in self.reasons]}


class Unparsed(NamedTuple):
    """A text that has readings under an edition, before anybody asked for their trees."""

    text: str
    start: int
    end: int
    edition: Edition

    def trees(self) -> tuple[Node, ...]:
        words, cards = self.edition.words, self.edition.deals_cards
        return tuple(grammar.readings(self.text, self.start, self.end, words, cards))


class Verdict(NamedTuple):
    """The engine's verdict on a text: `verdict` is accepted, refused or needs_ruling. `trees` are its readings, the
    default first, made when they are asked for where `parsed` has none; `distance_up` is |value - target| rounded up to
    a whole number."""

    verdict: str
    value: str | None = None
    on_target: bool | None = None
    distance: str | None = None
    method_key: str | None = None
    kin_key: str | None = None
    reasons: tuple[VerdictReason, ...] = ()
    steps: tuple[EvaluationStep, ...] | None = None
    readings: tuple[MethodReading, ...] = ()
    parsed: tuple[Node, ...] | Unparsed = ()
    distance_up: int | None = None

    @property
    def trees(self) -> tuple[Node, ...]:
        return self.parsed.trees() if isinstance(self.parsed, Unparsed) else self.parsed

    def __eq__(self, other: object) -> bool:
        """Whether both say the same and have the same trees, asked for or not."""
        if not isinstance(other, Verdict):
            return NotImplemented
        return tuple(self._replace(parsed=self.trees)) == tuple(other._replace(parsed=other.trees))

    def __hash__(self) -> int:
        return hash((self.verdict, self.value, self.method_key))

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
