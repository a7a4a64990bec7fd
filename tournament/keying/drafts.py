"""The lines of a sheet from the first one that is saved until all are recorded: lock, check, store, record."""

import uuid
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from ..common import limits
from ..common.line_text import digest, unwritable
from ..common.refusals import Refused, invalid
from ..models import DraftLine, Entrant, Keying, Mark, Submission, User
from ..scoring.questions import count_boxes
from ..web.permissions import require
from .claim import refuse_unless_keyed_now


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


def lock(by: User, keying: Keying, *, to_record: bool = False) -> Keying:
    """The keying, locked, with its sheet, round, event and entrant. `to_record` locks the sheet and the round as well:
    until our commit nobody else hands in the sheet, and the round takes no step. Raises Refused if somebody else types
    the sheet."""
    # PostgreSQL locks them in this order, which is everybody's: round, sheet, keying
    parts = ("sheet__round", "sheet", "self") if to_record else ("self",)
    keyings = Keying.objects.select_for_update(of=parts, no_key=True).select_related("sheet__round")
    keying = keyings.get(pk=keying.pk)
    # a query of its own, which sees what was committed while we waited for the locks
    entrant = Entrant.objects.select_related("event", "player", "team").get(pk=keying.sheet.owner_id)
    keying.sheet.entrant, keying.sheet.round.event = entrant, entrant.event
    require(by, "key", entrant.event)
    by_its_keyer(by, keying)
    return keying


def by_its_keyer(user: User, keying: Keying) -> None:
    """Refuse anybody but the person who types this keying."""
    if keying.keyer_id != user.pk:
        raise Refused("taken", _("%(name)s is typing this sheet.") % {"name": keying.keyer}, status=403)


def says_something(line: TypedLine | DraftLine) -> bool:
    """Whether the line would be recorded. Empty rows of the page are not."""
    return bool(line.text.strip()) or line.mark != Mark.WRITTEN


def passed_over(lines: Iterable[TypedLine], stored: Iterable[DraftLine | Submission]) -> dict[str, str]:
    """{key: sentence} for each line that is stored otherwise or not at all."""
    there = {each.key: (each.text, each.mark) for each in stored}
    return {
        str(line.key): _passed_over(*there.get(line.key, ("", Mark.WRITTEN)))
        for line in lines
        if there.get(line.key) != (line.text, line.mark)
    }


def _passed_over(text: str, mark: str) -> str:
    nothing = Mark(mark).label if mark != Mark.WRITTEN else _("nothing")
    return _("This line is not saved. The saved line is: %(text)s") % {"text": text or nothing}


def unsaved(keying: Keying, lines: Iterable[TypedLine]) -> dict[str, str]:
    """{key: sentence} for each line that is not empty and not saved in this keying."""
    return passed_over((line for line in lines if says_something(line)), keying.drafts.all())


def typed_elsewhere(keying: Keying, **more) -> Refused:
    """The refusal that says why nothing more is saved in this keying."""
    now = keying.sheet.keyings.filter(turn=keying.turn, slot=keying.slot).exclude(state=Keying.State.DROPPED)
    holder = now.select_related("keyer").first()
    if holder is None:
        return Refused("taken_over", _("This sheet was put back."), **more)
    if holder.state != Keying.State.OPEN:
        sentence = _("This sheet has been handed in already, so its lines can no longer be changed.")
        return Refused("recorded", sentence, **more)
    if holder.keyer_id != keying.keyer_id:
        sentence = _("%(name)s has taken over this sheet and is typing it now.") % {"name": holder.keyer}
        return Refused("taken_over", sentence, **more)
    sentence = _("You are typing this sheet on another computer or in another browser. Here you can only read it.")
    return Refused("taken_over", sentence, **more)


def refuse_closed(keying: Keying, lines: Iterable[TypedLine] = ()) -> None:
    """Refuse lines for a closed keying; the refusal names those that are not saved."""
    if keying.state != Keying.State.OPEN:
        raise typed_elsewhere(keying, fields=unsaved(keying, lines))
    refuse_unless_keyed_now(keying.sheet.round, keying.sheet)


def not_too_many(lines: Collection) -> None:
    """Refuse more lines than a sheet can have."""
    if len(lines) > limits.LINES_SHEET:
        text = _("A sheet has at most %(most)s lines.")
        raise Refused("too_many_lines", text % {"most": limits.LINES_SHEET}, status=400)


def check(lines: Iterable[TypedLine | DraftLine], keying: Keying) -> None:
    """Refuse lines that this sheet cannot have, with a sentence for each key."""
    boxes, marks, problems = count_boxes(keying.sheet), set(Mark.typed()), {}
    for line in lines:
        if not 0 <= line.box < boxes:
            problems[str(line.key)] = _("This sheet has %(boxes)s boxes; the line names box %(box)s.") % {
                "boxes": boxes,
                "box": line.box + 1,
            }
        elif line.mark not in marks:
            problems[str(line.key)] = _("A line is written, illegible, struck out or blank.")
        elif trouble := unwritable(line.text):
            problems[str(line.key)] = trouble
    if problems:
        raise invalid(**problems)


def store(keying: Keying, lines: Sequence[TypedLine]) -> list[DraftLine]:
    """Check the lines, store them and return all of the keying's drafts in order. A line no newer than the stored one
    is skipped."""
    if lines:
        check(lines, keying)
    stored, newer = _merged(keying, lines)
    Keying.objects.filter(pk=keying.pk).update(touched_at=timezone.now())
    return _written(stored, newer)


Drafts = dict[uuid.UUID, DraftLine]


def _merged(keying: Keying, lines: Iterable[TypedLine]) -> tuple[Drafts, Drafts]:
    """All drafts of the keying after these lines, and those of them that must be written."""
    now = timezone.now()
    stored = {draft.key: draft for draft in keying.drafts.all()}
    latest = {line.key: line for line in sorted(lines, key=lambda line: line.revision)}
    not_too_many(stored.keys() | latest.keys())
    newer = {
        key: DraftLine(keying=keying, saved_at=now, **vars(line))
        for key, line in latest.items()
        if key not in stored or line.revision > stored[key].revision
    }
    return stored | newer, newer


def _written(stored: Drafts, newer: Drafts) -> list[DraftLine]:
    """Write the newer drafts and return all in the order of the sheet."""
    DraftLine.objects.bulk_create(
        newer.values(),
        update_conflicts=True,
        unique_fields=["keying", "key"],
        update_fields=["box", "position", "text", "mark", "revision", "saved_at"],
    )
    return sorted(stored.values(), key=lambda draft: (draft.box, draft.position, draft.pk))


def record(keying: Keying, lines: Sequence[TypedLine], channel: str, address: str | None) -> list[Submission]:
    """Store the lines, then record all that the sheet has. Refuses lines that changed unseen, lines without a box, and
    an empty sheet."""
    stored, newer = _merged(keying, lines)
    check([*lines, *filter(says_something, stored.values())], keying)
    if changed := passed_over(lines, stored.values()):
        text = _("Some lines were changed in another tab. Check them, then hand in again.")
        raise Refused("changed_elsewhere", text, fields=changed)
    if not any(map(says_something, stored.values())):
        text = _("Nothing has been typed. If the sheet is empty, mark its first line as blank.")
        raise Refused("nothing_typed", text, status=400)
    drafts = filter(says_something, _written(stored, newer))
    return Submission.objects.bulk_create(_recorded(keying, drafts, channel, address))


def _recorded(keying: Keying, drafts: Iterable[DraftLine], channel: str, address: str | None) -> Iterator[Submission]:
    now, lines_in = timezone.now(), Counter[int]()
    for draft in drafts:
        lines_in[draft.box] += 1
        yield Submission(
            keying=keying,
            sheet=keying.sheet,
            key=uuid.uuid5(draft.key, str(keying.pk)),
            box=draft.box,
            position=lines_in[draft.box],
            text=draft.text,
            digest=digest(draft.text),
            mark=draft.mark,
            typed_by_id=keying.keyer_id,
            typed_at=draft.saved_at,
            recorded_at=now,
            channel=channel,
            address=address,
        )
