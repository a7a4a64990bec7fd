"""The worker's part: makes the puzzles of a draft one after the other, and stores each at once.

Which puzzle comes at a place follows from the seed, the place, and the questions before it. A job works for a moment
and is followed by another, so that a killed worker loses one puzzle at most. Each puzzle is stored only if the draft is
still as it was when the puzzle was begun: nothing is stored twice, and nothing over what a person has done meanwhile.
"""

import json
from collections.abc import Collection
from time import monotonic
from typing import Any

from django.db import transaction
from django.utils import timezone

from judging.language.editions import edition as read_edition
from puzzles.sets.generate import FORMATS, SetMaker
from puzzles.sets.puzzles import Emptied, GeneratedPuzzle, easy_first

from ..common import limits
from ..jobs import queue as jobs
from ..models import Event, Job, PuzzleSet
from ..word_lists.dictionaries import words_for
from . import earlier_questions
from .boxes import keys_of, question_keys, questions_of, with_puzzle

MAKING, DONE, STOPPED, EMPTIED = PuzzleSet.Making
SECONDS_PER_JOB = 1.0  # seconds of one job, so that sheets never wait long for their verdicts


def make_some(sets: Collection[int], attempt: int) -> None:
    """Make puzzles of these sets for a moment."""
    for set_id in sets:
        draft = _to_make(set_id)
        if draft is not None:
            if attempt > 1:
                write_log(draft, "resumed")
            _make(draft)


def go_on(sets: Collection[int]) -> None:
    """Have the rest made."""
    for set_id in PuzzleSet.objects.filter(pk__in=list(sets), making=MAKING).values_list("pk", flat=True):
        jobs.ensure(Job.MAKE_PUZZLES, set_id)


def _to_make(set_id: int) -> PuzzleSet | None:
    """The draft, if puzzles of it are to be made. In an event that was archived meanwhile, making stops."""
    draft = PuzzleSet.objects.select_related("event").filter(pk=set_id, making=MAKING).first()
    if draft is not None and draft.event.archived_at:
        PuzzleSet.objects.filter(pk=set_id).update(making=STOPPED)
        return None
    return draft


def _make(draft: PuzzleSet) -> None:
    maker, end = _maker(draft), monotonic() + SECONDS_PER_JOB
    current: PuzzleSet | None = draft
    while current is not None and current.making == MAKING:
        try:
            made = _next(current, maker)
        except Emptied as emptied:
            _store(current, emptied)
            return
        if _store(current, made) == "repeated":
            maker = _maker(current)
        current = _to_make(draft.pk) if monotonic() < end else None


def _maker(draft: PuzzleSet) -> SetMaker:
    return SetMaker(
        draft.format,
        draft.settings,
        int(draft.seed, 16),
        earlier_questions.questions_before(draft),
        read_edition(draft.edition) if draft.edition else None,
        words_for(draft.event) if FORMATS[draft.format].words else None,
        draft.count,
    )


def _next(draft: PuzzleSet, maker: SetMaker) -> GeneratedPuzzle | None:
    """The next puzzle: one that is made again, or one more. None if nothing is left."""
    puzzles = draft.read_puzzles()
    for puzzle in puzzles:
        if not set(draft.todo).isdisjoint(keys_of(puzzle)):
            return maker.with_others_for(puzzle, questions_of(puzzle, draft.todo), draft.attempt, puzzles)
    if len(puzzles) < draft.count:
        return maker.puzzle(len(puzzles), draft.attempt, puzzles)
    return None


@transaction.atomic
def _store(draft: PuzzleSet, made: GeneratedPuzzle | Emptied | None) -> str:
    """Store what was made, unless the draft has changed or its event was archived or deleted since; "repeated" if
    another set of the event has got one of its questions meanwhile."""
    going_on = Event.objects.filter(pk=draft.event_id, archived_at=None)
    if going_on.select_for_update(no_key=True).first() is None:  # one set of an event after the other
        return "changed"
    now = PuzzleSet.objects.select_for_update().filter(pk=draft.pk, making=MAKING).first()
    if now is None or _state(now) != _state(draft):
        return "changed"
    if isinstance(made, GeneratedPuzzle):
        if _is_repeated(now, made):
            return "repeated"
        _add(now, made)
    elif made is None:
        now.making, now.puzzles = DONE, [each.as_dict() for each in easy_first(now.read_puzzles())]
        write_log(now, "done", count=len(now.puzzles))
    else:
        # boxes that could not be made again stay as they were, so a set that was whole still is
        now.making = DONE if now.todo and len(now.puzzles) >= now.count else EMPTIED
        now.todo = []
        now.problem = {"constraint": made.constraint, "message": made.message.as_dict()}
        write_log(now, "emptied")
    now.save(update_fields=["puzzles", "todo", "making", "problem", "log"])
    if now.season and now.making != MAKING:
        balance_at_end(now)
    return "stored"


def balance_at_end(draft: PuzzleSet) -> None:
    """Have the sets of a grade of a season balanced when none of them is being made. The caller has locked the
    event."""
    of_grade = {"event": draft.event_id, "season": draft.season, "grade": draft.grade}
    if not PuzzleSet.objects.filter(**of_grade, making=MAKING).exists():
        jobs.ensure(Job.BALANCE_SEASON, draft.pk)


def _state(draft: PuzzleSet) -> list[Any]:
    return [draft.revision, draft.attempt, draft.todo, json.dumps(draft.puzzles)]


def _is_repeated(draft: PuzzleSet, made: GeneratedPuzzle) -> bool:
    own = set(question_keys(draft.read_puzzles()))
    fresh = set(question_keys([made])) - own
    return bool(draft.settings.get("no_repeats", True)) and not fresh.isdisjoint(earlier_questions.beside(draft))


def _add(draft: PuzzleSet, made: GeneratedPuzzle) -> None:
    before = next((each for each in draft.read_puzzles() if each.position == made.position), None)
    gone = set(keys_of(before)) if before else set()
    draft.todo = [key for key in draft.todo if key not in gone]
    draft.puzzles = [each.as_dict() for each in with_puzzle(draft.read_puzzles(), made)]
    write_log(draft, "made", position=made.position + 1)


def write_log(draft: PuzzleSet, code: str, **facts: object) -> None:
    """Add a line to the log, which keeps the newest ones. The caller saves it."""
    line = [timezone.now().isoformat(timespec="seconds"), code, facts]
    draft.log = [*draft.log, line][-limits.SET_LOG :]
