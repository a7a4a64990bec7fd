"""What an earlier version of the engine judged, judged again by this one after an upgrade.

Pages and points only read verdicts of this version. Each round that has others gets a job. Where the round is final or
its event archived, the new verdicts are stored and the decided points stay: `rescore --check` names the difference.
"""

from collections.abc import Collection
from functools import lru_cache
from time import monotonic

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from judging.language.verdict import ENGINE_VERSION

from ..jobs import queue as jobs
from ..models import Job, Round, Submission, Verdict
from .verdicts import verdict_or_failure_row

LOOK_EVERY = 600  # seconds; workers of the version before may go on judging for a while
TIME_PER_JOB = 10  # seconds; its lease is longer
TOGETHER = 200  # texts whose verdicts are stored in one transaction
EARLIER = [str(number) for number in range(1, int(ENGINE_VERSION))]


def ensure_next() -> None:
    """A job for each round with verdicts of an earlier engine only. The sweeper calls it; it looks now and then."""
    _look(int(monotonic() / LOOK_EVERY))


@lru_cache(maxsize=1)
def _look(_at: int) -> None:
    failed = Job.objects.failed().filter(kind=Job.JUDGE_AGAIN).values("subject")
    rounds = _earlier().values_list("puzzle_version__puzzle__round", flat=True).distinct()
    for round_id in set(rounds.exclude(puzzle_version__puzzle__round__in=failed)):
        jobs.ensure(Job.JUDGE_AGAIN, round_id)


def _earlier() -> QuerySet[Verdict]:
    """Verdicts of earlier engines on the puzzles in force, where there is none of this one."""
    places = {name: OuterRef(name) for name in ("puzzle_version", "box", "digest", "edition")}
    judged = Verdict.objects.filter(engine=ENGINE_VERSION, **places)
    stored = Verdict.objects.filter(engine__in=EARLIER, puzzle_version__puzzle__active=F("puzzle_version"))
    return stored.filter(~Exists(judged))


def _earlier_in(round_: Round) -> QuerySet[Verdict]:
    return _earlier().filter(puzzle_version__puzzle__round=round_, edition=round_.edition_id)


def judge_some(rounds: Collection[int], attempt: int) -> None:
    """Judge texts of these rounds again for a while."""
    end = monotonic() + TIME_PER_JOB
    for round_ in Round.objects.select_related("event").filter(pk__in=rounds):
        while earlier := list(_earlier_in(round_).select_related("puzzle_version")[:TOGETHER]):
            _judge(round_, earlier)
            if monotonic() > end:
                return


def _judge(round_: Round, earlier: list[Verdict]) -> None:
    fresh = [
        verdict_or_failure_row(
            each.puzzle_version, each.box, each.puzzle_version.read_boxes()[each.box], round_, each.text
        )
        for each in earlier
    ]
    with transaction.atomic():
        Verdict.objects.bulk_create(fresh, ignore_conflicts=True)
        if round_.status != Round.Status.FINAL and not round_.event.archived_at:
            lines = Submission.objects.filter(sheet__round=round_, digest__in={each.digest for each in fresh})
            jobs.judge(lines.values_list("sheet", flat=True))


def go_on(rounds: Collection[int]) -> None:
    """Have the rest of the texts judged again."""
    for round_ in Round.objects.filter(pk__in=rounds):
        if _earlier_in(round_).exists():
            jobs.ensure(Job.JUDGE_AGAIN, round_.pk)
