"""Taking the rulings of a press back at once: second rulings of the same judge undo them, and all stay in the trail."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from judging.messages import message

from ..common.refusals import Refused
from ..common.wording.stored_words import as_stored
from ..models import AuditEntry, Event, Ruling, Submission, User
from ..scoring.rulings import given_on, lines_under
from ..web.permissions import require
from .actions import give

WITHIN = timedelta(seconds=60)
PRESSES = frozenset({"ruling.given", "ruling.settled"})


def undoable(judge: User, event: Event) -> list[Ruling]:
    """The rulings of one press that was the last thing this judge did in the event, if it is as young as WITHIN and
    they hold. Where others must sign, nothing has changed yet."""
    last = AuditEntry.objects.filter(event_id=event.pk, by_id=judge.pk).order_by("-number").first()
    if last is None or last.verb not in PRESSES or timezone.now() - last.at > WITHIN:
        return []
    pressed = (last.after or {}).get("rulings") or [last.subject_id or 0]
    standing = event.rulings.exclude(counts_as=Ruling.CountsAs.WITHDRAWN).filter(pk__in=pressed, needs=1)
    whose = ("submission__sheet__entrant__player", "submission__sheet__entrant__team")
    return list(standing.select_related("puzzle", *whose).order_by("puzzle__round_id", "pk"))


@transaction.atomic
def undo(*, by: User, ruling: Ruling) -> list[Ruling]:
    """Give the rulings that held before on the same lines again or, if there was none, withdraw this one, with the
    others of the same press.

    Refused `too_late` a while after it was given, and `gone` if no line is left under them; otherwise like any
    ruling, so where a colleague has ruled meanwhile: then all of them stay.
    """
    require(by, "rule", ruling.event)
    rulings = undoable(by, ruling.event)
    if ruling not in rulings:
        text = _(
            "A ruling can be taken back within a minute, as the last thing you did. Withdraw it on the line’s page."
        )
        raise Refused("too_late", text)
    lines = [(each, line) for each in rulings if (line := lines_under(each).first())]
    if not lines:
        raise Refused("gone", _("This line no longer counts: its sheet was typed again or taken back."))
    before = given_on({each.puzzle_id for each in rulings})
    return [_undo_one(by, each, line, before[each.puzzle_id]) for each, line in lines]


def _undo_one(by: User, ruling: Ruling, line: Submission, given: tuple[Ruling, ...]) -> Ruling:
    earlier = [each for each in given if each.pk < ruling.pk and _lines_of(each) == _lines_of(ruling)]
    return give(
        by=by,
        submission=line,
        seen=ruling.pk,
        only_this_sheet=ruling.submission_id is not None,
        even_if_refused=True,
        **_decision(earlier[-1] if earlier else None),
    )


def _lines_of(ruling: Ruling) -> tuple:
    """Equal for rulings on the same lines of a puzzle."""
    return ruling.submission and ruling.submission.sheet_id, ruling.box, ruling.mark, ruling.answer


def _decision(earlier: Ruling | None) -> dict[str, Any]:
    if earlier is None or earlier.counts_as == Ruling.CountsAs.WITHDRAWN:
        return {"counts_as": Ruling.CountsAs.WITHDRAWN, "reason": as_stored(message("reason_taken_back"))}
    return {name: getattr(earlier, name) for name in ("counts_as", "method", "value", "reason")}
