"""Sets of a season that are equally hard on each date: dealt anew by the worker, and made again in part where that
is not enough. What pages say of it."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db import transaction
from django.utils.translation import gettext as _

from puzzles.sets.balance import WITHIN, dealt, deviations, mean_seconds
from puzzles.sets.puzzles import easy_first

from ..models import Event, PuzzleSet
from ..puzzle_sets.actions import wait_again
from ..puzzle_sets.boxes import keys_of, question_keys
from ..puzzle_sets.earlier_questions import outside_season
from ..puzzle_sets.generation import DONE, MAKING, write_log
from ..puzzle_sets.queries import percent_made, problem
from .seasons import sets_of_season

MOST_ATTEMPTS = 20  # of a set


def deal_some(sets: Collection[int], attempt: int) -> None:
    """Deal the puzzles of the grade of each of these sets to its dates."""
    for set_id in sets:
        _deal(set_id)


@transaction.atomic
def _deal(set_id: int) -> None:
    rows = _of_grade(set_id)
    free = [each for each in _free(rows) if each.count > 1]
    if len(free) < 2 or max(map(abs, _far(rows))) <= WITHIN:
        return
    before = [draft.read_puzzles() for draft in free]
    after = dealt(before)
    if _worst(after) >= _worst(before):
        return
    for draft, puzzles in zip(free, after, strict=True):
        draft.puzzles = [each.as_dict() for each in easy_first(puzzles)]
        draft.revision += 1
        write_log(draft, "dealt")
        draft.save(update_fields=["puzzles", "revision", "log"])


def _worst(sets: Iterable[Sequence]) -> float:
    return max(map(abs, deviations([mean_seconds(each) for each in sets])))


def make_others(sets: Collection[int]) -> None:
    """Have the hardest puzzle of each set made again that is still too hard; where none is, the easiest of each that is
    too easy."""
    for set_id in sets:
        rows = _of_grade(set_id)
        far = {each.pk: part for each, part in zip(rows, _far(rows), strict=True) if abs(part) > WITHIN}
        sign = 1 if max(far.values(), default=0) > 0 else -1  # where some are too hard, the others only seem too easy
        for draft in _free(rows):
            if sign * far.get(draft.pk, 0) > 0 and draft.attempt < MOST_ATTEMPTS:
                extreme = max(draft.read_puzzles(), key=lambda each: sign * mean_seconds([each]))
                draft.todo, draft.attempt = keys_of(extreme), draft.attempt + 1
                wait_again(draft)


def _of_grade(set_id: int) -> list[PuzzleSet]:
    """The sets of the season for the grade of this one, locked; none while one of them is being made, or if the event
    was archived."""
    draft = PuzzleSet.objects.filter(pk=set_id).exclude(season="").select_related("event").first()
    if draft is None or not Event.objects.select_for_update().filter(pk=draft.event_id, archived_at=None).exists():
        return []
    rows = list(sets_of_season(draft.event, draft.season).filter(grade=draft.grade).select_for_update())
    return [] if any(each.making == MAKING for each in rows) else [each for each in rows if each.making == DONE]


def _far(rows: Sequence[PuzzleSet]) -> list[float]:
    return deviations([mean_seconds(each.read_puzzles()) for each in rows])


def _free(rows: Sequence[PuzzleSet]) -> list[PuzzleSet]:
    """Those that nobody has worked on, locked or copied: their questions may go to another date."""
    if not rows:
        return []
    elsewhere, size = outside_season(rows[0]), rows[0].count
    return [
        each
        for each in rows
        if len(each.puzzles) == each.count == size
        and not each.kept
        and elsewhere.isdisjoint(question_keys(each.read_puzzles()))
        and not each.versions.exists()
    ]


@dataclass(frozen=True)
class SetOfSeason:
    """A set on the page of a season. `deviation` is how far its mean is from that of its grade, in per cent; `why` says
    why it is not within the bounds."""

    set: PuzzleSet
    percent: int
    deviation: int | None
    why: str


def shown(event: Event, season: str) -> list[SetOfSeason]:
    """The sets of a season with their state, in the order of dates and grades."""
    rows = list(sets_of_season(event, season))
    by_grade = groupby(sorted(rows, key=lambda each: each.grade or 0), key=lambda each: each.grade)
    state = {each.set.pk: each for _grade, of_grade in by_grade for each in _shown(list(of_grade))}
    return [state[each.pk] for each in rows]


def _shown(rows: Sequence[PuzzleSet]) -> Iterator[SetOfSeason]:
    done = [each for each in rows if each.making == DONE]
    far = {each.pk: part for each, part in zip(done, _far(done), strict=True)}
    for draft in rows:
        part = far.get(draft.pk)
        yield SetOfSeason(draft, percent_made(draft), None if part is None else round(100 * part), _why(draft, part))


def _why(draft: PuzzleSet, part: float | None) -> str:
    if draft.problem:
        return problem(draft)
    if part is None or abs(part) <= WITHIN:
        return ""
    if draft.attempt >= MOST_ATTEMPTS:
        return _("Questions were made again %(n)s times, and none brought it near enough.") % {"n": MOST_ATTEMPTS}
    return _("The other dates are still being made, or its questions are in use or were changed by hand.")
