"""Spare sheets: given to whoever needs another one, or in place of one that is spoilt."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..models import Entrant, Sheet, User
from ..permissions import require
from ..record.expected import entrants_of
from . import audit, papers
from .papers import Step
from .refusals import Refused, invalid


@transaction.atomic
def attach(*, by: User, sheet: Sheet, entrant: Entrant, moving: bool = False) -> Step:
    """A spare sheet is the entrant's from now on, beside those she has; all of hers count. One that is somebody
    else's already is moved only where `moving` says so, and never once somebody has typed it."""
    require(by, "key", sheet.round.event)
    round_ = papers.locked_round(sheet.round)  # before the sheet: numbers are given to one after the other
    sheet = papers.locked(by, sheet)
    if sheet.entrant_id == entrant.pk:
        return Step(sheet, False)
    _may_attach(sheet, entrant, moving)
    number = papers.next_number(round_, entrant)
    return papers.step(by, sheet, "sheet.attached", entrant=entrant, number=number)


def _may_attach(sheet: Sheet, entrant: Entrant, moving: bool) -> None:
    papers.not_final(sheet.round)
    papers.usable(sheet)
    if sheet.kind != Sheet.Kind.SPARE:
        said = _("%(sheet)s was printed for %(who)s, so it is no spare sheet.")
        raise Refused("no_spare", said % (papers.name(sheet) | {"who": sheet.entrant.label}))
    if not entrants_of(sheet.round).filter(pk=entrant.pk).exists():
        raise Refused("not_in_round", _("%(who)s does not play in this round.") % {"who": entrant.label})
    if sheet.entrant and not moving:
        said = _("%(sheet)s is %(who)s’s already. If that is wrong, move it on its own page.")
        raise Refused("belongs", said % (papers.name(sheet) | {"who": sheet.entrant.label}))
    papers.untouched(sheet)


@transaction.atomic
def replace(*, by: User, sheet: Sheet, why: str, replacement: Sheet | None = None) -> Step:
    """The entrant writes on another sheet instead, and nothing on this one counts. `replacement` is a spare sheet that
    lies ready; without one a new sheet is made, still to be printed. The step's sheet is the replacement."""
    require(by, "key", sheet.round.event)
    papers.locked_round(sheet.round)
    sheet = papers.locked(by, sheet)
    if before := sheet.replacements.first():
        if replacement is None or replacement.pk == before.pk:
            return Step(before, False)
        said = _("%(sheet)s is replaced by %(instead)s already.")
        raise Refused("replaced", said % (papers.name(sheet) | {"instead": before.printed_code}))
    if not why.strip():
        raise invalid(why=_("Nothing on a replaced sheet counts: write down why."))
    papers.whose(sheet)
    papers.not_final(sheet.round)
    papers.untouched(sheet)
    instead = _instead(by, sheet, replacement)
    was, sheet.spoilt_at = sheet.spoilt_at, sheet.spoilt_at or timezone.now()
    sheet.save(update_fields=["spoilt_at"])
    about = [sheet, sheet.round]
    audit.record(
        sheet.round.event,
        by,
        "sheet.replaced",
        instead,
        before={"spoilt_at": papers.told(was)},
        after={"code": instead.code, "replaces": sheet.code},
        why=why,
        about=about,
    )
    return Step(instead, True)


def _instead(by: User, sheet: Sheet, spare: Sheet | None) -> Sheet:
    """The spare made the sheet's replacement, or a new one."""
    spare = papers.locked(by, spare) if spare else Sheet(round=sheet.round)
    if spare.pk and (spare.round_id != sheet.round_id or spare.entrant_id or spare.spoilt_at):
        said = _("%(spare)s is no spare sheet of this round that lies ready.")
        raise Refused("no_spare", said % {"spare": spare.printed_code})
    spare.kind, spare.replaces, spare.entrant = Sheet.Kind.REPLACEMENT, sheet, sheet.entrant
    spare.number = papers.next_number(sheet.round, sheet.entrant)
    if spare.pk:
        spare.save()
        return spare
    return papers.save_new(spare)
