"""A set for the library."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from judging.games.formats import FORMATS as PAPER_FORMATS
from puzzles.sets.generate import FORMATS

from ..common import limits
from ..imports.choose_file import TABLES, ChooseFile
from ..models import Event
from ..puzzle_sets.set_fields import NameForm
from ..web.fields import DayField, DynamicForm, Grades, WholeNumber


class NewSetForm(NameForm):
    """A set for the library."""

    format = forms.ChoiceField(label=_("Format"), choices=lambda: format_choices())
    count = WholeNumber(label=_("Puzzles"), min_value=1, max_value=limits.SET_PUZZLES, initial=10)
    field_order = ("format", "count", "name", "tags")


class SetFile(ChooseFile):
    """A file of sets: a table, or JSON as the library and `manage.py generate` write it."""

    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        self.fields["file"].label = _("CSV, XLSX or JSON file")
        self.fields["file"].widget.attrs["accept"] = f"{TABLES},.json,application/json"


class NewSeason(DynamicForm):
    """The sets of a season. The dates are pasted, or follow from the first one."""

    name = forms.CharField(label=_("Name"), max_length=60)
    pattern = forms.ChoiceField(
        label=_("Like"), help_text=_("A round of this event with its settings, or a format with its usual ones.")
    )
    grades = Grades(label=_("Grades"), help_text=_("Such as 3-8, or 3, 4, 6."))
    count = WholeNumber(
        label=_("Questions"),
        required=False,
        min_value=1,
        max_value=limits.SET_PUZZLES,
        help_text=_("Of each set. Leave it empty for as many as usual."),
    )
    first = DayField(label=_("First date"), required=False)
    number = WholeNumber(label=_("Dates"), min_value=1, max_value=limits.SEASON_DATES, initial=30)
    weeks = WholeNumber(label=_("Weeks between them"), min_value=1, max_value=52, initial=1)
    dates = forms.CharField(
        label=_("Other dates"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("In place of the first date: all dates, one on each line, such as 2027-05-08."),
    )

    def __init__(self, event: Event, **more):
        super().__init__(**more)
        rounds = event.rounds.filter(format__in=PAPER_FORMATS)
        self.patterns: dict[str, dict[str, Any]] = {
            **{f"round {each.position}": {"round_": each} for each in rounds},
            **{slug: {"format_slug": slug} for slug in FORMATS if not FORMATS[slug].words},
        }
        names = {f"round {each.position}": each.name for each in rounds} | dict(format_choices())
        self.fields["pattern"].choices = [(each, names[each]) for each in self.patterns]
        self.fields["grades"].initial = sorted(event.divisions.values_list("grade", flat=True))

    def clean_dates(self) -> list[date]:
        field = DayField()
        return [field.clean(line.strip()) for line in self.cleaned_data["dates"].splitlines() if line.strip()]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if not self.errors and not values["dates"] and not values["first"]:
            self.add_error("first", _("Give the first date, or all dates."))
        return values


OTHER_FORMATS = {
    "classic": _("24: one target"),
    "tony_four": _("24: one common value"),
    "closest_to": _("24: as close as possible"),
    "countdown_numbers": _("Countdown: numbers"),
    "letters": _("Countdown: letters"),
    "conundrum": _("Countdown: conundrum"),
}


def format_choices() -> list[tuple[str, str]]:
    """Every format for which puzzles can be made."""
    paper = {slug: gettext(each.name) for slug, each in PAPER_FORMATS.items()}
    return [(slug, str(paper.get(slug) or OTHER_FORMATS[slug])) for slug in FORMATS]
