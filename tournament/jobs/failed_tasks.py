"""Tasks of the worker that failed every time, with what they concern; oldest first."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..models import Event, Job, PuzzleSet, PuzzleVersion, Round, Sheet

WORDS: dict[str, Promise] = {
    Job.JUDGE_SHEET: _("Verdicts and points of a sheet"),
    Job.COUNT_METHODS: _("Number of methods of a puzzle"),
    Job.MAKE_PUZZLES: _("Puzzles of a set"),
    Job.BALANCE_SEASON: _("Sets of a season"),
}

SETS = (Job.MAKE_PUZZLES, Job.BALANCE_SEASON)
TRIED_AGAIN = (Job.State.WAITING, Job.State.WORKING)


@dataclass(frozen=True)
class FailedTask:
    """A failed job and what it concerns: a sheet, a puzzle set, or a whole round. A set of the library has no round."""

    job: Job
    round: Round | None
    sheet: Sheet | None = None
    set: PuzzleSet | None = None

    @property
    def name(self) -> Promise:
        return WORDS[self.job.kind]

    @property
    def is_wanted(self) -> bool:
        """Whether there is still something to do: nobody waits for a set whose generation was stopped."""
        return self.set is None or self.set.making == PuzzleSet.Making.MAKING

    @property
    def holds_up(self) -> bool:
        """Whether this task stops the round from becoming final."""
        return self.sheet is not None


def failed_tasks(event: Event) -> list[FailedTask]:
    """The event's failed tasks that nobody has restarted, oldest first. At most four queries."""
    being_tried = Job.objects.filter(kind=OuterRef("kind"), subject=OuterRef("subject"), state__in=TRIED_AGAIN)
    failed = list(Job.objects.failed().filter(~Exists(being_tried), kind__in=WORDS).order_by("ended_at", "pk"))
    return [each for each in _of_event(event, failed) if each.is_wanted] if failed else []


def task_of(event: Event, job: Job) -> FailedTask | None:
    """The job with what it concerns; None if that is not in this event."""
    return next(_of_event(event, [job]), None)


def _of_event(event: Event, failed: list[Job]) -> Iterator[FailedTask]:
    sheets = {each.pk: each for each in _sheets(event, failed)}
    versions = PuzzleVersion.objects.filter(puzzle__round__event=event, pk__in=_subjects(failed, Job.COUNT_METHODS))
    rounds = {each.pk: each.puzzle.round for each in versions.select_related("puzzle__round")}
    sets = {each.pk: each for each in _sets(event, failed)}
    for job in failed:
        if job.kind == Job.JUDGE_SHEET and (sheet := sheets.get(job.subject)):
            yield FailedTask(job, sheet.round, sheet)
        elif job.kind == Job.COUNT_METHODS and (round_ := rounds.get(job.subject)):
            yield FailedTask(job, round_)
        elif job.kind in SETS and (draft := sets.get(job.subject)):
            yield FailedTask(job, draft.round, set=draft)


def _sheets(event: Event, failed: list[Job]) -> QuerySet[Sheet]:
    sheets = Sheet.objects.filter(round__event=event, pk__in=_subjects(failed, Job.JUDGE_SHEET))
    return sheets.select_related("round", "entrant__player", "entrant__team")


def _sets(event: Event, failed: list[Job]) -> QuerySet[PuzzleSet]:
    subjects = [subject for kind in SETS for subject in _subjects(failed, kind)]
    return event.puzzle_sets.filter(pk__in=subjects).select_related("round").defer("puzzles")


def _subjects(failed: list[Job], kind: str) -> list[int]:
    return [each.subject for each in failed if each.kind == kind]
