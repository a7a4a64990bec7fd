"""The forms of a round: its edition (the rules, functions added or left out, and policies) and its settings, which come
from the format's schema. The action checks that they fit together."""

from collections.abc import Iterator

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from judging.games.formats import FORMATS
from judging.games.paper.explanations import duration
from judging.games.settings import GradedSettings, json_value
from judging.language.editions import BASIC, POLICIES, edition as read_edition
from judging.language.functions.table import FUNCTIONS

from ..common.wording.sentences import sentence
from ..models import Round
from ..models.rounds import TIEBREAKER
from ..web.fields import DynamicForm
from .setting_fields import add_setting_fields, as_text, setting_field

NAMES = {
    "number-tournament": _("Number Tournament: all the functions of its rules"),
    "basic-24": _("Basic: + − × ÷ and brackets only"),
}
POLICY_TEXTS = {
    "through_brackets": (
        _("Brackets after a minus sign or below a fraction line"),
        {"same": _("5-(3-1) and 5-3+1 are the same method"), "distinct": _("5-(3-1) and 5-3+1 are two methods")},
    ),
    "card_letters": (
        _("Letters of cards"),
        {"not_read": _("A, J, Q and K are not numbers"), "read": _("A, J, Q and K are 1, 11, 12 and 13")},
    ),
}


def presets() -> list[tuple[str, list[tuple[str, str]]]]:
    """Every preset of every format of the programme, as grouped choices “format:preset”."""
    return [
        (
            f"{gettext(each.name)} ({gettext('for teams')})" if each.for_teams else gettext(each.name),
            [
                (f"{each.slug}:{preset.slug}", f"{gettext(preset.label)}. {gettext(preset.help)}")
                for preset in each.presets
            ],
        )
        for each in FORMATS.values()
        if each.slug != TIEBREAKER
    ]


class AddRound(forms.Form):
    kind = forms.ChoiceField(
        label=_("Format and preset"),
        choices=presets,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose one.")},
    )
    name = forms.CharField(
        label=_("Name"), max_length=80, required=False, help_text=_("Leave it empty to use the name of the format.")
    )

    @property
    def format_and_preset(self) -> tuple[str, str]:
        format_, _colon, preset = self.cleaned_data["kind"].partition(":")
        return format_, preset


class EditionForm(DynamicForm):
    """A round's edition as fields. What is stored and has no field, such as another edition's name, can stay."""

    edition = forms.ChoiceField(label=_("What a method may use"))
    functions_on = forms.MultipleChoiceField(
        label=_("Additional functions"), required=False, widget=forms.CheckboxSelectMultiple
    )
    functions_off = forms.MultipleChoiceField(
        label=_("Functions not allowed"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, stored: dict, *args, **more):
        self.stored = stored
        super().__init__(*args, **more)
        on, off, name = stored.get("on", []), stored.get("off", []), stored.get("edition", "")
        self.fields["edition"].choices = list(({name: _("As the rules of the format say")} | NAMES).items())
        usual = {each for each, function in FUNCTIONS.items() if function.default}
        self.fields["functions_on"].choices = _functions((set(FUNCTIONS) - usual - {"negative"}) | set(on))
        self.fields["functions_off"].choices = _functions((usual - BASIC - {"negative"}) | set(off))
        self.initial = {**self.initial, "edition": name, "functions_on": on, "functions_off": off}
        for policy, choices in POLICIES.items():
            self.fields[f"policy-{policy}"] = _policy(policy, choices)
            self.initial[f"policy-{policy}"] = stored.get("policies", {}).get(policy, choices[0])

    def policy_fields(self) -> list[forms.BoundField]:
        return [self[f"policy-{policy}"] for policy in POLICIES]

    @property
    def is_altered(self) -> bool:
        """Whether the round changes its edition, or one of those fields has an error."""
        names = ["functions_on", "functions_off", *(f"policy-{policy}" for policy in POLICIES)]
        return set(self.stored) != {"edition"} or any(self[name].errors for name in names)

    def rules(self) -> dict:
        """The edition to store; the stored one if both mean the same. Call it on a valid form."""
        edition = {"edition": self.cleaned_data["edition"]}
        for key in ("on", "off"):
            if chosen := self.cleaned_data[f"functions_{key}"]:
                edition[key] = chosen
        policies = {policy: self.cleaned_data[f"policy-{policy}"] for policy in POLICIES}
        if special := {policy: choice for policy, choice in policies.items() if choice != POLICIES[policy][0]}:
            edition["policies"] = special
        return self.stored if read_edition(edition) == read_edition(self.stored) else edition


def _functions(names: set[str]) -> list[tuple[str, str]]:
    return [(name, f"{gettext(row.title)}, {row.example}") for name, row in FUNCTIONS.items() if name in names]


def _policy(policy: str, choices: tuple[str, ...]) -> forms.ChoiceField:
    label, texts = POLICY_TEXTS.get(policy, (policy, {}))
    return forms.ChoiceField(label=label, choices=[(choice, texts.get(choice, choice)) for choice in choices])


class RoundForm(EditionForm):
    """Name, edition and settings of a round: the common values, and what differs in some grades."""

    name = forms.CharField(label=_("Name"), max_length=80)
    keying_policy = forms.ChoiceField(
        label=_("Sheets are typed"),
        choices=[
            ("once", _("once")),
            ("twice", _("twice, by two people who do not see each other’s lines; a third settles differences")),
        ],
        widget=forms.RadioSelect,
        required=False,
        help_text=_("This can be changed until the first sheet of the round is opened."),
    )

    def __init__(self, round_: Round, grades: list[int], *args, **more):
        self.round = round_
        self.schema, self.plan = round_.rules.schema, round_.plan
        self.grades = sorted(grades)  # values of other grades are kept: one may join the event later
        known = {"name": round_.name, "keying_policy": round_.keying_policy}
        super().__init__(round_.edition, *args, initial=known, **more)
        values = {**self.schema.defaults(), **self.plan.values}
        add_setting_fields(self, self.schema, values)
        for setting in self.schema.settings:
            for grade in self.grades:
                own = f"grade-{grade}-{setting.name}"
                self.fields[own] = setting_field(setting, common=values[setting.name], in_grade=True)
                self.initial[own] = as_text(self.plan.by_grade.get(grade, {}).get(setting.name))
        time = self.fields["time_seconds"]
        now = sentence(duration(int(str(values["time_seconds"]))))
        time.help_text = _("%(help)s Now: %(time)s.") % {"help": time.help_text, "time": now}

    def common_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.schema.names()]

    def grade_fields(self) -> Iterator[tuple[int, list[forms.BoundField], bool]]:
        """(grade, its fields, whether anything differs there)"""
        for grade in self.grades:
            fields = [self[f"grade-{grade}-{name}"] for name in self.schema.names()]
            yield grade, fields, any(field.value() or field.errors for field in fields)

    def values(self) -> dict:
        """Keyword arguments for `rounds.change`. Call it on a valid form."""
        return {
            "name": self.cleaned_data["name"],
            "keying_policy": self.cleaned_data["keying_policy"] or self.round.keying_policy,
            "settings": GradedSettings(self._common(), self._by_grade()).export(),
            "edition": self.rules(),
        }

    def _common(self) -> dict[str, object]:
        """The common values, without defaults that the round did not store, so that saving unchanged changes
        nothing."""
        read = {name: self._read(name, name) for name in self.schema.names()}
        usual = {setting.name: json_value(setting.default) for setting in self.schema.settings}
        return {name: value for name, value in read.items() if name in self.plan.values or value != usual[name]}

    def _by_grade(self) -> dict[int, dict[str, object]]:
        unseen = {grade: dict(own) for grade, own in self.plan.by_grade.items() if grade not in self.grades}
        seen = {grade: self._own(grade) for grade in self.grades}
        return unseen | {grade: own for grade, own in seen.items() if own}

    def _own(self, grade: int) -> dict[str, object]:
        fields = {name: f"grade-{grade}-{name}" for name in self.schema.names()}
        return {name: self._read(name, field) for name, field in fields.items() if self._given(field)}

    def _given(self, field: str) -> bool:
        return self.cleaned_data.get(field) not in (None, "")

    def _read(self, name: str, field: str) -> object:
        value = self.cleaned_data[field]
        return value if isinstance(value, bool) else json_value(self.schema[name].from_text(value))


class MoveRound(forms.Form):
    """A step of a round's work. `seen` is the status that the page showed."""

    status = forms.ChoiceField(choices=Round.Status.choices, widget=forms.HiddenInput)
    seen = forms.ChoiceField(choices=Round.Status.choices, widget=forms.HiddenInput)
    why = forms.CharField(label=_("Reason"), max_length=500, required=False)
    anyway = forms.BooleanField(label=_("Make it final although work is left"), required=False)
