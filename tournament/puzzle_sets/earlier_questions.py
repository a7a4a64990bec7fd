"""The questions that were asked or are planned in this database: a new set has none of them."""

from collections.abc import Iterable

from puzzles.sets.puzzles import QuestionKey

from ..common import limits
from ..models import Puzzle, PuzzleSet, PuzzleVersion
from .boxes import question_keys, stored_keys

QuestionKeys = set[QuestionKey]


def questions_before(draft: PuzzleSet) -> QuestionKeys:
    """The questions of rounds and of other sets, of the newest ones where there are very many."""
    return _of_rounds() | of_sets(PuzzleSet.objects.exclude(pk=draft.pk).order_by("-pk")[: limits.EARLIER_SETS])


def beside(draft: PuzzleSet) -> QuestionKeys:
    """The questions of the other sets of its event, as they are at this moment."""
    return of_sets(PuzzleSet.objects.filter(event=draft.event_id).exclude(pk=draft.pk))


def of_sets(drafts: Iterable[PuzzleSet]) -> QuestionKeys:
    return {key for draft in drafts for key in question_keys(draft.read_puzzles())}


def _of_rounds() -> QuestionKeys:
    in_force = Puzzle.objects.filter(active__isnull=False).values("active")
    versions = PuzzleVersion.objects.filter(pk__in=in_force).order_by("-pk")
    return {
        key for boxes in versions.values_list("boxes", flat=True)[: limits.EARLIER_SETS] for key in stored_keys(boxes)
    }
