"""Finding a sheet from what somebody typed or scanned."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ..common.sheet_codes import code_or_none, looks_like_code
from ..models import Entrant, Event, Round, Sheet
from ..roster import search
from .custody import find_typed


@dataclass(frozen=True)
class SheetMatch:
    """An entrant and their sheets in the round that match: none, one, or several to choose from."""

    entrant: Entrant
    sheets: tuple[Sheet, ...]

    @property
    def number(self) -> int:
        return self.sheets[0].number if self.sheets else 1


class SeveralNamed(LookupError):
    """A name that several `entrants` have; the sentence names their numbers."""

    def __init__(self, entrants: list[Entrant]):
        self.entrants = entrants
        shown = ", ".join(named(each) for each in entrants[:8])
        message = _("Several have this name (%(names)s). Type one of them in full, or the number.")
        super().__init__(message % {"names": f"{shown} …" if len(entrants) > 8 else shown})


def named(entrant: Entrant) -> str:
    """Number and public name of a player, the name of a team."""
    name = entrant.short_name(entrant.event)
    return f"{entrant.label} {name}" if entrant.player and not name.endswith(entrant.label) else name


def find_sheet(round_: Round, text: str, *, any_round: bool = False, names: bool = False) -> SheetMatch:
    """Find a sheet by its code, a player's number or, in a round for teams, a team's name or the number of one of its
    players. With `any_round` a code finds sheets of other rounds too; with `names` a name finds the only player who has
    it.

    Raises SeveralNamed if several players have the name, LookupError with a sentence if nothing matches, ValueError if
    the text is no code, number or name."""
    if round_.for_teams and (team := _team(round_.event, text)):
        return _match(round_, team)
    if looks_like_code(text):
        return _by_code(round_, text, any_round)
    is_name = names and any(letter.isalpha() for letter in text)
    if is_name and (entrants := search.entrants(round_.event, text, of_teams=round_.for_teams)):
        if len(entrants) > 1:
            raise SeveralNamed(entrants)
        return _match(round_, entrants[0])
    if not _is_number(text):
        raise ValueError(_not_a_number(round_) % {"text": text[:40]})
    if len(text) > 9:
        raise LookupError(_("This number is too long. Look at the sheet again."))
    return _match(round_, _by_number(round_, int(text)))


def find_sheets(round_: Round, texts: Collection[str]) -> dict[str, SheetMatch]:
    """{text: match} for the texts that are players' numbers or codes of sheets of the round. Call `find_sheet` for the
    other texts, and for all texts of a round for teams, which may be names."""
    if round_.for_teams:
        return {}
    numbers = {text: int(text) for text in texts if _is_number(text) and len(text) <= 9}
    players = {each.player.number: each for each in _entrants(round_.event).filter(player__number__in=numbers.values())}
    held: dict[int, list[Sheet]] = defaultdict(list)
    for sheet in round_.sheets.filter(entrant__in=players.values(), spoilt_at__isnull=True).order_by("number"):
        held[sheet.owner_id].append(sheet)
    by_number = {
        text: SheetMatch(players[n], tuple(held[players[n].pk])) for text, n in numbers.items() if n in players
    }
    read = {text: code_or_none(text) for text in texts if looks_like_code(text)}
    codes = {text: code for text, code in read.items() if code}
    coded = {each.code: each for each in round_.sheets.filter(code__in=codes.values(), entrant__isnull=False)}
    owners = _entrants(round_.event).in_bulk([each.entrant_id for each in coded.values()])
    matches = {code: SheetMatch(owners[sheet.entrant_id], (sheet,)) for code, sheet in coded.items()}
    return by_number | {text: matches[code] for text, code in codes.items() if code in matches}


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _not_a_number(round_: Round) -> str:
    if round_.for_teams:
        return _("No team is called “%(text)s”. Type its name as on the sheet, or the sheet’s code.")
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
        sentence = _("No player at this event has the number %(number)s. Look at the sheet again.")
        if round_.for_teams:
            sentence = _("No team has a player with the number %(number)s. Look at the sheet again.")
        raise LookupError(sentence % {"number": number})
    return entrant


def _by_code(round_: Round, text: str, any_round: bool) -> SheetMatch:
    sheet = find_typed(round_.event, text)
    if sheet.round_id != round_.pk and not any_round:
        raise LookupError(_("This is a sheet of %(round)s.") % {"round": sheet.round})
    if sheet.entrant_id is None:
        raise LookupError(_("This spare sheet has no player yet. The desk must first enter whose it is."))
    return SheetMatch(_entrants(round_.event).get(pk=sheet.entrant_id), (sheet,))


def _match(round_: Round, entrant: Entrant) -> SheetMatch:
    sheets = round_.sheets.filter(entrant=entrant, spoilt_at__isnull=True).order_by("number")
    return SheetMatch(entrant, tuple(sheets))
