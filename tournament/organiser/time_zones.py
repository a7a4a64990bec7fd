"""The time zones that a form offers: a short list by region, and whatever else the browser or the event has."""

import zoneinfo
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

REGIONS: tuple[tuple[Any, str, str], ...] = (
    (
        _("Europe"),
        "Europe",
        "Amsterdam Athens Berlin Brussels Bucharest Budapest Copenhagen Dublin Helsinki Istanbul Kyiv Lisbon London"
        " Madrid Moscow Oslo Paris Prague Rome Stockholm Vienna Warsaw Zurich",
    ),
    (
        _("America"),
        "America",
        "Anchorage Argentina/Buenos_Aires Asuncion Bogota Caracas Chicago Costa_Rica Denver Guatemala Halifax La_Paz"
        " Lima Los_Angeles Mexico_City Montevideo New_York Panama Phoenix Puerto_Rico Santiago Sao_Paulo St_Johns"
        " Toronto Vancouver",
    ),
    (_("Africa"), "Africa", "Accra Algiers Cairo Casablanca Johannesburg Lagos Nairobi Tunis"),
    (
        _("Asia"),
        "Asia",
        "Baghdad Bangkok Dhaka Dubai Ho_Chi_Minh Hong_Kong Jakarta Jerusalem Karachi Kathmandu Kolkata Manila Riyadh"
        " Seoul Shanghai Singapore Taipei Tashkent Tehran Tokyo",
    ),
    (_("Australia"), "Australia", "Adelaide Brisbane Darwin Hobart Melbourne Perth Sydney"),
    (_("Pacific"), "Pacific", "Auckland Fiji Guam Honolulu"),
)


def city(zone: str) -> str:
    return zone.rpartition("/")[2].replace("_", " ")


def by_region() -> list[tuple[Any, Any]]:
    """Choices in groups; UTC first, for places without any other."""
    groups = [(label, [(f"{folder}/{name}", city(name)) for name in names.split()]) for label, folder, names in REGIONS]
    return [("UTC", "UTC"), *groups]


class TimeZone(forms.ChoiceField):
    """Offers the short list and takes every zone that there is: the browser may name another one."""

    def __init__(self, **more):
        super().__init__(choices=by_region, **more)

    def valid_value(self, value) -> bool:
        return str(value) in zoneinfo.available_timezones()

    def offer(self, zone: object) -> None:
        """Add the zone that the event has, if it is not in the list."""
        listed = {value for _label, group in by_region()[1:] for value, _city in group} | {"UTC"}
        if isinstance(zone, str) and zone not in listed and self.valid_value(zone):
            self.choices = [(zone, zone.replace("_", " ")), *by_region()]
