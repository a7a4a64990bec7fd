"""Using a set: its draft is locked as a version, and the version becomes the puzzle of its round."""

import hashlib
import json
import secrets

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.refusals import Refused
from ..jobs import queue as jobs
from ..models import Division, Job, PuzzleSet, PuzzleSetUse, PuzzleSetVersion, PuzzleVersion, Rescore, User
from ..rescoring import actions as rescores, checks as proposals
from ..round_puzzles import actions as puzzle_actions, completeness
from ..scoring import questions
from ..web.permissions import require, require_locked
from .actions import DONE, locked
from .boxes import asked
from .queries import is_from


@transaction.atomic
def lock(*, by: User, puzzle_set: PuzzleSet, seen: str = "") -> PuzzleSetVersion:
    """Lock the draft as it is: a version that never changes. The same puzzles again are the version that is there."""
    require(by, "run", puzzle_set.event)
    draft = locked(puzzle_set, seen)
    if draft.making != DONE:
        raise Refused("not_ready", _("This set is not ready."))
    last = draft.versions.last()
    if last is not None and last.content["puzzles"] == draft.puzzles:
        return last
    number = last.number + 1 if last else 1
    document = _document(draft, number)
    version = PuzzleSetVersion.objects.create(
        set=draft,
        number=number,
        document=document,
        digest=hashlib.sha256(document.encode()).hexdigest(),
        made_by=by,
        made_at=timezone.now(),
    )
    audit.record(draft.event, by, "set.locked", draft, after={"number": number, "digest": version.digest})
    return version


def _document(draft: PuzzleSet, number: int) -> str:
    """The key as a text. Its salt keeps anybody from finding the questions by trying which ones give the digest."""
    key = {
        "event": draft.event.slug,
        "round": draft.round.name if draft.round else "",
        "position": draft.round.position if draft.round else None,
        "grade": draft.grade,
        "format": draft.format,
        "version": number,
        "seed": draft.seed,
        "salt": secrets.token_hex(32),
        "rules": draft.edition,
        "settings": draft.settings,
        "puzzles": draft.puzzles,
    }
    return json.dumps(key, ensure_ascii=False, sort_keys=True, indent=1) + "\n"


@transaction.atomic
def use(*, by: User, puzzle_set: PuzzleSet, replace: bool = False, printed: str = "", seen: str = "") -> PuzzleVersion:
    """Lock the set and make it the puzzle of its round and grade. Refused while other puzzles are there, unless they
    are to be replaced, and if the round has started."""
    require_locked(by, "run", puzzle_set.event)
    draft = locked(puzzle_set, seen)
    if (round_ := draft.round) is None:
        raise Refused("no_round", _("This set belongs to no round."))
    division, boxes = _division(draft), asked(draft)
    held = questions.versions(round_).get(division.pk)
    stored = [box.export() for box in boxes]
    if held and held.boxes != stored and not replace and not is_from(held, draft):
        sentence = _("%(round)s has other puzzles for %(grade)s. To replace them, tick the box.")
        raise Refused("has_puzzles", sentence % {"round": round_.name, "grade": division.label})
    version = lock(by=by, puzzle_set=draft)
    if completeness.in_use(round_, [division]) and not (held and held.boxes == stored):
        sentence = _("Sheets have been typed for this puzzle. A re-score changes it: see below.")
        raise Refused("puzzle_in_use", sentence)
    puzzle = puzzle_actions.assign(by=by, round_=round_, divisions=[division], boxes=boxes, printed=printed)
    _note_use(by, version, puzzle)
    jobs.ensure(Job.COUNT_METHODS, puzzle.pk)
    return puzzle


def _division(draft: PuzzleSet) -> Division:
    division = draft.division
    if division is None:
        raise Refused("no_grade", _("The event no longer has grade %(grade)s.") % {"grade": draft.grade})
    return division


def _note_use(by: User, version: PuzzleSetVersion, puzzle: PuzzleVersion) -> None:
    noted, is_new = PuzzleSetUse.objects.get_or_create(
        version=version, puzzle_version=puzzle, defaults={"used_by": by, "used_at": timezone.now()}
    )
    if is_new:
        draft, round_ = version.set, puzzle.puzzle.round
        after = {"grade": draft.grade, "number": version.number}
        audit.record(draft.event, by, "set.used", draft, after=after, about=[round_])


def propose_correction(*, by: User, puzzle_set: PuzzleSet, reason: str, seen: str = "") -> Rescore:
    """Lock the set and propose a re-score with it in place of the puzzle whose sheets have been typed. Not one
    transaction, as `rescores.propose` is none."""
    require(by, "run", puzzle_set.event)
    with transaction.atomic():
        draft = locked(puzzle_set, seen)
        held = questions.versions(draft.round).get(_division(draft).pk) if draft.round else None
        if held is None:
            raise Refused("no_puzzle", _("The round has no puzzle for this grade."))
        lock(by=by, puzzle_set=draft)
        change = proposals.puzzle(by=by, puzzle=held.puzzle, boxes=asked(draft))
    return rescores.propose(by=by, event=draft.event, changes=[change], reason=reason)
