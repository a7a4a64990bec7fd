"""What the worker does with a sheet: have each new text judged, then work out the entrant's points.

These writes are nobody's decision but follow from the record, so they carry no signature and no audit entry.
"""

import math
from collections.abc import Iterator
from fractions import Fraction

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from judging.games.paper import Score
from judging.language.verdict import ENGINE_VERSION

from ..models import Entrant, Mark, PuzzleVersion, Result, Round, Ruling, Sheet, Verdict
from ..record.judged import verdict_row
from ..record.reading import as_rational
from ..record.replay import recorded_lines, score_of, version_for
from ..texts import digest
from . import feed

Wanted = dict[tuple[int, str], str]  # (box, digest of the text) -> text
SHOWN = ("points", "bonus", "methods", "provisional", "lines")  # what pages show of a result
MOST_NAMED = 5000  # texts that a query names one by one; for more it reads all there are


def judge_texts(round_: Round, version: PuzzleVersion, wanted: Wanted) -> int:
    """Judge what has no verdict yet and store it; each different text once. The number of new verdicts."""
    ours = Verdict.objects.filter(engine=ENGINE_VERSION, edition=round_.edition_id)
    if len(wanted) <= MOST_NAMED:
        ours = ours.filter(digest__in={text_digest for _, text_digest in wanted})
    known = set(ours.filter(puzzle_version=version).values_list("box", "digest"))
    left = {place: text for place, text in wanted.items() if place not in known}
    fresh = list(_carried_over(ours, version, left)) if left and version.number > 1 else []
    done, boxes = {(verdict.box, verdict.digest) for verdict in fresh}, version.read_boxes()
    fresh += [
        verdict_row(version, place[0], boxes[place[0]], round_, text)
        for place, text in left.items()
        if place not in done
    ]
    Verdict.objects.bulk_create(fresh, ignore_conflicts=True, batch_size=1000)
    return len(fresh)


def _carried_over(ours: QuerySet[Verdict], version: PuzzleVersion, left: Wanted) -> Iterator[Verdict]:
    """Verdicts, not saved yet, that follow from those on another version of the puzzle: where a box has the same
    numbers, a method means what it meant, and only its distance to another target differs."""
    boxes, done = version.read_boxes(), set()
    for other in version.puzzle.versions.exclude(pk=version.pk):
        alike = {
            at for at, box in enumerate(other.read_boxes()[: len(boxes)]) if box.numbers == boxes[at].numbers
        }
        for verdict in ours.filter(puzzle_version=other, box__in=alike):
            place = verdict.box, verdict.digest
            if place in left and place not in done and _aim(verdict, boxes[verdict.box].target):
                done.add(place)
                verdict.pk, verdict.puzzle_version = None, version
                yield verdict


def _aim(verdict: Verdict, target: Fraction) -> bool:
    """Put another target under a verdict. False where that asks for the engine: readings, or an irrational value."""
    if verdict.readings or verdict.outcome == Verdict.Outcome.NEEDS_RULING:
        return False
    if verdict.outcome == Verdict.Outcome.REFUSED:
        return True
    value = as_rational(verdict.value)
    if value is None:
        return False
    verdict.on_target, verdict.distance_up = value == target, str(math.ceil(abs(value - target)))
    return True


def judge_sheet(sheet_id: int) -> None:
    """Judge a sheet's lines and store its entrant's points. Doing it again gives the same; doing it late, the latest."""
    sheet = Sheet.objects.select_related("round__event", "entrant__division").get(pk=sheet_id)
    round_, entrant = sheet.round, sheet.entrant
    if entrant is None:  # a spare sheet that belongs to nobody: there is nothing to score
        return
    if version := version_for(round_, entrant):
        lines = recorded_lines(round_, entrant)
        wanted: Wanted = {(line.box, line.digest): line.text for line in lines if line.mark == Mark.WRITTEN}
        places = {line.box for line in lines}
        rulings = Ruling.objects.filter(puzzle_id=version.puzzle_id, box__in=places).exclude(method="")
        wanted |= {(ruling.box, digest(ruling.method)): ruling.method for ruling in rulings}
        judge_texts(round_, version, wanted)
    work_out(round_, entrant)


@transaction.atomic
def work_out(round_: Round, entrant: Entrant) -> Result | None:
    """Store the entrant's points as the record stands now, among the results that hold. The lock makes the last one
    in see everything; a re-score that is being applied holds it too, so that we write before it looks or after it."""
    Entrant.objects.select_for_update(no_key=True).get(pk=entrant.pk)
    round_ = Round.objects.select_related("event").get(pk=round_.pk)
    stored = Result.objects.in_force().filter(round=round_, entrant=entrant).first()
    worth = score_of(round_, entrant)
    if worth is None:
        if stored:
            stored.delete()
            feed.moved(round_.event, "result", round_.pk)
        return None
    result = stored or Result(round=round_, entrant=entrant, generation=round_.generation, version=0)
    fresh = as_result(worth)
    moved = stored is None or any(getattr(stored, name) != fresh[name] for name in SHOWN)
    result.version += 1
    for field, value in fresh.items():
        setattr(result, field, value)
    result.save()
    if moved:
        feed.moved(round_.event, "result", round_.pk)
    return result


def waits_no_more(sheet_id: int) -> None:
    """Tell the feed: public pages mark a sheet as provisional while its worker is not done."""
    round_ = Round.objects.select_related("event").filter(sheets=sheet_id).first()
    if round_:
        feed.moved(round_.event, "result", round_.pk)


def as_result(worth: Score) -> dict:
    return {
        "points": worth.points,
        "bonus": worth.bonus,
        "methods": worth.methods,
        "provisional": worth.provisional,
        "lines": [
            {
                "line": line.line,
                "box": line.box,
                "points": line.points,
                "code": line.code,
                "sentence": line.sentence,
                "rule": line.rule,
            }
            for line in worth.lines
        ],
        "worked_out_at": timezone.now(),
    }
