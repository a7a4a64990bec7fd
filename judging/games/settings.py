"""The settings that an organiser may choose: one schema from which forms, API and validation all come. And the values
that a round stores of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from judging.messages import Fact, Message, message, text

SettingValue = int | bool | str | tuple[int, ...]
SettingKind = Literal["int", "ints", "bool", "choice"]

_KINDS: Mapping[type, SettingKind] = {int: "int", tuple: "ints", bool: "bool"}
MAX_LIST_LENGTH = 20
BOOLS = dict.fromkeys(("true", "on", "yes", "1"), True) | dict.fromkeys(("false", "off", "no", "0", ""), False)


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


@dataclass(frozen=True)
class SettingProblem:
    """A refusal of one setting; `name` is where a form shows the message."""

    name: str
    code: str
    message: Message


@dataclass(frozen=True)
class Setting:
    """One thing to set. Limits hold for an int and for each member of an ints list; `rule` is in docs/rules."""

    name: str
    default: SettingValue
    label: str
    help: str
    minimum: int | None = None
    maximum: int | None = None
    rule: str = ""
    choices: tuple[tuple[str, str], ...] = ()

    @property
    def kind(self) -> SettingKind:
        """One of its choices, else what its default is."""
        return "choice" if self.choices else _KINDS[type(self.default)]

    def problem(self, value: object) -> SettingProblem | None:
        """The problem of a value that the setting cannot have, or None. Values have their JSON types; a list may be a
        tuple."""
        if self.kind == "int":
            return self._whole(value)
        if self.kind == "ints":
            return self._list(value)
        if self.kind == "bool":
            return None if isinstance(value, bool) else self._problem("type", "not_yes_or_no")
        names = tuple(name for name, _ in self.choices)
        return None if value in names else self._problem("choice", "not_a_choice", choices=", ".join(names))

    def from_text(self, text: str) -> object:
        """The value that a form's text means; a text without meaning stays a text, so that `problem` reports it."""
        try:
            if self.kind == "int":
                return int(text)
            if self.kind == "ints":
                return tuple(int(part) for part in text.replace(",", " ").split())
        except ValueError:
            return text
        if self.kind == "bool":
            return BOOLS.get(text.strip().lower(), text)
        return text.strip()

    def export(self) -> dict[str, object]:
        """The setting as plain JSON."""
        names = ("name", "kind", "label", "help", "minimum", "maximum", "rule")
        return {
            **{name: getattr(self, name) for name in names},
            "default": json_value(self.default),
            "choices": [list(choice) for choice in self.choices],
        }

    def _whole(self, value: object) -> SettingProblem | None:
        if isinstance(value, bool) or not isinstance(value, int):
            return self._problem("type", "not_whole")
        if self.minimum is not None and value < self.minimum:
            return self._problem("too_small", "too_small", least=self.minimum)
        if self.maximum is not None and value > self.maximum:
            return self._problem("too_large", "too_large", most=self.maximum)
        return None

    def _list(self, value: object) -> SettingProblem | None:
        if not isinstance(value, list | tuple) or not value:
            return self._problem("type", "not_whole_numbers")
        if len(value) > MAX_LIST_LENGTH:
            return self._problem("too_long", "too_long", most=MAX_LIST_LENGTH)
        problems = map(self._whole, value)
        return next((problem for problem in problems if problem), None)

    def _problem(self, code: str, why: str, **facts: Fact) -> SettingProblem:
        return SettingProblem(self.name, code, message(f"setting_{why}", setting=text(self.label), **facts))


class Settings(dict[str, SettingValue]):
    """Complete and checked settings of one format, with a typed way to read each kind."""

    def whole(self, name: str) -> int:
        value = self[name]
        assert isinstance(value, int), name
        return value

    def wholes(self, name: str) -> tuple[int, ...]:
        value = self[name]
        assert isinstance(value, tuple), name
        return value

    def flag(self, name: str) -> bool:
        return self[name] is True

    def choice(self, name: str) -> str:
        return str(self[name])

    def export(self) -> dict[str, object]:
        """The values as plain JSON; `Schema.read` takes it back."""
        return {name: json_value(value) for name, value in self.items()}


Rule = Callable[[Settings], SettingProblem | None]


@dataclass(frozen=True)
class Schema:
    """All settings of a format, and the rules that tie one to another."""

    settings: tuple[Setting, ...]
    rules: tuple[Rule, ...] = ()

    def __getitem__(self, name: str) -> Setting:
        return next(setting for setting in self.settings if setting.name == name)

    def names(self) -> tuple[str, ...]:
        return tuple(setting.name for setting in self.settings)

    def defaults(self) -> Settings:
        return Settings({setting.name: setting.default for setting in self.settings})

    def problems(self, values: Mapping[str, object]) -> tuple[SettingProblem, ...]:
        """Everything wrong with these values, each once; a name left out has its default."""
        known = {setting.name: setting for setting in self.settings}
        problems = [
            SettingProblem(name, "unknown", message("no_setting", name=name)) for name in values if name not in known
        ]
        checked = [setting.problem(values[name]) for name, setting in known.items() if name in values]
        problems += [problem for problem in checked if problem]
        if not problems:
            settings = self._filled(values)
            problems = [problem for problem in (rule(settings) for rule in self.rules) if problem]
        return tuple(problems)

    def plan_problems(self, plan: GradedSettings) -> dict[int | None, tuple[SettingProblem, ...]]:
        """The problems of each grade of a plan (None: the common values); empty when it can be played."""
        every = {grade: self.problems(plan.for_grade(grade)) for grade in (None, *sorted(plan.by_grade))}
        return {grade: problems for grade, problems in every.items() if problems}

    def read(self, values: Mapping[str, object]) -> Settings:
        """Complete settings from plain values. Raises ValueError when there are problems: ask for those first."""
        if problems := self.problems(values):
            raise ValueError(" ".join(str(problem.message) for problem in problems))
        return self._filled(values)

    def from_text(self, texts: Mapping[str, str]) -> dict[str, object]:
        """A form's texts as values, still to be checked by `problems`."""
        known = {setting.name: setting for setting in self.settings}
        return {name: known[name].from_text(text) if name in known else text for name, text in texts.items()}

    def export(self) -> list[dict[str, object]]:
        return [setting.export() for setting in self.settings]

    def _filled(self, values: Mapping[str, object]) -> Settings:
        return Settings({s.name: _frozen(values.get(s.name, s.default)) for s in self.settings})


def in_order(low: str, high: str, why: Message) -> Rule:
    """The rule that one setting may not be above another."""

    def rule(settings: Settings) -> SettingProblem | None:
        if settings.whole(low) <= settings.whole(high):
            return None
        return SettingProblem(high, "out_of_order", why)

    return rule


def _frozen(value: object) -> SettingValue:
    if isinstance(value, list | tuple):
        return tuple(value)
    assert isinstance(value, int | str)
    return value
