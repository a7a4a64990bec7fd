"""Forms of an event: creating it, its settings, its grades, and a round's dispute window."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from ..models import Event
from ..web.fields import DayField, DynamicForm, Grades, WholeNumber
from .time_zones import TimeZone


class EventSettings(DynamicForm):
    name = forms.CharField(label=_("Name"), max_length=120)
    held_on = DayField(label=_("Date"))
    time_zone: Any = TimeZone(
        label=_("Time zone"), help_text=_("If yours is not in the list, choose a city that has the same time.")
    )
    public_names = forms.ChoiceField(
        label=_("How players are named in public"), choices=Event.Names.choices, widget=forms.RadioSelect
    )
    accent = forms.ChoiceField(label=_("Colour"), choices=Event.Accent.choices)

    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        offered = self.data.get("time_zone") if self.is_bound else self.initial.get("time_zone")
        self.fields["time_zone"].offer(offered)


class ChangeEvent(EventSettings):
    """Every setting of an event."""

    award_places = WholeNumber(
        label=_("Places in each grade that get an award"),
        min_value=0,
        max_value=50,
        help_text=_("For players and for teams. Only ties for these places are played out."),
    )
    kin_counts_as = forms.ChoiceField(
        label=_("Methods such as (5-1)(9-3) and (1-5)(3-9) in one box"),
        choices=Event.KinCountsAs.choices,
        widget=forms.RadioSelect,
        help_text=_(
            "The two are equal in algebra, but no rule makes them the same method. A judge can rule on each such pair."
        ),
    )
    judges_per_ruling = WholeNumber(
        label=_("Judges who must sign a ruling"),
        min_value=1,
        max_value=9,
        help_text=_(
            "From 1 to 9. With more than one, a ruling does not count until enough judges have signed it. Earlier"
            " rulings keep the number that was set then."
        ),
    )
    rescore_needs_second = forms.BooleanField(
        label=_("A second person must apply each re-score"),
        required=False,
        help_text=_("Where a ruling needs three judges or more, each re-score needs as many people."),
    )

    def link_judges(self, address: str) -> None:
        """Link to the page on which judges are added."""
        field = self.fields["judges_per_ruling"]
        field.help_text = format_html('{} <a href="{}">{}</a>', field.help_text, address, _("Add judges"))

    def leave_kin_to_a_rescore(self, address: str) -> None:
        """Disable the policy of same methods, and link to proposing a re-score."""
        field = self.fields["kin_counts_as"]
        field.disabled = True
        sentence = _("A round is final, so only a re-score can change this.")
        field.help_text = format_html('{} <a href="{}">{}</a>', sentence, address, _("Propose one"))


class CreateEvent(EventSettings):
    slug = forms.SlugField(
        label=_("Address"),
        max_length=60,
        required=False,
        help_text=_("Letters, digits and hyphens, such as spring-2027. Leave it empty to make it from the name."),
    )
    grades = Grades(label=_("Grades"), help_text=_("Such as 3-8. You can add more later."), required=False)
    field_order = ["name", "held_on", "grades", "slug", "time_zone", "public_names", "accent"]

    def __init__(self, *args, own_zone: str | None = None, **more):
        """`own_zone`: that of the organiser's last event; without one the browser is asked."""
        start = {
            "held_on": timezone.localdate(),
            "time_zone": own_zone or settings.TIME_ZONE,
            "grades": "3-8",
            "public_names": Event.Names.FIRST_AND_INITIAL,
            "accent": Event.Accent.TEAL,
        }
        super().__init__(*args, **more, initial=start)
        if not self.is_bound and own_zone is None:
            self.fields["time_zone"].widget.attrs["data-own-zone"] = ""


class AddGrade(forms.Form):
    grade = WholeNumber(label=_("Grade"))


class WindowForm(forms.Form):
    """The organiser's change of a round's dispute window."""

    step = forms.ChoiceField(choices=[("open", _("Open")), ("extend", _("Extend")), ("close", _("Close"))])
    minutes = WholeNumber(
        label=_("Minutes"), required=False, widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "short"})
    )
