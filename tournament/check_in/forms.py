"""The fields of the door."""

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from ..common import limits
from ..models import Player
from ..roster.player_fields import PlayersFilter
from .queries import ABSENT, PRESENT


class WhoForm(forms.Form):
    """One number, several, or a name."""

    who = forms.CharField(
        label=_("Number or name"),
        required=False,
        max_length=limits.PLAYERS_TEXT,
        help_text=_("Several at once: 101 104 110-118. With part of a name you choose from a list."),
        widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off", "autofocus": True}),
    )


class PlayerListFilter(PlayersFilter):
    SHOWN = (("awaited", _("not here yet")), ("here", _("here")), ("absent", _("absent")), ("all", _("all")))
    show = forms.ChoiceField(label=_("Show"), choices=SHOWN, required=False)
    field_order = ("show", "grade", "team")

    def narrowed(self, players: QuerySet[Player]) -> QuerySet[Player]:
        players, show = super().narrowed(players), self.chosen.get("show", "awaited")
        if show == "absent":
            return players.filter(entrant__status=ABSENT)
        if show == "all":
            return players
        return players.filter(entrant__status=PRESENT, entrant__checked_in_at__isnull=show != "here")
