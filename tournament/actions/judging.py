"""What the worker does with a sheet: have each new text judged, then work out the entrant's points.

These writes are nobody's decision but follow from the record, so they carry no signature and no audit entry.
"""

from django.db import transaction
from django.utils import timezone

from judging.games.paper import Box, Score
from judging.language.legality import edition as read_edition
from judging.language.verdict import ENGINE_VERSION, judge

from ..models import Entrant, Mark, PuzzleVersion, Result, Round, Ruling, Sheet, Verdict
from ..record.replay import recorded_lines, score_of, version_for
from ..texts import digest

Wanted = dict[tuple[int, str], str]  # (box, digest of the text) -> text


def verdict_row(version: PuzzleVersion, box: int, question: Box, round_: Round, text: str) -> Verdict:
    """The engine's verdict on one text in one box, as a row not saved yet."""
    said = judge(text, question.numbers, question.target, read_edition(round_.edition))
    facts = said.as_dict()
    return Verdict(
        puzzle_version=version,
        box=box,
        text=text,
        digest=digest(text),
        edition=round_.edition_id,
        engine=ENGINE_VERSION,
        outcome=facts["verdict"],
        value=facts["value"],
        on_target=facts["on_target"],
        distance_up=None if said.distance_up is None else str(said.distance_up),
        method_key=facts["method_key"],
        kin_key=facts["kin_key"],
        reasons=facts["reasons"],
        readings=facts["readings"],
    )


def judge_texts(round_: Round, version: PuzzleVersion, wanted: Wanted) -> int:
    """Judge what has no verdict yet and store it; each different text once. The number of new verdicts."""
    known = set(
        Verdict.objects.filter(
            puzzle_version=version,
            engine=ENGINE_VERSION,
            edition=round_.edition_id,
            digest__in={text_digest for _, text_digest in wanted},
        ).values_list("box", "digest")
    )
    boxes = version.read_boxes()
    fresh = [
        verdict_row(version, box, boxes[box], round_, text)
        for (box, text_digest), text in wanted.items()
        if (box, text_digest) not in known
    ]
    Verdict.objects.bulk_create(fresh, ignore_conflicts=True)
    return len(fresh)


def judge_sheet(sheet_id: int) -> None:
    """Judge a sheet's lines and store its entrant's points. Doing it again gives the same; doing it late, the latest."""
    sheet = Sheet.objects.select_related("round__event", "entrant__player__division").get(pk=sheet_id)
    round_, entrant = sheet.round, sheet.entrant
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
    """Store the entrant's points as the record stands now. The lock makes the last one in see everything."""
    Entrant.objects.select_for_update().get(pk=entrant.pk)
    worth = score_of(round_, entrant)
    if worth is None:
        Result.objects.filter(round=round_, entrant=entrant).delete()
        return None
    result, _ = Result.objects.update_or_create(round=round_, entrant=entrant, defaults=as_result(worth))
    return result


def as_result(worth: Score) -> dict:
    return {
        "points": worth.points,
        "bonus": worth.bonus,
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
