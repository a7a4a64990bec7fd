"""What the steps of a sheet share: its locks, its audit entry, and why it cannot take one."""

from typing import NamedTuple

from django.db.models import Max
from django.utils.translation import gettext as _

from ..models import Entrant, Keying, Round, Sheet, User
from ..permissions import require
from ..record import custody
from . import audit
from .refusals import Refused


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
