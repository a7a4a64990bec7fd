"""Forms of the pages before a game: the PIN, a name, a new table."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ..game_tables.reserved_seats import SEATED, seat_name
from ..models import Event, Player
from ..models.play import NAME
from .setting_fields import GameSettings


class Pin(forms.Form):
    pin = forms.CharField(
        label=_("PIN of the game"),
        max_length=20,
        error_messages={"required": _("Write the six digits that the screen or the host shows.")},
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "big-number"}),
    )


class Join(forms.Form):
    name = forms.CharField(
        label=_("Your name in this game"),
        max_length=10 * NAME,
        help_text=_("A first name or a nickname. Others at the table see it once the host shows it."),
        error_messages={"required": _("Write a name.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": NAME}),
    )
    colour = forms.ChoiceField(required=False, choices=Event.Accent.choices)

    def seat(self) -> dict[str, Any]:
        return {"name": self.cleaned_data["name"], "colour": self.cleaned_data["colour"]}


class PickName(forms.Form):
    """The choice of a player, among those for whom the table is reserved."""

    player = forms.TypedChoiceField(
        label=_("Who are you?"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose your name."), "invalid_choice": SEATED},  # chosen on two phones
    )
    colour = forms.ChoiceField(required=False, choices=Event.Accent.choices)

    def __init__(self, event: Event, players: Sequence[Player], *args: Any, **more: Any):
        super().__init__(*args, **more)
        self.event, self.players = event, {player.pk: player for player in players}
        self.fields["player"].choices = [(player.pk, seat_name(event, player)) for player in players]  # type: ignore[attr-defined]

    def seat(self) -> dict[str, Any]:
        """The player who sits down, for `actions.join`."""
        player = self.players[self.cleaned_data["player"]]
        return {"name": seat_name(self.event, player), "player": player, "colour": self.cleaned_data["colour"]}


class OpenTable(GameSettings):
    """A new table with its settings."""

    name = forms.CharField(
        label=_("Name of the table"), max_length=60, required=False, help_text=_("For example “Room 2”. May be empty.")
    )
    recorded = forms.BooleanField(
        label=_("Enter a game that was played on paper"),
        required=False,
        help_text=_("You type what happened; no clock runs and no phone is needed."),
    )

    def about(self) -> dict[str, Any]:
        """The fields of the table beside its settings."""
        return {name: self.cleaned_data[name] for name in ("name", "recorded")}
