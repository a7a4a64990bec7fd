"""Custody of paper: who has which sheet. Every step may be taken twice, by two desks at once, and out of order."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from ..codes import new_code
from ..models import Division, Entrant, Round, Sheet, User
from ..permissions import require
from ..record import custody
from ..record.expected import entrants_of
from . import audit, papers
from .papers import Step
from .refusals import Refused, invalid

MOST_SPARES = 200


# Many at once


@transaction.atomic
def print_(*, by: User, round: Round, division: Division | None = None, spares: int = 0) -> list[Sheet]:
    """Make sheets ready to print: one for everybody who is expected and has none, and spare ones until `spares` lie
    ready. Sheets that are new on paper with this; those printed before keep their codes and can be printed again."""
    require(by, "run", round.event)
    if not 0 <= spares <= MOST_SPARES:
        raise invalid(spares=_("Have 0 to %(most)s spare sheets ready.") % {"most": MOST_SPARES})
    round = papers.locked_round(round)
    papers.not_final(round)
    made = _missing(round, division)
    short = max(0, spares - custody.free_spares(round).count())
    made += [Sheet(round=round, kind=Sheet.Kind.SPARE) for _each in range(short)]
    for sheet, code in zip(made, fresh_codes(len(made)), strict=True):
        sheet.code = code
    # somebody may open the same entrant's sheet by her number meanwhile, which makes it as well
    Sheet.objects.bulk_create(made, ignore_conflicts=True)
    fresh = _mark(_unprinted(round, division), "printed_at")
    if fresh:
        after = {"grade": division and division.grade, "sheets": len(fresh), "spares": short}
        _record_many(by, round, "sheet.printed", fresh, after)
    return fresh


def _missing(round_: Round, division: Division | None) -> list[Sheet]:
    """A sheet for everybody who has none that counts, not saved yet."""
    lacking = custody.without_sheet(round_)
    entrants = list(lacking.filter(division=division) if division else lacking)
    held = round_.sheets.filter(entrant__in=entrants).order_by()
    last = dict(held.values_list("entrant").annotate(Max("number")))
    return [Sheet(round=round_, entrant=each, number=last.get(each.pk, 0) + 1) for each in entrants]


def fresh_codes(count: int) -> list[str]:
    """Codes that no sheet has and no two of which are equal."""
    chance = secrets.SystemRandom()
    drawn: dict[Any, Any] = {}
    while len(drawn) < count:
        some = [new_code(chance) for _each in range(count - len(drawn))]
        taken = set(Sheet.objects.filter(code__in=some).values_list("code", flat=True))
        drawn |= dict.fromkeys(code for code in some if code not in taken)
    return list(drawn)


def _unprinted(round_: Round, division: Division | None) -> list[int]:
    """Sheets that are on no paper yet. One that was typed without having been printed here is on paper already."""
    sheets = custody.with_stage(round_.sheets.all())
    sheets = sheets.filter(stage=custody.NOT_PRINTED, spoilt_at__isnull=True, lost_at__isnull=True)
    if division:
        sheets = sheets.filter(Q(entrant__division=division) | Q(entrant__isnull=True))
    return list(sheets.values_list("pk", flat=True))


@transaction.atomic
def issue_all(*, by: User, round: Round, division: Division | None = None) -> list[Sheet]:
    """All printed sheets of a round, or of a grade, go to their contestants at once; those that went out with this."""
    require(by, "key", round.event)
    round = papers.locked_round(round)
    sheets = custody.in_use(round).filter(stage=custody.PRINTED, lost_at__isnull=True)
    if division:
        sheets = sheets.filter(entrant__division=division)
    out = _mark(list(sheets.values_list("pk", flat=True)), "issued_at")
    if out:
        after = {"grade": division and division.grade, "sheets": len(out)}
        _record_many(by, round, "sheet.issued", out, after)
    return out


def _mark(ids: Sequence[int], moment: str) -> list[Sheet]:
    """Set a moment that is not set yet; the sheets for which it was not."""
    sheets = Sheet.objects.select_for_update(of=("self",)).filter(pk__in=ids, **{f"{moment}__isnull": True})
    found, now = list(sheets.order_by("pk")), timezone.now()
    for sheet in found:
        setattr(sheet, moment, now)
    Sheet.objects.bulk_update(found, [moment], batch_size=500)
    return found


def _record_many(by: User, round_: Round, verb: str, sheets: list[Sheet], after: dict) -> None:
    after = after | {"codes": [sheet.code for sheet in sheets]}
    audit.record(round_.event, by, verb, round_, after=after, about=sheets)


# One by one


@transaction.atomic
def issue(*, by: User, sheet: Sheet) -> Step:
    """The contestant has it."""
    sheet = papers.locked(by, sheet)
    papers.whose(sheet)
    papers.usable(sheet)
    if sheet.lost_at:
        raise Refused(
            "lost", _("%(sheet)s is marked as lost. Say first that it is found.") % papers.name(sheet)
        )
    if sheet.issued_at or sheet.returned_at:
        return Step(sheet, False)
    return papers.step(by, sheet, "sheet.issued", issued_at=timezone.now())


@transaction.atomic
def return_(*, by: User, sheet: Sheet) -> Step:
    """It lies on the desk again. One that was never marked as issued must have been; one that was lost is found.
    A spoilt sheet may come back too, and stays spoilt."""
    sheet = papers.locked(by, sheet)
    papers.whose(sheet)
    if sheet.returned_at and not sheet.lost_at:
        return Step(sheet, False)
    now = timezone.now()
    came = sheet.returned_at or now
    return papers.step(
        by, sheet, "sheet.returned", issued_at=sheet.issued_at or came, returned_at=came, lost_at=None
    )


@transaction.atomic
def return_for(*, by: User, round: Round, entrant: Entrant) -> Step:
    """The entrant's sheet lies on the desk again; somebody who wrote on paper of her own gets a sheet by this.
    Refused while two of hers are out: then the code says which."""
    require(by, "key", round.event)
    round = papers.locked_round(round)
    if not entrants_of(round).filter(pk=entrant.pk).exists():
        raise Refused("not_in_round", _("%(who)s does not play in this round.") % {"who": entrant.label})
    hers = list(round.sheets.filter(entrant=entrant, spoilt_at__isnull=True).order_by("number"))
    out = [sheet for sheet in hers if not sheet.returned_at]
    if len(out) > 1:
        codes = ", ".join(sheet.printed_code for sheet in out)
        said = _("%(who)s has %(count)s sheets out. Type the code of the one before you: %(codes)s.")
        raise Refused("several", said % {"who": entrant.label, "count": len(out), "codes": codes})
    if not hers:
        number = papers.next_number(round, entrant)
        hers = [papers.the_sheet(round, entrant, number)]
    return return_(by=by, sheet=(out or hers)[-1])


@transaction.atomic
def not_returned(*, by: User, sheet: Sheet) -> Step:
    """It does not lie here after all: a number was mistyped."""
    sheet = papers.locked(by, sheet)
    if not sheet.returned_at:
        return Step(sheet, False)
    papers.untouched(sheet)
    return papers.step(by, sheet, "sheet.not_returned", returned_at=None)


@transaction.atomic
def lost(*, by: User, sheet: Sheet, why: str = "") -> Step:
    """Nobody finds it."""
    sheet = papers.locked(by, sheet)
    if sheet.lost_at:
        return Step(sheet, False)
    return papers.step(by, sheet, "sheet.lost", why, lost_at=timezone.now())


@transaction.atomic
def found(*, by: User, sheet: Sheet) -> Step:
    """It is where it was before it was lost."""
    sheet = papers.locked(by, sheet)
    if not sheet.lost_at:
        return Step(sheet, False)
    return papers.step(by, sheet, "sheet.found", lost_at=None)


@transaction.atomic
def spoilt(*, by: User, sheet: Sheet, why: str) -> Step:
    """What stands on it does not count. Refused once it was keyed: then it is called back to be keyed anew."""
    sheet = papers.locked(by, sheet)
    if sheet.spoilt_at:
        return Step(sheet, False)
    if not why.strip():
        raise invalid(why=_("Nothing on a spoilt sheet counts: write down why."))
    papers.not_final(sheet.round)
    papers.untouched(sheet)
    return papers.step(by, sheet, "sheet.spoilt", why, spoilt_at=timezone.now())


@transaction.atomic
def not_spoilt(*, by: User, sheet: Sheet) -> Step:
    """It counts after all. Refused for one that was replaced: its replacement counts."""
    sheet = papers.locked(by, sheet)
    if not sheet.spoilt_at:
        return Step(sheet, False)
    papers.not_final(sheet.round)
    if instead := sheet.replacements.first():
        said = _("%(sheet)s is replaced by %(instead)s, which counts.")
        raise Refused("replaced", said % (papers.name(sheet) | {"instead": instead.printed_code}))
    return papers.step(by, sheet, "sheet.not_spoilt", spoilt_at=None)
