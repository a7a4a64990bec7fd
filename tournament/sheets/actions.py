"""Custody: who has which sheet. Every step may be taken twice, by two people at once, and out of order."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common import limits
from ..common.refusals import Refused, invalid
from ..common.sheet_codes import new_code
from ..models import Division, Entrant, PuzzleVersion, Round, Sheet, User
from ..round_puzzles import printed_questions
from ..rounds.expected_sheets import entrants_of
from ..web.permissions import require
from . import custody, lost_sheets, steps
from .steps import StepResult

# Many at once


@transaction.atomic
def print_(
    *,
    by: User,
    round_: Round,
    division: Division | None = None,
    entrant: Entrant | None = None,
    spares: int = 0,
    questions: bool = True,
) -> list[Sheet]:
    """Make sheets to print: one for every expected entrant without one (or for `entrant` alone), and spare ones until
    there are `spares`. With `questions` each gets the question in force. Returns the sheets that were not printed
    before; others keep their codes and can be printed again."""
    require(by, "run", round_.event)
    if not 0 <= spares <= limits.SPARES:
        raise invalid(spares=_("You can have 0 to %(most)s spare sheets.") % {"most": limits.SPARES})
    round_ = steps.locked_round(round_)
    steps.refuse_if_final(round_)
    made = _missing(round_, division, entrant)
    short = max(0, spares - custody.free_spares(round_).count())
    made += [Sheet(round=round_, kind=Sheet.Kind.SPARE) for _each in range(short)]
    for sheet, code in zip(made, fresh_codes(len(made)), strict=True):
        sheet.code = code
    # somebody may open the same sheet by the player's number at this moment, which makes it too
    Sheet.objects.bulk_create(made, ignore_conflicts=True)
    fresh = _mark(_unprinted(round_, division, entrant), "printed_at")
    _put_questions(round_, fresh, questions, division)
    if fresh:
        after = {"grade": division and division.grade, "sheets": len(fresh), "spares": short}
        _record_many(by, round_, "sheet.printed", fresh, after)
    return fresh


@transaction.atomic
def print_again(
    *, by: User, round_: Round, division: Division | None = None, questions: bool = True, old: bool = False
) -> list[Sheet]:
    """Print the question in force on sheets that are still out; with `old` only on those with an old question. These
    count as printed now and not as handed out. Returned sheets stay as they are. Returns the sheets in the order of
    their rows."""
    require(by, "run", round_.event)
    round_ = steps.locked_round(round_)
    steps.refuse_if_final(round_)
    chosen = _to_print_again(round_, division, old)
    _put_questions(round_, chosen, questions)
    if old:
        now = timezone.now()
        Sheet.objects.filter(pk__in=[each.pk for each in chosen]).update(printed_at=now, issued_at=None)
        for sheet in chosen:
            sheet.printed_at, sheet.issued_at = now, None
    if chosen:
        after = {"grade": division and division.grade, "sheets": len(chosen)}
        _record_many(by, round_, "sheet.printed_again", chosen, after)
    return chosen


def _to_print_again(round_: Round, division: Division | None, old: bool) -> list[Sheet]:
    sheets = printed_questions.PrintedQuestions(round_).old() if old else round_.sheets.all()
    sheets = sheets.filter(printed_at__isnull=False, spoilt_at__isnull=True)
    if division:
        sheets = sheets.filter(entrant__division=division)
    ids = custody.with_stage(sheets).filter(stage__lt=custody.RETURNED).values_list("pk", flat=True)
    return list(_locked(list(ids)).order_by("pk"))


def _locked(ids: Sequence[int]) -> QuerySet[Sheet]:
    sheets = Sheet.objects.select_for_update(of=("self",)).filter(pk__in=ids)
    return sheets.select_related("entrant", "printed_version")


def _put_questions(round_: Round, sheets: list[Sheet], questions: bool, division: Division | None = None) -> None:
    """Record the question that each of these sheets shows once it is printed now."""
    asked = printed_questions.PrintedQuestions(round_)
    for sheet in sheets:
        shown = asked.for_sheet(sheet, division) if questions else None
        before = sheet.printed_version
        if before and not (shown and shown.asks_the_same(before)):
            printed_questions.show(sheet, shown)
        else:
            sheet.printed_version = shown
    Sheet.objects.bulk_update(sheets, printed_questions.SHOWN, batch_size=500)


@transaction.atomic
def remove_questions(*, by: User, round_: Round) -> int:
    """Record that the sheets with an old question show none now: players copy it from the board. Returns how many."""
    require(by, "run", round_.event)
    round_ = steps.locked_round(round_)
    return printed_questions.unmark_printed(by, round_, printed_questions.PrintedQuestions(round_).old())


def _missing(round_: Round, division: Division | None, entrant: Entrant | None) -> list[Sheet]:
    """An unsaved sheet for every expected entrant without one that counts."""
    lacking = custody.without_sheet(round_)
    lacking = lacking.filter(pk=entrant.pk) if entrant else lacking
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


def _unprinted(round_: Round, division: Division | None, entrant: Entrant | None) -> list[int]:
    """Ids of sheets that were not printed. One that was typed without being printed here is on paper already."""
    sheets = custody.with_stage(round_.sheets.all())
    sheets = sheets.filter(stage=custody.NOT_PRINTED, spoilt_at__isnull=True, lost_at__isnull=True)
    if division:
        sheets = sheets.filter(Q(entrant__division=division) | Q(entrant__isnull=True))
    if entrant:
        sheets = sheets.filter(entrant=entrant)
    return list(sheets.values_list("pk", flat=True))


@transaction.atomic
def issue_all(*, by: User, round_: Round, division: Division | None = None) -> list[Sheet]:
    """Mark all printed sheets of a round, or of a grade, as handed out; returns those that were not before."""
    require(by, "key", round_.event)
    round_ = steps.locked_round(round_)
    sheets = custody.in_use(round_).filter(stage=custody.PRINTED, lost_at__isnull=True)
    if division:
        sheets = sheets.filter(entrant__division=division)
    out = _mark(list(sheets.values_list("pk", flat=True)), "issued_at")
    if out:
        after = {"grade": division and division.grade, "sheets": len(out)}
        _record_many(by, round_, "sheet.issued", out, after)
    return out


def _mark(ids: Sequence[int], moment: str) -> list[Sheet]:
    """Set the column `moment` to now where it is empty; returns these sheets."""
    sheets = _locked(ids).filter(**{f"{moment}__isnull": True})
    marked, now = list(sheets.order_by("pk")), timezone.now()
    for sheet in marked:
        setattr(sheet, moment, now)
    Sheet.objects.bulk_update(marked, [moment], batch_size=500)
    return marked


def _record_many(by: User, round_: Round, verb: str, sheets: list[Sheet], after: dict) -> None:
    after = after | {"codes": [sheet.code for sheet in sheets]}
    audit.record(round_.event, by, verb, round_, after=after, about=sheets)


# One by one


@transaction.atomic
def issue(*, by: User, sheet: Sheet) -> StepResult:
    """Mark a sheet as handed out."""
    sheet = steps.locked(by, sheet)
    steps.refuse_without_entrant(sheet)
    steps.refuse_if_spoilt(sheet)
    if sheet.lost_at:
        raise Refused("lost", _("%(sheet)s is marked as lost. Mark it as found first.") % steps.code_facts(sheet))
    if sheet.issued_at or sheet.returned_at:
        return StepResult(sheet, False)
    return steps.take(by, sheet, "sheet.issued", issued_at=timezone.now())


@transaction.atomic
def return_(*, by: User, sheet: Sheet, reopen: bool = False) -> StepResult:
    """Mark a sheet as returned, and so as issued and not lost. A spoilt sheet may come back too, and stays spoilt. A
    lost one that counts as nothing is refused without `reopen`: with it, it is to be typed again."""
    sheet = steps.locked(by, sheet)
    steps.refuse_without_entrant(sheet)
    if sheet.returned_at and not sheet.lost_at:
        return StepResult(sheet, False)
    lost_sheets.turned_up(by, sheet, reopen)
    now = timezone.now()
    came = sheet.returned_at or now
    return steps.take(by, sheet, "sheet.returned", issued_at=sheet.issued_at or came, returned_at=came, lost_at=None)


@transaction.atomic
def return_for(*, by: User, round_: Round, entrant: Entrant, reopen: bool = False) -> StepResult:
    """Mark the entrant's sheet as returned; an entrant without a sheet gets one, as for work on plain paper. Refused
    while the entrant has two sheets out: then the code is needed."""
    require(by, "key", round_.event)
    round_ = steps.locked_round(round_)
    if not entrants_of(round_).filter(pk=entrant.pk).exists():
        raise Refused("not_in_round", _("%(who)s does not play in this round.") % {"who": entrant.label})
    own = list(round_.sheets.filter(entrant=entrant, spoilt_at__isnull=True).order_by("number"))
    out = [sheet for sheet in own if not sheet.returned_at]
    if len(out) > 1:
        codes = ", ".join(sheet.printed_code for sheet in out)
        sentence = _("%(who)s has %(count)s sheets out. Type the code of the one before you: %(codes)s.")
        raise Refused("several", sentence % {"who": entrant.label, "count": len(out), "codes": codes})
    if not own:
        number = steps.next_number(round_, entrant)
        own = [steps.get_or_make(round_, entrant, number)]
    return return_(by=by, sheet=(out or own)[-1], reopen=reopen)


@transaction.atomic
def not_returned(*, by: User, sheet: Sheet) -> StepResult:
    """Take back a return, as for a mistyped number."""
    sheet = steps.locked(by, sheet)
    if not sheet.returned_at:
        return StepResult(sheet, False)
    steps.refuse_if_typed(sheet)
    return steps.take(by, sheet, "sheet.not_returned", returned_at=None)


@transaction.atomic
def shows(*, by: User, sheet: Sheet, version: PuzzleVersion | None) -> StepResult:
    """Record which question the paper shows, as somebody reads beside its code; None for no question."""
    sheet = steps.locked(by, sheet)
    if version and version.puzzle.round_id != sheet.round_id:
        raise invalid(version=_("Choose a question of this round."))
    if version == sheet.printed_version:
        return StepResult(sheet, False)
    return steps.take(by, sheet, "sheet.question", printed_version=version, earlier_version=None, written_over=False)


@transaction.atomic
def lost(*, by: User, sheet: Sheet, why: str = "") -> StepResult:
    """Mark a sheet as lost."""
    sheet = steps.locked(by, sheet)
    if sheet.lost_at:
        return StepResult(sheet, False)
    return steps.take(by, sheet, "sheet.lost", why, lost_at=timezone.now())


@transaction.atomic
def not_lost(*, by: User, sheet: Sheet) -> StepResult:
    """Mark a lost sheet as no longer lost. If it counted as nothing, it is waited for again."""
    sheet = steps.locked(by, sheet)
    if not sheet.lost_at:
        return StepResult(sheet, False)
    lost_sheets.turned_up(by, sheet, reopen=True)
    return steps.take(by, sheet, "sheet.found", lost_at=None)


@transaction.atomic
def spoilt(*, by: User, sheet: Sheet, why: str) -> StepResult:
    """Mark a sheet as spoilt: nothing on it counts. Refused once it was typed; then have it typed again instead."""
    sheet = steps.locked(by, sheet)
    if sheet.spoilt_at:
        return StepResult(sheet, False)
    if not why.strip():
        raise invalid(why=_("Nothing on a spoilt sheet will count. Write down why it is spoilt."))
    steps.refuse_if_final(sheet.round)
    steps.refuse_if_typed(sheet)
    return steps.take(by, sheet, "sheet.spoilt", why, spoilt_at=timezone.now())


@transaction.atomic
def not_spoilt(*, by: User, sheet: Sheet) -> StepResult:
    """Let a spoilt sheet count again. Refused if it was replaced: then its replacement counts."""
    sheet = steps.locked(by, sheet)
    if not sheet.spoilt_at:
        return StepResult(sheet, False)
    steps.refuse_if_final(sheet.round)
    if instead := sheet.replacements.first():
        sentence = _("%(sheet)s is replaced by %(instead)s, which counts.")
        raise Refused("replaced", sentence % (steps.code_facts(sheet) | {"instead": instead.printed_code}))
    return steps.take(by, sheet, "sheet.not_spoilt", spoilt_at=None)
