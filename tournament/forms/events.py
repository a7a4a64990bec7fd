"""Forms of an event: creating it, its settings, its grades."""

import zoneinfo

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from ..models import Event
from .fields import DateInput, Grades, WholeNumber


def time_zones() -> list[tuple[str, str]]:
    names = sorted(
        name for name in zoneinfo.available_timezones() if "/" in name and not name.startswith("Etc/")
    )
    return [(name, name.replace("_", " ")) for name in ["UTC", *names]]


class EventSettings(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=120)
    held_on = forms.DateField(
        label=_("Date"), widget=DateInput(), error_messages={"invalid": _("Write the date like 2027-05-08.")}
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=time_zones)
    public_names = forms.ChoiceField(
        label=_("How players are named in public"), choices=Event.Names.choices, widget=forms.RadioSelect
    )
    accent = forms.ChoiceField(label=_("Colour"), choices=Event.Accent.choices)


class ChangeEvent(EventSettings):
    """Every setting; what a new event need not think about begins with its default."""

    award_places = WholeNumber(
        label=_("Places of a grade that get an award"),
        min_value=0,
        max_value=50,
        help_text=_("For players and for teams alike. A tie matters where one of these places is at stake."),
    )
    kin_counts_as = forms.ChoiceField(
        label=_("Two methods that are the same as algebra count"),
        choices=Event.KinCountsAs.choices,
        widget=forms.RadioSelect,
        help_text=_(
            "Until a judge rules on the pair. Such as (5-1)(9-3) and (1-5)(3-9): the signs are turned twice."
        ),
    )
    judges_per_ruling = WholeNumber(
        label=_("Judges who must sign a ruling"),
        min_value=1,
        max_value=9,
        help_text=_(
            "From 1 to 9. With more than one, a ruling is a proposal until enough have signed. "
            "Rulings given before keep the number that was asked for then."
        ),
    )
    rescore_needs_second = forms.BooleanField(
        label=_("A re-score is applied by somebody else than who proposed it"),
        required=False,
        help_text=_("It holds for what is proposed from then on."),
    )

    def leave_kin_to_a_rescore(self, address: str) -> None:
        """Where a round is final the policy is shown, with the way to propose another."""
        field = self.fields["kin_counts_as"]
        field.disabled = True
        said = _("A round is final, so another policy goes by a re-score.")
        field.help_text = format_html('{} <a href="{}">{}</a>', said, address, _("Propose one"))


class CreateEvent(EventSettings):
    slug = forms.SlugField(
        label=_("Address"),
        max_length=60,
        required=False,
        help_text=_(
            "Letters, digits and hyphens, such as spring-2027. Left empty, it is made from the name."
        ),
    )
    grades = Grades(
        label=_("Grades"), help_text=_("Such as 3-8. They can be added later, too."), required=False
    )
    field_order = ["name", "held_on", "grades", "slug", "time_zone", "public_names", "accent"]

    def __init__(self, *args, **more):
        start = {
            "held_on": timezone.localdate(),
            "time_zone": settings.TIME_ZONE,
            "grades": "3-8",
            "public_names": Event.Names.FIRST_AND_INITIAL,
            "accent": Event.Accent.TEAL,
        }
        super().__init__(*args, **more, initial=start)  # type: ignore[misc]  # nobody passes it by position


class AddGrade(forms.Form):
    grade = WholeNumber(label=_("Grade"))
