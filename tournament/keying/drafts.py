"""The lines of a sheet while it is typed: what may be saved, and which stored row a line belongs to."""

import uuid
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from ..common.refusals import Refused, invalid
from ..common.text import MOST_LINES, unwritable
from ..models import DraftLine, Keying, Mark, Submission, User
from ..scoring.questions import version_for


@dataclass(frozen=True)
class TypedLine:
    """A line as the page sends it. `key` is made once in the browser; `revision` grows with each edit there, in all
    tabs together, so that of two saves the later edit wins, whichever arrives last."""

    key: uuid.UUID
    box: int
    position: int
    text: str
    mark: str = Mark.WRITTEN
    revision: int = 0


def by_its_keyer(user: User, keying: Keying) -> None:
    """Refuse anybody but the person who types this keying."""
    if keying.keyer_id != user.pk:
        raise Refused("taken", _("%(name)s is typing this sheet.") % {"name": keying.keyer}, status=403)


def says_something(line: TypedLine | DraftLine) -> bool:
    """Whether the line would be recorded. Empty rows of the page are not."""
    return bool(line.text.strip()) or line.mark != Mark.WRITTEN


def passed_over(lines: Iterable[TypedLine], stored: Iterable[DraftLine | Submission]) -> dict[str, str]:
    """{key: sentence} of the lines that are not stored as they read here."""
    there = {each.key: (each.text, each.mark) for each in stored}
    return {
        str(line.key): _passed_over(*there.get(line.key, ("", Mark.WRITTEN)))
        for line in lines
        if there.get(line.key) != (line.text, line.mark)
    }


def _passed_over(text: str, mark: str) -> str:
    nothing = Mark(mark).label if mark != Mark.WRITTEN else _("nothing")
    return _("This line is not saved. The saved line is: %(text)s") % {"text": text or nothing}


def not_too_many(lines: Collection) -> None:
    """Refuse more lines than a sheet can have."""
    if len(lines) > MOST_LINES:
        raise Refused("too_many_lines", _("A sheet has at most %(most)s lines.") % {"most": MOST_LINES}, status=400)


def check(lines: Iterable[TypedLine | DraftLine], keying: Keying) -> None:
    """Refuse lines that this sheet cannot have, with a sentence for each key."""
    boxes = len(version_for(keying.sheet.round, keying.sheet.entrant).boxes)
    problems = {}
    for line in lines:
        if not 0 <= line.box < boxes:
            problems[str(line.key)] = _("This sheet has %(boxes)s boxes; the line names box %(box)s.") % {
                "boxes": boxes,
                "box": line.box + 1,
            }
        elif line.mark not in Mark.values:
            problems[str(line.key)] = _("A line is written, illegible, struck out or blank.")
        elif trouble := unwritable(line.text):
            problems[str(line.key)] = trouble
    if problems:
        raise invalid(**problems)


def store(keying: Keying, lines: Iterable[TypedLine]) -> list[DraftLine]:
    """Store the drafts and return all of the keying's drafts in order. A line no newer than the stored one is
    skipped."""
    now = timezone.now()
    stored = {draft.key: draft for draft in keying.drafts.all()}
    latest = {line.key: line for line in sorted(lines, key=lambda line: line.revision)}
    not_too_many(stored.keys() | latest.keys())
    for line in latest.values():
        draft = stored.get(line.key) or DraftLine(keying=keying, key=line.key)
        if draft.pk and line.revision <= draft.revision:
            continue
        draft.box, draft.position, draft.text, draft.mark = line.box, line.position, line.text, line.mark
        draft.revision, draft.saved_at = line.revision, now
        draft.save()
        stored[line.key] = draft
    Keying.objects.filter(pk=keying.pk).update(touched_at=now)
    return sorted(stored.values(), key=lambda draft: (draft.box, draft.position, draft.pk))
