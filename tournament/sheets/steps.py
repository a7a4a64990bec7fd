"""What the steps of a sheet share: locks, the audit entry, and refusals."""

from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common import limits
from ..common.refusals import Refused
from ..models import Entrant, Keying, PuzzleVersion, Round, Sheet, User
from ..models.sheets import fresh_code
from ..web.permissions import require
from . import custody

CODES_DRAWN = 5  # of 113 million codes, so five that are taken are no accident


class StepResult(NamedTuple):
    """A sheet after a step, and whether the step changed anything; taken twice, it does not."""

    sheet: Sheet
    changed: bool


def locked_round(round_: Round) -> Round:
    """The round, locked, so that sheets are made and numbered one after the other."""
    return Round.objects.select_for_update(no_key=True, of=("self",)).select_related("event").get(pk=round_.pk)


def locked(who: User, sheet: Sheet, needs: str = "key") -> Sheet:
    require(who, needs, sheet.round.event)
    parts = ("round__event", "entrant__event", *custody.WHOSE)
    return Sheet.objects.select_for_update(of=("self",)).select_related(*parts).get(pk=sheet.pk)


def get_or_make(round_: Round, entrant: Entrant, number: int) -> Sheet:
    """The entrant's sheet of this number, made if there is none. Two callers at once get the same one."""
    wanted = {"round": round_, "entrant": entrant, "number": number}
    known = Sheet.objects.filter(**wanted)
    if held := known.first():
        return held
    try:
        with transaction.atomic():
            return save_new(Sheet(**wanted))
    except IntegrityError:
        if made := known.first():
            return made
        raise


def save_new(sheet: Sheet) -> Sheet:
    """Save a new sheet; if its code is taken, draw another, up to CODES_DRAWN in all. Raises IntegrityError if
    something else is wrong or every code drawn is taken."""
    for _each in range(CODES_DRAWN - 1):
        try:
            with transaction.atomic():
                sheet.save(force_insert=True)
                return sheet
        except IntegrityError:
            if not Sheet.objects.filter(code=sheet.code).exists():
                raise
            sheet.pk, sheet.code = None, fresh_code()
    sheet.save(force_insert=True)
    return sheet


def take(who: User, sheet: Sheet, verb: str, why: str = "", **values) -> StepResult:
    before = {name: logged(getattr(sheet, name)) for name in values}
    for name, value in values.items():
        setattr(sheet, name, value)
    sheet.save(update_fields=list(values))
    after = {name: logged(getattr(sheet, name)) for name in values}
    audit.record_of_sheet(sheet, who, verb, before=before, after=after, why=why.strip())
    return StepResult(sheet, True)


def logged(value: object) -> object:
    """A value as the audit trail stores it."""
    if isinstance(value, Entrant):
        return value.label
    if isinstance(value, PuzzleVersion):
        return value.mark
    return value.isoformat() if hasattr(value, "isoformat") else value


def next_number(round_: Round, entrant: Entrant) -> int:
    last = round_.sheets.filter(entrant=entrant).aggregate(last=Max("number"))["last"]
    if (last or 0) >= limits.SHEETS_ENTRANT:
        sentence = _("A player or team has at most %(most)s sheets in a round.")
        raise Refused("too_many_sheets", sentence % {"most": limits.SHEETS_ENTRANT})
    return (last or 0) + 1


def code_facts(sheet: Sheet) -> dict[str, str]:
    return {"sheet": sheet.printed_code}


def refuse_if_final(round_: Round) -> None:
    if round_.status == Round.Status.FINAL:
        sentence = _("%(round)s is final, so you can no longer change which sheets count.")
        raise Refused("final", sentence % {"round": round_.name})


def refuse_without_entrant(sheet: Sheet) -> None:
    if sheet.entrant is None:
        sentence = _("%(sheet)s is a spare sheet without a player. Type its code, a space and the number on it.")
        raise Refused("nobodys", sentence % code_facts(sheet))


def refuse_if_spoilt(sheet: Sheet) -> None:
    if sheet.spoilt_at:
        raise Refused("spoilt", _("%(sheet)s is spoilt: nothing on it counts.") % code_facts(sheet))


def refuse_if_typed(sheet: Sheet) -> None:
    """Refuse while somebody is typing the sheet or has handed it in."""
    if held := sheet.keyings.filter(state=Keying.State.OPEN).select_related("keyer").first():
        raise Refused("being_keyed", _("%(who)s has this sheet open.") % {"who": held.keyer})
    if custody.is_keyed(sheet):
        sentence = _("%(sheet)s has already been typed. To change it, have it typed again.")
        raise Refused("keyed", sentence % code_facts(sheet))
