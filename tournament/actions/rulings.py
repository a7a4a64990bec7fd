"""Rulings: a judge says what a line counts as."""

import re
from dataclasses import dataclass
from fractions import Fraction

from django.db import transaction
from django.utils import timezone

from ..models import Mark, PuzzleVersion, Round, Ruling, Submission, User, Verdict
from ..permissions import require
from ..record.replay import version_for
from ..record.rulings import Rulings, given_on, lines_under
from ..texts import unwritable
from . import audit, jobs, judging
from .refusals import Refused, invalid

LONGEST_REASON = 500
VALUE = re.compile(r"-?[0-9]{1,30}(/0*[1-9][0-9]{0,29}|\.[0-9]{1,30})?")


@dataclass(frozen=True)
class Decision:
    """A ruling that could be given, not saved yet, with what it was checked against.

    `verdict` is the engine's on the method it names; `latest` the ruling that stands last on the line so far.
    """

    ruling: Ruling
    round: Round
    version: PuzzleVersion
    verdict: Verdict | None
    latest: Ruling | None


def consider(
    *,
    by: User,
    submission: Submission,
    counts_as: str,
    reason: str,
    method: str = "",
    value: str = "",
    only_this_sheet: bool = False,
) -> Decision:
    """All that `give` checks, and nothing written."""
    line = Submission.objects.select_related("sheet__round__event", "sheet__entrant__player__division").get(
        pk=submission.pk
    )
    round_ = line.sheet.round
    require(by, "rule", round_.event)
    if round_.status == Round.Status.FINAL:
        raise Refused(
            "round_final", f"{round_.name} is final. The organiser must take it back to marking first."
        )
    if counts_as not in Ruling.CountsAs.values:
        raise invalid(counts_as="Say what the line counts as.")
    version = version_for(round_, line.sheet.entrant)
    latest = Rulings(given_on([version.puzzle_id]).get(version.puzzle_id, ())).latest_on(line)
    if counts_as == Ruling.CountsAs.WITHDRAWN and _is_withdrawn(latest):
        raise invalid(counts_as="No ruling stands on this line, so there is none to withdraw.")
    verdict = _accepted(round_, version, line.box, method) if counts_as == Ruling.CountsAs.METHOD else None
    ruling = Ruling(
        event=round_.event,
        puzzle_id=version.puzzle_id,
        box=line.box,
        text=line.text,
        digest=line.digest,
        mark=line.mark,
        submission=line if only_this_sheet or line.mark == Mark.ILLEGIBLE else None,
        counts_as=counts_as,
        method=verdict.text if verdict else "",
        value=_number(value) if counts_as == Ruling.CountsAs.VALUE else "",
        reason=checked_reason(reason),
        given_by=by,
        given_at=timezone.now(),
    )
    return Decision(ruling, round_, version, verdict, latest)


@transaction.atomic
def give(*, by: User, submission: Submission, seen: int | None = None, **decision) -> Ruling:
    """Rule on a line, and on every equal line of its box now and later unless `only_this_sheet`.

    `counts_as`: "method" (it counts as the text `method`, which the engine must accept), "value" (a method of its
    own worth the number `value`), "nothing", or "withdrawn" (earlier rulings on it no longer hold). `seen` is the
    id of the last ruling the judge has seen on the line, 0 for none: Refused `ruled_meanwhile` if a colleague was
    faster. Sending the same ruling twice gives it once.
    """
    round_id = Submission.objects.values_list("sheet__round_id", flat=True).get(pk=submission.pk)
    Round.objects.select_for_update().get(
        pk=round_id
    )  # nobody makes it final, or rules in it, before we are done
    considered = consider(by=by, submission=submission, **decision)
    ruling, latest = considered.ruling, considered.latest
    if latest and _says_the_same(latest, ruling):
        return latest
    if latest and seen is not None and seen != latest.pk:
        raise Refused(
            "ruled_meanwhile", f"{latest.given_by} has ruled on this line meanwhile: “{latest.reason}”"
        )
    if considered.verdict:  # the worker would find the same; having it now leaves no line waiting for it
        Verdict.objects.bulk_create([considered.verdict], ignore_conflicts=True)
    ruling.save()
    said = {
        "line": submission.pk,
        "counts_as": ruling.counts_as,
        "method": ruling.method,
        "value": ruling.value,
    }
    # The entry holds the event's counter. A sheet handed in before is seen below; one handed in after sees this ruling.
    audit.record(ruling.event, by, "ruling.given", ruling, why=ruling.reason, after=said)
    for sheet_id in sheets_under(ruling):
        jobs.ensure("judge_sheet", sheet_id)
    return ruling


def sheets_under(ruling: Ruling) -> list[int]:
    """The sheets with a line that the ruling speaks of, in a fixed order."""
    return sorted(set(lines_under(ruling).values_list("sheet_id", flat=True)))


def _is_withdrawn(latest: Ruling | None) -> bool:
    return latest is None or latest.counts_as == Ruling.CountsAs.WITHDRAWN


def _says_the_same(one: Ruling, other: Ruling) -> bool:
    fields = ("given_by_id", "submission_id", "counts_as", "method", "value", "reason")
    return all(getattr(one, field) == getattr(other, field) for field in fields)


def checked_reason(reason: str) -> str:
    """The reason as it is kept: on one line, readable and not too long. Raises Refused."""
    reason = " ".join(reason.split())
    if not reason:
        raise invalid(reason="Write the reason; it is shown to whoever asks.")
    if len(reason) > LONGEST_REASON:
        raise invalid(
            reason=f"A reason has at most {LONGEST_REASON} characters; this one has {len(reason):,}."
        )
    if trouble := unwritable(reason):
        raise invalid(reason=trouble)
    return reason


def _accepted(round_: Round, version: PuzzleVersion, box: int, method: str) -> Verdict:
    """The engine's verdict, not saved, on the method a judge names; refused unless it accepts it."""
    method = method.strip()
    if trouble := unwritable(method):
        raise invalid(method=trouble)
    if not method:
        raise invalid(method="Type the method that the line counts as.")
    said = judging.verdict_row(version, box, version.read_boxes()[box], round_, method)
    if said.outcome != Verdict.Outcome.ACCEPTED:
        why = " ".join(list(dict.fromkeys(reason["message"] for reason in said.reasons))[:2])
        raise invalid(method=f"The engine does not accept this method. {why}".strip())
    return said


def _number(value: str) -> str:
    value = value.strip().replace("−", "-")
    if not VALUE.fullmatch(value):
        raise invalid(value="Type the number that the line is worth, such as 24 or 7/2.")
    return str(Fraction(value))
