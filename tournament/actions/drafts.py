"""The lines of a sheet while it is typed: what may be saved, and how a line finds the row it was saved in before."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from ..models import DraftLine, Keying, Mark, Submission
from ..record.questions import version_for
from ..texts import MOST_LINES, unwritable
from .refusals import Refused, invalid


@dataclass(frozen=True)
class Line:
    """A line as the page sends it. `key` is made once in the browser; `revision` grows with each edit there.

    `base` is the revision of the stored line that this one goes on from, 0 for a line that was not stored when she
    began it; None from whoever does not know, and then the greater revision wins."""

    key: uuid.UUID
    box: int
    position: int
    text: str
    mark: str = Mark.WRITTEN
    revision: int = 0
    base: int | None = None


def says_something(line: Line | DraftLine) -> bool:
    """Whether the line would be recorded: empty rows of the page are not."""
    return bool(line.text.strip()) or line.mark != Mark.WRITTEN


def passed_over(lines: Iterable[Line], stored: Iterable[DraftLine | Submission]) -> dict[str, str]:
    """{key: sentence} of the lines that were not saved because another tab or computer had saved others under their key."""
    there = {each.key: (each.text, each.mark) for each in stored}
    return {
        str(line.key): _passed_over(*there[line.key])
        for line in lines
        if line.key in there and there[line.key] != (line.text, line.mark)
    }


def _passed_over(text: str, mark: str) -> str:
    said = _("This line was changed elsewhere in the meantime. There it reads: %(text)s")
    nothing = Mark(mark).label if mark != Mark.WRITTEN else _("nothing")
    return said % {"text": text or nothing}


def check(lines: Iterable[Line | DraftLine], keying: Keying) -> None:
    """Refuse lines that cannot stand on this sheet, with a sentence by key."""
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


def store(keying: Keying, lines: Iterable[Line]) -> list[DraftLine]:
    """Write the drafts; all that the keying has now, in order. Passed over is a line that is older than what is stored
    under its key, and one that goes on from another revision than the stored one: somebody has changed it elsewhere,
    and her page must show her both."""
    now = timezone.now()
    stored = {draft.key: draft for draft in keying.drafts.all()}
    latest = {line.key: line for line in sorted(lines, key=lambda line: line.revision)}
    if len(stored.keys() | latest.keys()) > MOST_LINES:
        raise Refused(
            "too_many_lines", _("A sheet has at most %(most)s lines.") % {"most": MOST_LINES}, status=400
        )
    for line in latest.values():
        draft = stored.get(line.key) or DraftLine(keying=keying, key=line.key)
        if draft.pk and not _follows(line, draft):
            continue
        draft.box, draft.position, draft.text, draft.mark = line.box, line.position, line.text, line.mark
        draft.revision, draft.saved_at = line.revision, now
        draft.save()
        stored[line.key] = draft
    Keying.objects.filter(pk=keying.pk).update(touched_at=now)
    return sorted(stored.values(), key=lambda draft: (draft.box, draft.position, draft.pk))


def _follows(line: Line, draft: DraftLine) -> bool:
    return line.revision > draft.revision and line.base in (None, draft.revision)
