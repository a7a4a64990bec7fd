"""Rulings: a judge says what a line counts as."""

from fractions import Fraction

from django.db import transaction
from django.utils import timezone

from ..models import Keying, PuzzleVersion, Ruling, Submission, User
from ..permissions import require
from ..record.replay import version_for
from ..texts import unwritable
from . import audit, jobs, judging
from .refusals import Refused, invalid

WIDEST_VALUE = 60


@transaction.atomic
def give(
    *,
    by: User,
    submission: Submission,
    counts_as: str,
    reason: str,
    method: str = "",
    value: str = "",
    only_this_sheet: bool = False,
) -> Ruling:
    """Rule on a line, and on every equal line of its box now and later unless `only_this_sheet`.

    `counts_as`: "method" (it counts as the text `method`, which the engine must accept), "value" (a method of its
    own worth the number `value`), "nothing", or "withdrawn" (earlier rulings on it no longer hold).
    """
    line = Submission.objects.select_related("sheet__round__event", "sheet__entrant__player__division").get(
        pk=submission.pk
    )
    round_ = line.sheet.round
    require(by, "rule", round_.event)
    if round_.status == round_.Status.FINAL:
        raise Refused(
            "round_final", f"{round_.name} is final. The organiser must take it back to marking first."
        )
    version = version_for(round_, line.sheet.entrant)
    if counts_as not in Ruling.CountsAs.values:
        raise invalid(counts_as="Say what the line counts as.")
    if not reason.strip():
        raise invalid(reason="Write the reason; it is shown to whoever asks.")
    ruling = Ruling(
        event=round_.event,
        puzzle_id=version.puzzle_id,
        box=line.box,
        text=line.text,
        digest=line.digest,
        mark=line.mark,
        submission=line if only_this_sheet or line.mark == "illegible" else None,
        counts_as=counts_as,
        reason=reason.strip(),
        given_by=by,
        given_at=timezone.now(),
        method=_accepted_method(round_, version, line.box, method) if counts_as == "method" else "",
        value=_number(value) if counts_as == "value" else "",
    )
    ruling.save()
    touched = _sheets_touched(ruling)
    for sheet_id in touched:
        jobs.ensure("judge_sheet", sheet_id)
    audit.record(
        round_.event,
        by,
        "ruling.given",
        ruling,
        why=ruling.reason,
        after={
            "line": line.pk,
            "counts_as": counts_as,
            "method": ruling.method,
            "value": ruling.value,
            "sheets": len(touched),
        },
    )
    return ruling


def _accepted_method(round_, version: PuzzleVersion, box: int, method: str) -> str:
    """The method a judge names, once the engine accepts it."""
    method = method.strip()
    if trouble := unwritable(method):
        raise invalid(method=trouble)
    if not method:
        raise invalid(method="Type the method that the line counts as.")
    said = judging.verdict_row(version, box, version.read_boxes()[box], round_, method)
    if said.outcome != "accepted":
        raise invalid(method=f"The engine does not accept this method. {said.reasons[0]['message']}")
    return method


def _number(value: str) -> str:
    try:
        number = Fraction(value.strip()) if len(value) <= WIDEST_VALUE and "e" not in value.lower() else None
    except (ValueError, ZeroDivisionError):
        number = None
    if number is None:
        raise invalid(value="Type the number that the line is worth, such as 24 or 7/2.")
    return str(number)


def _sheets_touched(ruling: Ruling) -> list[int]:
    """Sheets with a line that the ruling applies to, in a fixed order."""
    if ruling.submission_id:
        return [ruling.submission.sheet_id]
    lines = Submission.objects.filter(
        digest=ruling.digest,
        box=ruling.box,
        mark=ruling.mark,
        keying__state=Keying.State.AGREED,
        sheet__entrant__player__division__division_puzzles__puzzle=ruling.puzzle_id,
        sheet__round__puzzles=ruling.puzzle_id,
    )
    return sorted(set(lines.values_list("sheet_id", flat=True)))
