"""The forms that make a series and correct it."""

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from judging.games.live.game import Game
from judging.games.live_games import GAMES
from judging.games.settings import Preset

from ..check_in.number_list import numbers_in, split_words
from ..common import limits
from ..common.refusals import invalid
from ..models import Entrant, Event, Player, Series
from ..play.setting_fields import preset_settings
from .actions import CHANGEABLE

EVERYBODY = "all"


def games_and_presets() -> list[tuple[str, list[tuple[str, str]]]]:
    """Every preset of every live game in which people play each other, as grouped choices “game:preset”."""
    return [
        (
            gettext(rules.name),
            [
                (f"{slug}:{preset.slug}", gettext(preset.label))
                for preset in rules.presets
                if _for_people(rules, preset)
            ],
        )
        for slug, rules in GAMES.items()
    ]


def _for_people(rules: Game, preset: Preset) -> bool:
    """Whether at least two people play with these settings: a series is never a game for one person or against the
    machine."""
    return rules.seats(rules.schema.read(preset.plan.values))[1] >= 2


class MakeSeries(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=60, help_text=_("For example “League”."))
    what = forms.ChoiceField(label=_("Game"), choices=games_and_presets)
    kind = forms.ChoiceField(
        label=_("Who plays whom"),
        choices=Series.Kind.choices,
        initial=Series.Kind.ROUND_ROBIN,
        widget=forms.RadioSelect,
    )
    who = forms.ChoiceField(label=_("Players"), help_text=_("Those who are present, in the order of their numbers."))
    numbers = forms.CharField(
        label=_("Or these numbers"),
        required=False,
        max_length=1000,
        help_text=_("In the order of their seeds, the best first. For example “104 101 110-118”."),
    )
    rooms = forms.CharField(
        label=_("Rooms"),
        required=False,
        max_length=1000,
        help_text=_("Separated by commas. The games of a round take them in turn."),
    )
    starts_at = forms.DateTimeField(
        label=_("First game"), required=False, widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
    )
    minutes = forms.IntegerField(
        label=_("Minutes from one game to the next"), required=False, min_value=0, max_value=600
    )
    third_place = forms.BooleanField(
        label=_("A game for third place"),
        required=False,
        help_text=_("In a knockout: those who lose in the semi-finals play it beside the final."),
    )
    table_size = forms.IntegerField(
        label=_("Players at a table"),
        initial=4,
        min_value=2,
        max_value=limits.SERIES_TABLE,
        help_text=_("At most, where tables change after each round."),
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        initial=3,
        min_value=1,
        max_value=limits.SERIES_ROUNDS,
        help_text=_("Where tables change after each round."),
    )
    counts_points = forms.BooleanField(
        label=_("Add up the points of the games"),
        required=False,
        help_text=_("Otherwise a win and a draw bring the points below."),
    )
    win_points = forms.IntegerField(label=_("Points for a win"), initial=2, min_value=1, max_value=100)
    draw_points = forms.IntegerField(label=_("Points for a draw"), initial=1, min_value=0, max_value=100)

    def __init__(self, event: Event, *args: Any, names_game: bool = True, **more: Any):
        super().__init__(*args, **more)
        self.event = event
        if not names_game:
            del self.fields["what"]
        grades = [(str(each.pk), each.label) for each in event.divisions.all()]
        self.fields["who"].choices = [(EVERYBODY, _("Everybody")), *grades]  # type: ignore[attr-defined]

    def clean_minutes(self) -> int:
        return self.cleaned_data["minutes"] or 0

    def clean_rooms(self) -> list[str]:
        names = [" ".join(each.split()) for each in self.cleaned_data["rooms"].split(",")]
        if any(len(each) > 40 for each in names):
            raise forms.ValidationError(_("The name of a room has at most 40 characters."))
        return [each for each in names if each]

    def series(self) -> dict[str, Any]:
        """The arguments of `actions.make`, without game and settings if the form does not name a game. Raises Refused
        for words that are no numbers, and for numbers of nobody."""
        cleaned = dict(self.cleaned_data)
        game, _colon, slug = cleaned.pop("what", "").partition(":")
        if game:
            cleaned |= {"game": game, "settings": preset_settings(GAMES[game], slug)}
        return cleaned | {"players": self._players(cleaned.pop("who"), cleaned.pop("numbers"))}

    def _players(self, who: str, numbers: str) -> list[Player]:
        if numbers.strip():
            return self._by_number(numbers)
        present = Player.objects.filter(event=self.event, entrant__status=Entrant.Status.PRESENT).order_by("number")
        return list(present if who == EVERYBODY else present.filter(division=int(who)))

    def _by_number(self, text: str) -> list[Player]:
        """The players of these numbers and ranges, read as at the door."""
        text, words = split_words(text)
        numbers = numbers_in(text, "numbers")
        players = {player.number: player for player in Player.objects.filter(event=self.event, number__in=numbers)}
        missing = [str(number) for number in numbers if number not in players]
        wrong = []
        if words:
            named = ", ".join(f"“{each[:40]}”" for each in words)
            wrong.append(gettext("Type only numbers. These are no numbers: %(words)s.") % {"words": named})
        if missing:
            named = ", ".join(missing)
            wrong.append(gettext("No player at this event has the number %(numbers)s.") % {"numbers": named})
        if wrong:
            raise invalid(numbers=" ".join(wrong))
        return [players[number] for number in numbers]


class ChangeSeries(MakeSeries):
    """What can be corrected once the games are drawn."""

    def __init__(self, series: Series, *args: Any):
        initial = {name: getattr(series, name) for name in CHANGEABLE} | {"rooms": ", ".join(series.rooms)}
        super().__init__(series.event, *args, names_game=False, initial=initial)
        for name in self.fields.keys() - set(CHANGEABLE):
            del self.fields[name]
        if series.kind != Series.Kind.KNOCKOUT:
            self.fields["third_place"].widget = forms.HiddenInput()
