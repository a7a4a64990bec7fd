"""The form fields of a round's edition: the rules, functions added or left out, and its policies."""

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from judging.language.editions import BASIC, POLICIES, edition as read_edition
from judging.language.functions.table import FUNCTIONS

from ..web.fields import DynamicForm

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
