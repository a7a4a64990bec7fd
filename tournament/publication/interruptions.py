"""Where and why making a copy stopped, for the organiser."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Model
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils.functional import Promise
from django.utils.translation import get_language_info, gettext_lazy as _

from ..models import Event, Fixture, Publication, Series, Team
from ..web.published.addresses import public_pages

# what a page is about, by the arguments of its address besides the event and the form of a file
SUBJECTS: dict[frozenset[str], Promise] = {
    frozenset({"number"}): _("player %(number)s"),
    frozenset({"grade"}): _("grade %(grade)s"),
    frozenset({"position"}): _("round %(position)s"),
    frozenset({"position", "grade"}): _("round %(position)s, grade %(grade)s"),
    frozenset({"team_id"}): _("team %(team_id)s"),
    frozenset({"series_id"}): _("series %(series_id)s"),
    frozenset({"fixture_id"}): _("game %(fixture_id)s"),
    frozenset({"series_id", "first", "second"}): _("games of players %(first)s and %(second)s"),
}
ARGUMENTS = frozenset().union(*SUBJECTS)


@dataclass(frozen=True)
class Interruption:
    """A copy that stopped. `address`, `subject` and `language` are empty if it was not at a page."""

    copy: Publication
    address: str = ""
    subject: str = ""
    language: str = ""

    @property
    def is_error(self) -> bool:
        """Whether a page failed, which may happen again; False for an outage."""
        return self.copy.stop_code == Publication.Stop.FAILED


def interruption(copy: Publication) -> Interruption | None:
    """The interruption of a copy; None if the copy is complete or being made, or if its process ended."""
    if not copy.stop_code:
        return None
    match = _match(copy.stop_address)
    if match is None:
        return Interruption(copy)
    return Interruption(copy, copy.stop_address, _subject(copy.event, match), _language(copy.stop_language))


def _match(address: str) -> ResolverMatch | None:
    """The view of an address of a public page; an imported copy may name anything."""
    try:
        match = resolve(address.partition("?")[0])
    except Resolver404:
        return None
    return match if match.url_name in public_pages() else None


def _subject(event: Event, match: ResolverMatch) -> str:
    arguments = {name: value for name, value in match.kwargs.items() if name in ARGUMENTS}
    template = SUBJECTS.get(frozenset(arguments))
    return str(template) % {name: _named(event, name, value) for name, value in arguments.items()} if template else ""


def _named(event: Event, argument: str, value: Any) -> str:
    """The name of the row that an argument of an address means; the argument itself if there is none."""
    rows: dict[str, Any] = {
        "team_id": Team.objects.filter(event=event, pk=value),
        "series_id": Series.objects.filter(event=event, pk=value),
        "fixture_id": Fixture.objects.filter(series__event=event, pk=value).select_related("series"),
    }
    row: Model | None = rows[argument].first() if argument in rows else None
    return str(row or value)


def _language(code: str) -> str:
    return get_language_info(code)["name_translated"] if code in dict(settings.LANGUAGES) else code
