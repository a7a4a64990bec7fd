"""Certificates with full names: their texts, one for each award, and for everybody who took part."""

from collections.abc import Iterable, Iterator

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ..models import Event, Player, Team
from ..printing import handouts
from ..printing.handouts import Certificate
from ..printing.sheets import PaperSize
from .prizes import Prizes, Winner, full_name, place_text, present_members


def certificates_pdf(
    event: Event, awards: Iterable[Prizes], warning: str, *, everybody: bool, paper: PaperSize
) -> bytes | None:
    """The certificates as a PDF; None if there are none."""
    pages = list(certificates(awards, warning, everybody=everybody))
    day = date_format(event.held_on, "DATE_FORMAT")
    return handouts.certificates(event.name, day, _("Certificate"), pages, paper=paper) if pages else None


def certificates(awards: Iterable[Prizes], warning: str, *, everybody: bool) -> Iterator[Certificate]:
    """A certificate for each award, and with `everybody` for each other player who is ranked. A player or team whose
    place is not decided has none."""
    for each in awards:
        yield from (_of_award(each, winner, warning) for winner in each.winners)
        if everybody and not each.of_teams:
            yield from (_of_taking_part(each, who, warning) for who in each.others)


def _of_award(awards: Prizes, winner: Winner, warning: str) -> Certificate:
    who = winner.who
    if isinstance(who, Team):
        members = tuple(full_name(each) for each in present_members(who))
        return Certificate(who.name, place_text(winner), awards.title, members, warning)
    return Certificate(full_name(who), place_text(winner), _grade_and_team(awards, who), warning=warning)


def _of_taking_part(awards: Prizes, who: Player | Team, warning: str) -> Certificate:
    text = pgettext("certificate", "took part")
    return Certificate(full_name(who), text, _grade_and_team(awards, who), warning=warning)


def _grade_and_team(awards: Prizes, who: Player | Team) -> str:
    team = "" if isinstance(who, Team) or not who.team else who.team.name
    return " · ".join(part for part in (awards.of, team) if part)
