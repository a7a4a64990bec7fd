"""Taking a ruling back at once: a second ruling of the same judge undoes the first, and both stay in the trail."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from judging.messages import message

from ..common.refusals import Refused
from ..common.wording.stored_words import as_stored
from ..models import AuditEntry, Event, Ruling, User
from ..scoring.rulings import given_on, lines_under
from ..web.permissions import require
from .actions import give

WITHIN = timedelta(seconds=60)


def undoable(judge: User, event: Event) -> Ruling | None:
    """The ruling that was the last thing this judge did in the event, if it is as young as WITHIN and holds. One where
    others must sign has changed nothing yet."""
    last = AuditEntry.objects.filter(event_id=event.pk, by_id=judge.pk).order_by("-number").first()
    if last is None or last.verb != "ruling.given" or timezone.now() - last.at > WITHIN:
        return None
    standing = event.rulings.exclude(counts_as=Ruling.CountsAs.WITHDRAWN).filter(pk=last.subject_id or 0, needs=1)
    return standing.select_related("puzzle").first()


@transaction.atomic
def undo(*, by: User, ruling: Ruling) -> Ruling:
    """Give the ruling that held before on the same lines again or, if there was none, withdraw this one.

    Refused `too_late` unless it is `undoable`, and `gone` if no line is left under it; otherwise like `give`, so where
    a colleague has ruled meanwhile.
    """
    require(by, "rule", ruling.event)
    if undoable(by, ruling.event) != ruling:
        raise Refused(
            "too_late",
            _("A ruling can be taken back within a minute, as the last thing you did. Withdraw it on the line’s page."),
        )
    line = lines_under(ruling).first()
    if line is None:
        raise Refused("gone", _("This line no longer counts: its sheet was typed again or taken back."))
    given = given_on([ruling.puzzle_id])[ruling.puzzle_id]
    earlier = [each for each in given if each.pk < ruling.pk and _same_lines(each, ruling)]
    return give(
        by=by,
        submission=line,
        seen=ruling.pk,
        only_this_sheet=ruling.submission_id is not None,
        even_if_refused=True,
        **_decision(earlier[-1] if earlier else None),
    )


def _same_lines(one: Ruling, other: Ruling) -> bool:
    sheets = [each.submission and each.submission.sheet_id for each in (one, other)]
    place = [(each.box, each.mark, each.answer) for each in (one, other)]
    return sheets[0] == sheets[1] and place[0] == place[1]


def _decision(earlier: Ruling | None) -> dict[str, Any]:
    if earlier is None or earlier.counts_as == Ruling.CountsAs.WITHDRAWN:
        return {"counts_as": Ruling.CountsAs.WITHDRAWN, "reason": as_stored(message("reason_taken_back"))}
    return {name: getattr(earlier, name) for name in ("counts_as", "method", "value", "reason")}
