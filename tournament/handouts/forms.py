"""The forms for printing (the kind of paper, the players, the size) and for a player who is on no list."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ..common import limits
from ..models import Event
from ..printing.sheets import PAPERS
from ..publication.queries import not_final_yet
from ..roster.player_fields import NewPlayerForm
from ..web.fields import DynamicForm


class WalkIn(NewPlayerForm):
    """A player who is at the door and on no list."""

    codes = forms.CharField(
        label=_("Codes of spare sheets"),
        required=False,
        max_length=limits.PLAYERS_TEXT,
        help_text=_("Optional. Type or scan those that you give them; a space between two."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, event: Event, *args, **more):
        super().__init__(event, *args, **more)
        self.fields["number"].help_text = _("The next free number.")


class PrintHandouts(DynamicForm):
    WHAT = (
        ("names", _("Name lists, by grade")),
        ("door", _("Door list, by last name")),
        ("teams", _("Team lists")),
        ("badges", _("Badges, with a QR code for check-in")),
        ("prizes", _("List of prizes")),
        ("certificates", _("Certificates for awards")),
        ("all_certificates", _("Certificates for awards, and for all players and teams who took part")),
    )
    what = forms.ChoiceField(label=_("What"), choices=WHAT, widget=forms.RadioSelect)
    grade: Any = forms.ModelChoiceField(
        label=_("Grade"), queryset=None, to_field_name="grade", empty_label=_("all"), required=False
    )
    team: Any = forms.ModelChoiceField(
        label=_("Team"),
        queryset=None,
        empty_label=_("all"),
        required=False,
        help_text=_("For lists of names and badges."),
    )
    paper = forms.ChoiceField(label=_("Paper"), choices=PAPERS, required=False)
    provisional = forms.BooleanField(
        label=_("Print them although the results are not published"),
        required=False,
        help_text=_("For prizes and certificates. Each page says that it may still change."),
    )

    def __init__(self, event: Event, *args, **more):
        super().__init__(*args, **more)
        self.event = event
        self.fields["grade"].queryset = event.divisions.all()
        self.fields["team"].queryset = event.teams.all()
        if event.visibility == Event.Visibility.FINAL:
            del self.fields["provisional"]
        elif not not_final_yet(event):
            self.fields["provisional"].help_text = _(
                "For prizes and certificates. All rounds and games are final: you can print before you announce the"
                " results."
            )

    def clean(self):
        values = super().clean() or self.cleaned_data
        needs_final = values.get("what") in {"prizes", "certificates", "all_certificates"}
        if needs_final and self.event.visibility != Event.Visibility.FINAL and not values.get("provisional"):
            self.add_error("provisional", _("The results are not published yet. Publish them first, or tick this."))
        return values
