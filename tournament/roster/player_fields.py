"""Forms of the roster."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from ..models import Entrant, Event, Player
from ..web.fields import DynamicForm, WholeNumber
from . import search
from .actions import PlayerFacts
from .player_details import next_number

EVERYONE = ("", _("all"))
FACTS = ("number", "first_name", "last_name", "grade", "team")


def _grades(event: Event) -> list[tuple[int, str]]:
    return [(division.grade, division.label) for division in event.divisions.all()]


class TeamName(forms.CharField):
    """The name of a team; the page offers those that there are."""

    def __init__(self, label: Any, help_text: Any):
        widget = forms.TextInput(attrs={"list": "teams", "autocomplete": "off"})
        super().__init__(label=label, help_text=help_text, max_length=80, required=False, widget=widget)


class PlayerForm(DynamicForm):
    number = WholeNumber(label=_("Number"), help_text=_("The one printed on the badge."))
    first_name = forms.CharField(label=_("First name"), max_length=80)
    last_name = forms.CharField(label=_("Last name"), max_length=80, required=False)
    grade = forms.TypedChoiceField(label=_("Grade"), coerce=int)
    team = TeamName(_("Team"), _("A new name makes a new team."))

    def __init__(self, event: Event, *args, **more):
        super().__init__(*args, **more)
        self.fields["grade"].choices = _grades(event)
        self.teams = event.teams.values_list("name", flat=True)

    @property
    def facts(self) -> PlayerFacts:
        return PlayerFacts(**{name: self.cleaned_data[name] for name in FACTS})


class NewPlayerForm(PlayerForm):
    """A player to add. One who has the name and the grade of a player on the roster, the `namesake`, is refused once:
    sent again with the namesake's number, it is another child."""

    def __init__(self, event: Event, *args, **more):
        super().__init__(event, *args, initial={"number": next_number(event)}, **more)
        self.event = event
        self.namesake: Player | None = None

    def clean(self):
        values = super().clean() or self.cleaned_data
        if not {"first_name", "last_name", "grade"} <= values.keys():
            return values
        namesake = search.find_namesake(self.event, f"{values['first_name']} {values['last_name']}", values["grade"])
        if namesake and self.data.get("namesake") != str(namesake.number):
            self.namesake = namesake
            question = _("There is already %(player)s, %(grade)s. Is this another child?")
            self.add_error(None, question % {"player": namesake, "grade": namesake.division.label})
        return values


class SubstituteForm(PlayerForm):
    """The player who plays on in the place of a player who leaves."""

    why = forms.CharField(label=_("Reason"), max_length=500, help_text=_("Such as: ill since lunch."))


class StatusForm(forms.Form):
    status = forms.ChoiceField(label=_("Status"), choices=Entrant.Status.choices, widget=forms.RadioSelect)
    why = forms.CharField(
        label=_("Reason"), max_length=500, required=False, help_text=_("Needed for withdrawn and disqualified.")
    )


class BulkForm(DynamicForm):
    """The change to make to the ticked players."""

    DO = (
        ("absent", _("mark as absent")),
        ("present", _("mark as present")),
        ("withdrawn", _("withdraw")),
        ("grade", _("change the grade")),
        ("team", _("put into a team")),
    )
    do = forms.ChoiceField(label=_("Ticked players"), choices=DO)
    grade = forms.TypedChoiceField(label=_("New grade"), coerce=int, empty_value=None, required=False)
    team = TeamName(_("New team"), _("A new name makes a new team; no name takes players out of theirs."))
    why = forms.CharField(
        label=_("Reason"), max_length=500, required=False, help_text=_("Needed if you withdraw players.")
    )

    def __init__(self, event: Event, *args, **more):
        super().__init__(*args, **more)
        self.fields["grade"].choices = [("", "-"), *_grades(event)]
        self.teams = event.teams.values_list("name", flat=True)

    def clean(self):
        values = super().clean() or self.cleaned_data
        if values.get("do") == "grade" and values.get("grade") is None:
            self.add_error("grade", _("Choose a grade."))
        return values


class PlayersFilter(DynamicForm):
    """The players that a list shows. Nonsense in the address shows everything instead of an error."""

    grade = forms.TypedChoiceField(label=_("Grade"), coerce=int, empty_value=None, required=False)
    team = forms.TypedChoiceField(label=_("Team"), coerce=int, empty_value=None, required=False)

    def __init__(self, event: Event, *args, **more):
        super().__init__(*args, **more)
        self.fields["grade"].choices = [EVERYONE, *_grades(event)]
        self.fields["team"].choices = [EVERYONE, *((team.pk, team.name) for team in event.teams.all())]

    @property
    def chosen(self) -> dict:
        self.is_valid()
        given = self.cleaned_data if self.is_bound else {}
        return {name: value for name, value in given.items() if value not in (None, "")}

    def narrowed(self, players: QuerySet[Player]) -> QuerySet[Player]:
        """Those of the players that the list shows."""
        if "grade" in self.chosen:
            players = players.filter(division__grade=self.chosen["grade"])
        return players.filter(team=self.chosen["team"]) if "team" in self.chosen else players


class RosterFilter(PlayersFilter):
    q = forms.CharField(label=_("Number or name"), max_length=80, required=False)
    status = forms.ChoiceField(label=_("Status"), required=False)
    field_order = ("q", "grade", "team", "status")

    def __init__(self, event: Event, *args, **more):
        super().__init__(event, *args, **more)
        present = (Entrant.Status.PRESENT, _("Present or expected"))
        self.fields["status"].choices = [EVERYONE, present, *Entrant.Status.choices[1:]]

    def narrowed(self, players: QuerySet[Player]) -> QuerySet[Player]:
        players = super().narrowed(players)
        if "status" in self.chosen:
            players = players.filter(entrant__status=self.chosen["status"])
        return search.players(players, self.chosen["q"]) if "q" in self.chosen else players
