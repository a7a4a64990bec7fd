"""Lines that were typed too late: the sheet was handed in, taken over or closed before they arrived."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from ..models import AuditEntry, Keying, Mark, User
from ..permissions import require
from ..texts import unwritable
from . import audit
from .drafts import MOST_LINES, Line, says_something
from .refusals import Refused, invalid


@transaction.atomic
def tell(*, by: User, keying: Keying, lines: Sequence[Line]) -> AuditEntry:
    """Put lines that came too late for her keying into the event's history, word for word, where the organiser finds
    them. They are no part of the record and count for nothing. Telling the same again tells it once. Raises Refused
    `taken` for somebody else's keying and `still_open` where they can simply be saved."""
    keying = Keying.objects.select_for_update(of=("self",)).get(pk=keying.pk)
    event = keying.sheet.round.event
    require(by, "key", event)
    if keying.keyer_id != by.pk:
        raise Refused("taken", _("%(keyer)s has this sheet.") % {"keyer": keying.keyer}, status=403)
    if keying.state == Keying.State.OPEN and keying.sheet.round.takes_keying:
        sentence = _("You still have this sheet open. Open its page, and its lines are saved.")
        raise Refused("still_open", sentence)
    after = _in_words([line for line in lines if says_something(line)])
    told = AuditEntry.objects.filter(event_id=event.pk, verb="sheet.left_over", subject_id=keying.pk)
    same = told.filter(after=after).first()
    return same or audit.record(event, by, "sheet.left_over", keying, after=after)


def _in_words(lines: Sequence[Line]) -> dict[str, str]:
    """{box and number: what was typed}, as the history shows it."""
    if not lines:
        raise Refused("nothing_typed", _("There is no line to tell of."), status=400)
    if len(lines) > MOST_LINES:
        raise Refused(
            "too_many_lines", _("A sheet has at most %(most)s lines.") % {"most": MOST_LINES}, status=400
        )
    if problems := {str(line.key): trouble for line in lines if (trouble := unwritable(line.text))}:
        raise invalid(**problems)
    found = {}
    for number, line in enumerate(lines, 1):
        mark = "" if line.mark == Mark.WRITTEN else f" ({line.mark.replace('_', ' ')})"
        found[f"box {line.box + 1}, line {number}"] = f"{line.text}{mark}"
    return found
