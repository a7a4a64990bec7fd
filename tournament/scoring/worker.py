"""What the worker does with sheets: have each new text judged, then work out the entrants' points, many at once.

These writes follow from the record and are no person's decision, so they carry no signature and no audit entry.
"""

import math
from collections.abc import Callable, Collection, Iterator
from fractions import Fraction

from django.db import transaction
from django.utils import timezone

from judging.games.paper import Score
from judging.language import claims
from judging.language.verdict import ENGINE_VERSION

from ..audit import feed
from ..jobs.queue import MOST_ATTEMPTS
from ..models import Entrant, Result, Round, Verdict
from .answers import BoxText, as_rational
from .loader import AskedQuestion, EntrantInRound, Scoring, papers_of_sheets
from .verdicts import failure_row, verdict_or_failure_row, verdict_row

STORED = ("version", "points", "bonus", "methods", "provisional", "lines", "worked_out_at")


def judge_missing(scoring: Scoring, row: Callable[..., Verdict] = verdict_row) -> int:
    """Judge every text that needs a verdict and has none, and store the verdicts. Returns how many."""
    fresh = [verdict for question, texts in scoring.unjudged() for verdict in _verdicts(question, texts, row)]
    Verdict.objects.bulk_create(fresh, ignore_conflicts=True, batch_size=1000)
    return len(fresh)


def _verdicts(question: AskedQuestion, texts: dict[BoxText, str], row: Callable[..., Verdict]) -> Iterator[Verdict]:
    version, boxes = question.version, question.version.read_boxes()
    known = {}
    if version.number > 1:
        known = {(each.box, each.digest): each for each in _carried_over(question, texts)}
    yield from known.values()
    for place, text in texts.items():
        if place not in known:
            yield row(version, place[0], boxes[place[0]], question.round, text)


def _carried_over(question: AskedQuestion, texts: dict[BoxText, str]) -> Iterator[Verdict]:
    """Verdicts, not saved yet, that follow from those on another version of the puzzle: where a box has the same
    numbers, a method means what it meant, and only its distance to another target differs."""
    version, done = question.version, set()
    boxes = version.read_boxes()
    ours = Verdict.objects.filter(engine=ENGINE_VERSION, edition=question.round.edition_id)
    for other in version.puzzle.versions.exclude(pk=version.pk):
        same = {at for at, box in enumerate(other.read_boxes()[: len(boxes)]) if box.numbers == boxes[at].numbers}
        for verdict in ours.filter(puzzle_version=other, box__in=same):
            place = verdict.box, verdict.digest
            if place in texts and place not in done and _aim(verdict, boxes[verdict.box].target):
                done.add(place)
                verdict.pk, verdict.puzzle_version = None, version
                yield verdict


def _aim(verdict: Verdict, target: Fraction) -> bool:
    """Put another target under a verdict. False where that asks for the engine: readings, an irrational value, or a
    text that is read differently with another target."""
    if claims.reads_target(verdict.text):
        return False
    if verdict.readings or verdict.outcome == Verdict.Outcome.NEEDS_RULING:
        return False
    if verdict.outcome == Verdict.Outcome.REFUSED:
        return True
    value = as_rational(verdict.value)
    if value is None:
        return False
    verdict.on_target, verdict.distance_up = value == target, str(math.ceil(abs(value - target)))
    return True


def judge_lines(sheets: Collection[int], attempt: int) -> None:
    """Judge what is written on these sheets, and by their entrants on others of the same rounds. The last attempt
    leaves to a judge what the engine fails on; one after that, for workers that died each time, leaves everything to
    them."""
    row = verdict_row if attempt < MOST_ATTEMPTS else verdict_or_failure_row
    judge_missing(_scoring(papers_of_sheets(sheets)), row if attempt <= MOST_ATTEMPTS else failure_row)


def store_points(sheets: Collection[int]) -> None:
    """Store the points of the entrants of these sheets. Doing it again gives the same; doing it late, the latest."""
    work_out(papers_of_sheets(sheets))


def _scoring(papers: Collection[EntrantInRound]) -> Scoring:
    rounds = Round.objects.select_related("event").filter(pk__in={round_ for round_, _entrant in papers})
    return Scoring(rounds, {entrant for _round, entrant in papers})


@transaction.atomic
def work_out(papers: Collection[EntrantInRound]) -> None:
    """Store the points of these entrants in these rounds as the record stands now, among the results that hold, and
    tell the public feed of each round. The lock makes the last one in see everything; a re-score that is being applied
    holds it too, so that we write before it looks or after it."""
    entrants = {entrant for _round, entrant in papers}
    list(Entrant.objects.select_for_update(no_key=True).filter(pk__in=entrants).order_by("pk").values_list("pk"))
    scoring = _scoring(papers)
    held = Result.objects.in_force().filter(round__in=scoring.rounds, entrant__in=entrants).defer("lines")
    stored = {(each.round_id, each.entrant_id): each for each in held}
    fresh, gone = [], []
    for paper in sorted(papers):
        result, worth = stored.get(paper), scoring.score(paper)
        if worth is not None:
            version = result.version + 1 if result else 1
            generation = scoring.rounds[paper.round_id].generation
            fresh.append(Result(**paper._asdict(), generation=generation, version=version, **as_result(worth)))
        elif result:
            gone.append(result.pk)
    Result.objects.filter(pk__in=gone).delete()
    Result.objects.bulk_create(
        fresh, update_conflicts=True, unique_fields=["round", "entrant", "generation"], update_fields=STORED
    )
    for round_ in sorted(scoring.rounds.values(), key=lambda each: (each.event_id, each.pk)):
        feed.add(round_.event, "result", round_.pk)


def as_result(worth: Score) -> dict:
    return {
        "points": worth.points,
        "bonus": worth.bonus,
        "methods": worth.methods,
        "provisional": worth.provisional,
        "lines": [line.export() for line in worth.lines],
        "worked_out_at": timezone.now(),
    }
