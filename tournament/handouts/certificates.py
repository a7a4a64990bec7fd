"""Certificates with full names: their texts, one for each award, and for everybody who took part."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from django.utils.translation import gettext as _, gettext_lazy, pgettext

from ..models import Player, Team
from ..printing.handouts import Certificate
from .prizes import Prizes, Winner, full_name, present_members

PLACES = (
    gettext_lazy("First place"),
    gettext_lazy("Second place"),
    gettext_lazy("Third place"),
    gettext_lazy("Fourth place"),
    gettext_lazy("Fifth place"),
    gettext_lazy("Sixth place"),
    gettext_lazy("Seventh place"),
    gettext_lazy("Eighth place"),
    gettext_lazy("Ninth place"),
    gettext_lazy("Tenth place"),
)


def certificates(awards: Iterable[Prizes], warning: str, *, everybody: bool) -> Iterator[Certificate]:
    """A certificate for each award, and with `everybody` for each other player or team that is ranked. Until a
    tie for an award is decided, those in it took part."""
    for each in awards:
        for winner in each.winners:
            certificate = _certificate(each, winner.who, place_in_words(winner), warning)
            yield replace(certificate, place=winner.place, reason=winner.reason)
        if everybody:
            took_part = pgettext("certificate", "Took part")
            yield from (_certificate(each, who, took_part, warning) for who in each.others)


def _certificate(awards: Prizes, who: Player | Team, what: str, warning: str) -> Certificate:
    """A team's names its members who were there, a player's names their team."""
    if isinstance(who, Team):
        members = tuple(full_name(each) for each in present_members(who))
        return Certificate(who.name, what, awards.title, names=members, warning=warning)
    aside = " · ".join(part for part in (awards.of, who.team and who.team.name) if part)
    return Certificate(full_name(who), what, aside, warning=warning)


def place_in_words(winner: Winner) -> str:
    """“Second place”, with a figure where there is no word for it."""
    named = winner.place <= len(PLACES)
    place = str(PLACES[winner.place - 1]) if named else _("Place %(place)s") % {"place": winner.place}
    return _("%(place)s, shared") % {"place": place} if winner.shared else place
