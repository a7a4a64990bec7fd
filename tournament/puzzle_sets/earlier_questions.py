"""The questions that were asked or are planned in this database: a new set has none of them."""

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Q, QuerySet

from puzzles.sets.puzzles import QuestionKey

from ..common import limits
from ..models import Membership, Puzzle, PuzzleSet, PuzzleVersion, Role
from .boxes import stored_keys

QuestionKeys = set[QuestionKey]
NEVER_AGAIN_FOR = timedelta(days=3 * 366)


def questions_before(draft: PuzzleSet) -> QuestionKeys:
    """The questions of rounds and of other sets: the newest ones where there are very many, and all of the last three
    years of whoever has the set made."""
    return _of_others(PuzzleSet.objects.exclude(pk=draft.pk), draft)


def outside_season(draft: PuzzleSet) -> QuestionKeys:
    """The questions of rounds and of sets that do not belong to the season of the set."""
    return _of_others(PuzzleSet.objects.exclude(event=draft.event_id, season=draft.season), draft)


def _of_others(sets: QuerySet[PuzzleSet], draft: PuzzleSet) -> QuestionKeys:
    events = Membership.objects.filter(user=draft.made_by_id, role=Role.ORGANISER).values("event")
    since = draft.made_at - NEVER_AGAIN_FOR
    in_force = PuzzleVersion.objects.filter(pk__in=Puzzle.objects.filter(active__isnull=False).values("active"))
    own = Q(puzzle__round__event__in=events, puzzle__round__event__held_on__gte=since.date())
    return of_sets(_newest_and(sets, Q(event__in=events, made_at__gte=since), "puzzles")) | {
        key for boxes in _newest_and(in_force, own, "boxes") for key in stored_keys(boxes)
    }


def _newest_and(rows: QuerySet, own: Q, column: str) -> list:
    """This column of the newest rows, and of the older ones that are the person's own."""
    newest = list(rows.order_by("-pk").values_list("pk", column)[: limits.EARLIER_SETS])
    older = rows.filter(own, pk__lt=newest[-1][0]) if len(newest) == limits.EARLIER_SETS else rows.none()
    return [*(value for _pk, value in newest), *older.values_list(column, flat=True)]


def beside(draft: PuzzleSet) -> QuestionKeys:
    """The questions of the other sets of its event, as they are at this moment."""
    sets = PuzzleSet.objects.filter(event=draft.event_id).exclude(pk=draft.pk)
    return of_sets(sets.values_list("puzzles", flat=True))


def of_sets(drafts: Iterable[list[dict]]) -> QuestionKeys:
    """The questions of sets as they store their puzzles."""
    return {key for puzzles in drafts for puzzle in puzzles for key in stored_keys(puzzle["questions"])}
