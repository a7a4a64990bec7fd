"""What the steps of a sheet share: its locks, its audit entry, and why it cannot take one."""

from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from ..models import Entrant, Keying, Round, Sheet, User
from ..models.sheets import fresh_code
from ..permissions import require
from ..record import custody
from . import audit
from .refusals import Refused

MOST_DRAWS = 5  # of 113 million codes; that all of them are taken is no accident any more


class Step(NamedTuple):
    """A sheet after a step, and whether the step changed anything: taken again it changes nothing."""

    sheet: Sheet
    changed: bool


def locked_round(round_: Round) -> Round:
    """The round, locked: whoever makes sheets or gives them numbers does so one after the other."""
    return (
        Round.objects.select_for_update(no_key=True, of=("self",)).select_related("event").get(pk=round_.pk)
    )


def locked(who: User, sheet: Sheet) -> Sheet:
    require(who, "key", sheet.round.event)
    sheets = Sheet.objects.select_for_update(of=("self",))
    return sheets.select_related("round__event", "entrant__player", "entrant__team").get(pk=sheet.pk)


def the_sheet(round_: Round, entrant: Entrant, number: int) -> Sheet:
    """The entrant's sheet of this number, made where there is none. Of two who make it at once both get the same."""
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
    """Save a new sheet. Its code was drawn without looking: where one exists that has it, another is drawn, a few times.
    Raises IntegrityError where anything else stands against it, or every code drawn is taken."""
    for _each in range(MOST_DRAWS - 1):
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


def step(who: User, sheet: Sheet, verb: str, why: str = "", **values) -> Step:
    before = {name: told(getattr(sheet, name)) for name in values}
    for name, value in values.items():
        setattr(sheet, name, value)
    sheet.save(update_fields=list(values))
    after = {name: told(getattr(sheet, name)) for name in values}
    audit.record(
        sheet.round.event, who, verb, sheet, before=before, after=after, why=why.strip(), about=[sheet.round]
    )
    return Step(sheet, True)


def told(value: object) -> object:
    """A value as the audit keeps it."""
    if isinstance(value, Entrant):
        return value.label
    return value.isoformat() if hasattr(value, "isoformat") else value


def next_number(round_: Round, entrant: Entrant) -> int:
    last = round_.sheets.filter(entrant=entrant).aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def name(sheet: Sheet) -> dict[str, str]:
    return {"sheet": sheet.printed_code}


def not_final(round_: Round) -> None:
    if round_.status == Round.Status.FINAL:
        said = _("%(round)s is final: no sheet begins or stops to count.")
        raise Refused("final", said % {"round": round_.name})


def whose(sheet: Sheet) -> None:
    if sheet.entrant is None:
        said = _(
            "%(sheet)s is a spare sheet that belongs to nobody. Type its code and the number on it together."
        )
        raise Refused("nobodys", said % name(sheet))


def usable(sheet: Sheet) -> None:
    if sheet.spoilt_at:
        raise Refused("spoilt", _("%(sheet)s is spoilt: nothing on it counts.") % name(sheet))


def untouched(sheet: Sheet) -> None:
    """Refuse while somebody is typing the sheet or has handed it in."""
    if held := sheet.keyings.filter(state=Keying.State.OPEN).select_related("keyer").first():
        raise Refused("being_keyed", _("%(who)s has this sheet open.") % {"who": held.keyer})
    if custody.is_keyed(sheet):
        said = _("%(sheet)s has been typed. Call it back to be keyed anew.")
        raise Refused("keyed", said % name(sheet))
