"""The values that a round stores for its settings, and the named ones an organiser may start from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class GradedSettings:
    """The settings that a round stores: values for every grade, and what differs in some grades (NT-P-3)."""

    values: Mapping[str, object] = field(default_factory=dict)
    by_grade: Mapping[int, Mapping[str, object]] = field(default_factory=dict)

    def for_grade(self, grade: int | None) -> dict[str, object]:
        """The plain values of one grade; a grade without differences, or None, has the common ones."""
        own = self.by_grade.get(grade, {}) if grade is not None else {}
        return {**self.values, **own}

    def export(self) -> dict[str, object]:
        return {
            "values": {name: json_value(value) for name, value in self.values.items()},
            "by_grade": {
                str(grade): {name: json_value(value) for name, value in own.items()}
                for grade, own in sorted(self.by_grade.items())
            },
        }

    @staticmethod
    def read(stored: Mapping[str, object]) -> GradedSettings:
        """The plan from its JSON. Raises ValueError where the shape is wrong; values are not checked here."""
        values, by_grade = stored.get("values", {}), stored.get("by_grade", {})
        if not isinstance(values, Mapping) or not isinstance(by_grade, Mapping):
            raise ValueError("a plan has `values` and `by_grade`, both mappings")
        if not all(isinstance(own, Mapping) for own in by_grade.values()):
            raise ValueError("each grade of a plan has a mapping of values")
        return GradedSettings(dict(values), {int(grade): dict(own) for grade, own in by_grade.items()})


@dataclass(frozen=True)
class Preset:
    """A named plan: one year or kind of the tournament."""

    slug: str
    label: str
    help: str
    plan: GradedSettings = field(default_factory=GradedSettings)


def json_value(value: object) -> object:
    """A value as JSON has it."""
    return list(value) if isinstance(value, tuple) else value
