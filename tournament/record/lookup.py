"""What somebody typed or scanned at the desk -> whose sheet she means."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from ..codes import looks_like_code, read_code
from ..models import Entrant, Event, Round, Sheet


@dataclass(frozen=True)
class Found:
    """Whose it is, and which sheets of the round it may be: none yet, one, or several to choose from."""

    entrant: Entrant
    sheets: tuple[Sheet, ...]

    @property
    def number(self) -> int:
        return self.sheets[0].number if self.sheets else 1


def find_sheet(round_: Round, text: str) -> Found:
    """By a sheet's code, a participant's number or, in a round for teams, a team's name or the number of one of its
    players. Raises LookupError with a sentence where there is none, ValueError where it can be neither."""
    if round_.for_teams and (team := _team(round_.event, text)):
        return _found(round_, team)
    if looks_like_code(text):
        return _by_code(round_, text)
    if not (text.isascii() and text.isdigit()):
        raise ValueError(_not_a_number(round_) % {"text": text[:40]})
    if len(text) > 9:
        raise LookupError(_("No number is that long. Look at the paper again."))
    return _found(round_, _by_number(round_, int(text)))


def _not_a_number(round_: Round) -> str:
    if round_.for_teams:
        return _("No team is called “%(text)s”. Type its name as on the paper, or the sheet’s code.")
    return _("Type the number in the digits 0 to 9, such as 117, or the sheet’s code, such as K7M-4RX-F.")


def _entrants(event: Event):
    return Entrant.objects.filter(event=event).select_related("division", "player", "team", "event")


def _team(event: Event, text: str) -> Entrant | None:
    name = " ".join(text.split())
    return _entrants(event).filter(team__name__iexact=name).order_by("pk").first() if name else None


def _by_number(round_: Round, number: int) -> Entrant:
    wanted = {"player__number": number}
    if round_.for_teams:
        wanted = {"team__members__number": number}
    entrant = _entrants(round_.event).filter(**wanted).first()
    if entrant is None and number < 1:
        raise LookupError(_("Numbers begin at 1."))
    if entrant is None:
        said = _("Nobody has the number %(number)s at this event. Look at the paper again.")
        if round_.for_teams:
            said = _("No team has a player with the number %(number)s. Look at the paper again.")
        raise LookupError(said % {"number": number})
    return entrant


def _by_code(round_: Round, text: str) -> Found:
    code = read_code(text)
    held = Sheet.objects.filter(round__event=round_.event, code=code).select_related("round")
    sheet = held.first()
    if sheet is None:
        raise LookupError(_("No sheet of this event has the code %(code)s.") % {"code": text[:20]})
    if sheet.round_id != round_.pk:
        raise LookupError(_("This is a sheet of %(round)s.") % {"round": sheet.round})
    if sheet.entrant_id is None:
        raise LookupError(_("This spare sheet belongs to nobody yet. The desk first notes whose it is."))
    return Found(_entrants(round_.event).get(pk=sheet.entrant_id), (sheet,))


def _found(round_: Round, entrant: Entrant) -> Found:
    sheets = round_.sheets.filter(entrant=entrant, spoilt_at__isnull=True).order_by("number")
    return Found(entrant, tuple(sheets))
