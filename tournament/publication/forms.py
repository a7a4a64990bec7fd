"""Forms to publish results, to correct them and to choose what a ceremony reveals."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.html import escape, format_html
from django.utils.translation import gettext_lazy as _

from ..common import limits
from ..disputes.filing import open_windows
from ..models import Event
from ..models.disputes import unsettled
from ..web.fields import DynamicForm
from .queries import HIDDEN, not_settled, refused, shows_frozen, takes_back

KEEP, REMOVE, CLOSE = "keep", "remove", "close"


class Visibilities(forms.RadioSelect):
    """Radio buttons; those that `refused` names cannot be chosen, and say why."""

    refused: Mapping[str, str] = {}

    def create_option(self, name: str, value: Any, label: Any, *args: Any, **more: Any) -> dict[str, Any]:
        option = super().create_option(name, value, label, *args, **more)
        if why := self.refused.get(value):
            option["attrs"]["disabled"] = True
            option["label"] = format_html('<span>{}<br><span class="muted">{}</span></span>', label, why)
        return option


class Publish(forms.Form):
    """What the public sees. Final results need a tick, since people rely on them; an embargo of frozen results needs a
    choice about them; to take results back needs a reason."""

    visibility = forms.ChoiceField(
        label=_("The public sees"),
        choices=[
            (Event.Visibility.HIDDEN, _("Hidden: the event is not listed and its pages cannot be opened")),
            (Event.Visibility.PROVISIONAL, _("Provisional: results as they come in, marked as provisional")),
            (Event.Visibility.FROZEN, _("Frozen: the results as they are now, until you choose something else here")),
            (
                Event.Visibility.EMBARGOED,
                _("Embargoed: no results before the ceremony, only the programme or results frozen earlier"),
            ),
            (Event.Visibility.FINAL, _("Final: the results, copied and signed, once every round is final")),
        ],
        widget=Visibilities,
    )
    why = forms.CharField(
        label=_("Reason"),
        help_text=_("Needed to take final results back, or to hide frozen ones. It is kept in the history."),
        max_length=limits.REASON,
        required=False,
    )
    frozen_results = forms.ChoiceField(
        label=_("During an embargo, the frozen results"),
        help_text=_("They show everything that was public when they were frozen, ties included."),
        choices=[(KEEP, _("stay public until the ceremony")), (REMOVE, _("are taken away"))],
        widget=forms.RadioSelect,
        required=False,
    )
    confirmed = forms.BooleanField(
        label=_("I have checked the results. They may be announced as final."), required=False
    )

    windows = forms.ChoiceField(
        label=_("Once the results are final, disputes"),
        choices=[
            (CLOSE, _("are closed: nobody can file one any more")),
            (KEEP, _("stay open; each coach’s page says so, and a correction is published with a note")),
        ],
        widget=forms.RadioSelect,
        required=False,
    )
    # open disputes are named beside the tick; `disputes` are those that were named
    anyway = forms.BooleanField(label=_("Publish final results although disputes are open"), required=False)
    disputes = forms.CharField(widget=forms.HiddenInput, required=False, max_length=10_000)

    def __init__(self, event: Event, **sent):
        disputes = list(unsettled(event))
        self.named = " ".join(str(each.pk) for each in disputes)
        super().__init__(**sent | {"initial": {"visibility": event.visibility, "disputes": self.named}})
        self.fields["visibility"].widget.refused = not_now = refused(event)
        if Event.Visibility.FINAL in not_now:
            del self.fields["confirmed"]
        if not takes_back(event, HIDDEN):
            del self.fields["why"]
        self.fields["anyway"].help_text = escape(not_settled(disputes)) if disputes else ""
        self.fields["windows"].help_text = escape(" ".join(each.sentence for each in open_windows(event)))
        if not self.fields["windows"].help_text:
            del self.fields["windows"]
        if not shows_frozen(event):
            del self.fields["frozen_results"]
        elif event.is_embargoed:
            self.initial["frozen_results"] = KEEP

    def keeps(self, name: str) -> bool | None:
        """The choice about frozen results, or open windows for disputes; None without one."""
        chosen = self.cleaned_data.get(name)
        return chosen == KEEP if chosen else None

    def name_again(self) -> None:
        """Name the disputes that are open now, and ask for a new tick."""
        data = {name: value for name, value in self.data.items() if name != "anyway"}
        self.data = {**data, "disputes": self.named}

    def clean_disputes(self) -> list[int]:
        return [int(each) for each in self.cleaned_data["disputes"].split() if each.isascii() and each.isdecimal()]

    def clean(self):
        asked = "confirmed" in self.fields and self.cleaned_data.get("visibility") == Event.Visibility.FINAL
        if asked and not self.cleaned_data["confirmed"]:
            self.add_error("confirmed", _("Tick this to publish final results."))

    @property
    def despite_disputes(self) -> list[int]:
        """The ids of the open disputes that were seen, if it was ticked to publish anyway."""
        return self.cleaned_data.get("disputes", []) if self.cleaned_data.get("anyway") else []


class Correct(forms.Form):
    """A public note on a correction of final results."""

    note = forms.CharField(
        label=_("What was corrected"),
        help_text=_("The public reads it beside the new copy, with the date."),
        max_length=limits.NOTE,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class Choose(DynamicForm):
    """The standings, their order and the places to reveal."""

    standings = forms.MultipleChoiceField(
        label=_("Standings"),
        help_text=_("They are revealed in this order. Those in which somebody has an award are ticked."),
        widget=forms.CheckboxSelectMultiple,
    )
    places = forms.ChoiceField(
        label=_("Places"),
        choices=[("awards", _("only places with an award")), ("all", _("all places, from the last one"))],
        initial="awards",
        widget=forms.RadioSelect,
    )
    by_rounds = forms.BooleanField(
        label=_("First show who leads after each round but the last"),
        help_text=_(
            "A step for each round, with as many places as have awards. It names players who may get no award."
        ),
        initial=True,
        required=False,
    )

    shows_penalties = forms.BooleanField(
        label=_("Show penalties"),
        help_text=_("Without the tick, the screen shows only the total of somebody who has one."),
        required=False,
    )

    def __init__(self, event: Event, awarded: list[str], *args, **more):
        super().__init__(*args, **more)
        self.fields["standings"].choices = list(standing_labels(event).items())
        self.initial["standings"] = awarded

    @property
    def choices(self) -> dict[str, Any]:
        """The arguments of `ceremony_actions.begin`."""
        ticked = {name: self.cleaned_data[name] for name in ("standings", "by_rounds", "shows_penalties")}
        return {**ticked, "only_awards": self.cleaned_data["places"] == "awards"}


def standing_labels(event: Event) -> dict[str, str]:
    """{standing: its name}, in the order of `ceremony.standings_of`."""
    kinds = (("players", _("%(grade)s, players")), ("teams", _("%(grade)s, teams")))
    return {
        f"{kind}-{each.grade}": str(label % {"grade": each.label})
        for each in event.divisions.all()
        for kind, label in kinds
    }
