"""Rulings: a judge says what a line counts as, and as many sign as the event asks for."""

from collections.abc import Iterable
from copy import copy

from django.db import transaction
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext as _

from ..models import Puzzle, Round, Ruling, Sheet, Signature, Submission, User, Verdict
from ..permissions import require
from ..record.alike import alike_to
from ..record.proposals import given_together
from ..record.rulings import lines_under, with_overtaken
from . import audit, jobs
from .decisions import Decision, checked_reason, consider, not_final
from .refusals import Refused

__all__ = ["Decision", "as_alike", "checked_reason", "consider", "give", "sheets_under", "sign"]


@transaction.atomic
def give(
    *, by: User, submission: Submission, seen: int | None = None, alike: Iterable[Submission] = (), **decision
) -> Ruling:
    """Rule on a line, and on every equal line of its box now and later unless `only_this_sheet`.

    `counts_as`: "method" (it counts as the text `method`, which the engine must accept), "value" (a method of its
    own worth the number `value`), "nothing", or "withdrawn" (earlier rulings of this reach no longer hold). `alike`
    are lines of `record.alike`, the same answer written otherwise: each gets the same ruling. `seen` is the id of the
    last ruling or proposal the judge has seen on the line, 0 for none: Refused `ruled_meanwhile` if a colleague was
    faster. Where the event asks for more judges it is a proposal until they have signed. Sending the same ruling
    twice gives it once.
    """
    round_id = Submission.objects.values_list("sheet__round_id", flat=True).get(pk=submission.pk)
    Round.objects.select_for_update().get(
        pk=round_id
    )  # nobody makes it final, or rules in it, before we are done
    considered = consider(by=by, submission=submission, **decision)
    ruling, latest = considered.ruling, considered.latest
    if (mine := considered.of_same_reach) and _says_the_same(mine[-1], ruling):
        return mine[-1]
    if latest and seen is not None and seen != latest.pk:
        raise Refused("ruled_meanwhile", _what_happened_meanwhile(latest))
    _nobody_proposed_it(considered)
    if considered.verdict:  # the worker would find the same; having it now leaves no line waiting for it
        Verdict.objects.bulk_create([considered.verdict], ignore_conflicts=True)
    given = [ruling, *as_alike(considered, submission, alike)]
    for each in given:
        each.save()
        Signature.objects.create(ruling=each, judge=by, signed_at=each.given_at)
    # The entry holds the event's counter. A sheet handed in before is seen below; one handed in after sees this ruling.
    said = {
        "line": submission.pk,
        "text": [each.text for each in given],
        "sheet_alone": bool(ruling.submission),
    }
    said |= {field: getattr(ruling, field) for field in ("counts_as", "method", "value")}
    said |= {"signed": 1, "of": ruling.needs} if ruling.needs > 1 else {}
    audit.record(
        ruling.event, by, "ruling.given", ruling, why=ruling.reason, after=said, about=_touched(given)
    )
    if ruling.needs == 1:
        _judge_anew(given)
    return ruling


def as_alike(considered: Decision, line: Submission, lines: Iterable[Submission]) -> list[Ruling]:
    """The ruling once more for each other way in which the answer was written; one for a sheet is for its own text."""
    wanted = {each.digest for each in lines}
    if not wanted or considered.ruling.submission_id:
        return []
    known = {each.digest: each for each in alike_to(line, considered.version)}
    if wanted - known.keys():
        raise Refused(
            "changed_meanwhile", _("Somebody ruled on this answer as others wrote it meanwhile. Look again.")
        )
    again = []
    for digest in sorted(wanted):
        other = copy(considered.ruling)
        other.text, other.digest = known[digest].text, digest
        again.append(other)
    return again


def _nobody_proposed_it(considered: Decision) -> None:
    """A colleague who has the same in mind signs what is there, so that it does not wait twice."""
    ruling = considered.ruling
    for other in considered.of_same_reach:
        is_waiting = other.needs > 1 and other.given_by_id != ruling.given_by_id
        if is_waiting and _decides_the_same(other, ruling) and not _holds(other):
            raise Refused(
                "proposed",
                _("%(judge)s has proposed just this. Sign that ruling.") % {"judge": other.given_by},
            )


def _holds(ruling: Ruling) -> bool:
    return ruling.signatures.count() >= ruling.needs


def _what_happened_meanwhile(latest: Ruling) -> str:
    said = (
        _("%(judge)s has ruled on this line meanwhile: “%(reason)s”")
        if _holds(latest)
        else _("%(judge)s has proposed a ruling on this line meanwhile: “%(reason)s”")
    )
    return said % {"judge": latest.given_by, "reason": latest.reason}


@transaction.atomic
def sign(*, by: User, ruling: Ruling) -> Ruling:
    """Stand behind a colleague's ruling, and what was given with it. It holds, and points change, with the signature
    that completes it.

    Refused `overtaken` where another ruling of the same reach holds meanwhile: what she read is not what would change.
    """
    require(by, "rule", ruling.event)
    Round.objects.select_for_update().get(
        pk=Puzzle.objects.values_list("round_id").get(pk=ruling.puzzle_id)[0]
    )
    known = Ruling.objects.select_related("event", "puzzle__round", "submission__sheet", "given_by")
    ruling = with_overtaken(known).get(pk=ruling.pk)
    not_final(ruling.puzzle.round)
    if ruling.signatures.filter(judge=by).exists():
        return ruling
    if ruling.signed >= ruling.needs:
        raise Refused("complete", _("Enough judges have signed this ruling already."))
    if ruling.is_overtaken:
        raise Refused("overtaken", _("Another ruling holds for these lines meanwhile. Look at it first."))
    given, now = given_together(ruling), timezone.now()
    Signature.objects.bulk_create(Signature(ruling=each, judge=by, signed_at=now) for each in given)
    signed = ruling.signed + 1
    said = {
        "text": [each.text for each in given],
        "counts_as": ruling.counts_as,
        "signed": signed,
        "of": ruling.needs,
    }
    audit.record(
        ruling.event,
        by,
        "ruling.signed",
        ruling,
        before={"signed": ruling.signed},
        after=said,
        why=ruling.reason,
        about=_touched(given),
    )
    if signed == ruling.needs:
        _judge_anew(given)
    return ruling


def _touched(given: list[Ruling]) -> list[Model]:
    """The round, and every sheet with a line that these speak of."""
    sheets = {sheet for ruling in given for sheet in sheets_under(ruling)}
    return [
        Puzzle.objects.select_related("round").get(pk=given[0].puzzle_id).round,
        *(Sheet(pk=pk) for pk in sheets),
    ]


def _judge_anew(given: list[Ruling]) -> None:
    jobs.judge({sheet for ruling in given for sheet in sheets_under(ruling)})


def sheets_under(ruling: Ruling) -> list[int]:
    """The sheets with a line that the ruling speaks of, in a fixed order."""
    return sorted(set(lines_under(ruling).values_list("sheet_id", flat=True)))


def _decides_the_same(one: Ruling, other: Ruling) -> bool:
    return all(getattr(one, field) == getattr(other, field) for field in ("counts_as", "method", "value"))


def _says_the_same(one: Ruling, other: Ruling) -> bool:
    same = one.given_by_id == other.given_by_id and one.reason == other.reason
    return same and _decides_the_same(one, other)
