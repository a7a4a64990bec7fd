"""Lines that were typed too late: the sheet was handed in, taken over or closed before they arrived."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.line_text import unwritable
from ..common.refusals import Refused, invalid
from ..models import AuditEntry, Keying, Mark, User
from ..web.permissions import require
from .drafts import TypedLine, by_its_keyer, not_too_many, says_something


@transaction.atomic
def report(*, by: User, keying: Keying, lines: Sequence[TypedLine]) -> AuditEntry:
    """Write lines that came too late for a keying into the event's history, word for word, for the organiser. They are
    not part of the record and count for nothing. A repeated call writes nothing. Raises Refused `taken` for somebody
    else's keying and `still_open` where they can simply be saved."""
    keying = Keying.objects.select_for_update(of=("self",)).get(pk=keying.pk)
    event = keying.sheet.round.event
    require(by, "key", event)
    by_its_keyer(by, keying)
    if keying.state == Keying.State.OPEN and keying.sheet.round.takes_keying:
        sentence = _("You still have this sheet open. Open its page to save these lines.")
        raise Refused("still_open", sentence)
    after = _in_words([line for line in lines if says_something(line)])
    reported = AuditEntry.objects.filter(event_id=event.pk, verb="sheet.left_over", subject_id=keying.pk)
    same = reported.filter(after=after).first()
    return same or audit.record(event, by, "sheet.left_over", keying, after=after)


def _in_words(lines: Sequence[TypedLine]) -> dict[str, str]:
    """{box and number: what was typed}, as the history shows it."""
    if not lines:
        raise Refused("nothing_typed", _("There are no lines to report."), status=400)
    not_too_many(lines)
    problems = {str(line.key): unwritable(line.text) for line in lines}
    if any(problems.values()):
        raise invalid(**{key: trouble for key, trouble in problems.items() if trouble})
    texts = {}
    for number, line in enumerate(lines, 1):
        mark = "" if line.mark == Mark.WRITTEN else f" ({line.mark.replace('_', ' ')})"
        texts[f"box {line.box + 1}, line {number}"] = f"{line.text}{mark}"
    return texts
