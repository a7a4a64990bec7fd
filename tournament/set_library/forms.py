"""A set for the library."""

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from judging.games.formats import FORMATS as PAPER_FORMATS
from puzzles.sets.generate import FORMATS

from ..common import limits
from ..imports.choose_file import TABLES, ChooseFile
from ..puzzle_sets.name_fields import NameForm
from ..web.fields import WholeNumber


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
