"""Spare sheets: as another sheet, or in place of a spoilt one."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.refusals import Refused, invalid
from ..models import Entrant, Sheet, User
from ..rounds.expected_sheets import entrants_of
from ..web.permissions import require
from . import steps
from .steps import StepResult


@transaction.atomic
def attach(*, by: User, sheet: Sheet, entrant: Entrant, moving: bool = False) -> StepResult:
    """Give a spare sheet to an entrant as one more sheet; all of them count. A sheet that belongs to somebody else is
    moved only if `moving`, and never once it has been typed."""
    require(by, "key", sheet.round.event)
    round_ = steps.locked_round(sheet.round)  # before the sheet: numbers are given to one after the other
    sheet = steps.locked(by, sheet)
    if sheet.entrant_id == entrant.pk:
        return StepResult(sheet, False)
    _may_attach(sheet, entrant, moving)
    number = steps.next_number(round_, entrant)
    return steps.take(by, sheet, "sheet.attached", entrant=entrant, number=number)


def _may_attach(sheet: Sheet, entrant: Entrant, moving: bool) -> None:
    steps.refuse_if_final(sheet.round)
    steps.refuse_if_spoilt(sheet)
    if sheet.kind != Sheet.Kind.SPARE:
        sentence = _("%(sheet)s was printed for %(who)s, so it is not a spare sheet.")
        raise Refused("no_spare", sentence % (steps.code_facts(sheet) | {"who": sheet.owner.label}))
    if not entrants_of(sheet.round).filter(pk=entrant.pk).exists():
        raise Refused("not_in_round", _("%(who)s does not play in this round.") % {"who": entrant.label})
    if sheet.entrant and not moving:
        sentence = _("%(sheet)s is already the sheet of %(who)s; if that is wrong, move it on the page of the sheet.")
        raise Refused("belongs", sentence % (steps.code_facts(sheet) | {"who": sheet.entrant.label}))
    steps.refuse_if_typed(sheet)


@transaction.atomic
def replace(*, by: User, sheet: Sheet, why: str, replacement: Sheet | None = None) -> StepResult:
    """Replace a sheet: nothing on it counts any more. `replacement` is an unused spare sheet; without one, a new sheet
    is made, still to be printed. Returns the step of the replacement."""
    require(by, "key", sheet.round.event)
    steps.locked_round(sheet.round)
    sheet = steps.locked(by, sheet)
    if before := sheet.replacements.first():
        if replacement is None or replacement.pk == before.pk:
            return StepResult(before, False)
        sentence = _("%(sheet)s was already replaced by %(instead)s.")
        raise Refused("replaced", sentence % (steps.code_facts(sheet) | {"instead": before.printed_code}))
    if not why.strip():
        raise invalid(why=_("Nothing on a replaced sheet will count. Write down why it is replaced."))
    steps.refuse_without_entrant(sheet)
    steps.refuse_if_final(sheet.round)
    steps.refuse_if_typed(sheet)
    instead = _instead(by, sheet, replacement)
    was, sheet.spoilt_at = sheet.spoilt_at, sheet.spoilt_at or timezone.now()
    sheet.save(update_fields=["spoilt_at"])
    after = {"code": instead.code, "replaces": sheet.code}
    spoilt = {"spoilt_at": steps.logged(was)}
    audit.record_of_sheet(sheet, by, "sheet.replaced", instead, before=spoilt, after=after, why=why)
    return StepResult(instead, True)


def _instead(by: User, sheet: Sheet, spare: Sheet | None) -> Sheet:
    """The spare made the sheet's replacement, or a new one."""
    spare = steps.locked(by, spare) if spare else Sheet(round=sheet.round)
    if spare.pk and (spare.round_id != sheet.round_id or spare.entrant_id or spare.spoilt_at):
        sentence = _("%(spare)s is not an unused spare sheet of this round.")
        raise Refused("no_spare", sentence % {"spare": spare.printed_code})
    spare.kind, spare.replaces, spare.entrant = Sheet.Kind.REPLACEMENT, sheet, sheet.entrant
    spare.number = steps.next_number(sheet.round, sheet.owner)
    if spare.pk:
        spare.save()
        return spare
    return steps.save_new(spare)
