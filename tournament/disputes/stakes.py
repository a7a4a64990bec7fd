"""What a dispute can change: the best and the worst score of its lines, and the places that follow.

Each disputed line is counted once as one more different method that hits, and once as nothing; everything else stays
as it is. A whole sheet may have lines that are not typed, so it can always change a rank. The standings are computed
once for all disputes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from judging.games.paper import LineAnswer, Score

from ..models import Dispute, Event, Round, Sheet
from ..scoring.loader import AskedQuestion, Scoring
from ..scoring.what_if import CountedLine
from ..standings.possible_places import RANK
from ..standings.stakes import CurrentStandings, Stakes, SupposedPaper


def stakes_of(event: Event, disputes: Sequence[Dispute]) -> dict[int, Stakes]:
    """What each dispute can change, by its id. The disputes come with round, sheet and entrant."""
    if not disputes:
        return {}
    standing = CurrentStandings(event)
    papers = _papers([each.sheet for each in disputes if each.sheet.round_id in standing.shown])
    stakes = {}
    for each in disputes:
        paper = papers.get((each.sheet.round_id, each.sheet.entrant_id))
        of_typed = standing.stakes(_outcome(each, paper)) if paper else Stakes()
        is_ranked = of_typed.own or of_typed.team or (paper is None and each.sheet.round_id in standing.shown)
        of_more = replace(of_typed, weight=min(of_typed.weight, RANK), is_unbounded=True)
        stakes[each.pk] = of_more if is_ranked and each.submission_id is None else of_typed
    return stakes


class _Paper(NamedTuple):
    """What one entrant was asked in one round and wrote."""

    question: AskedQuestion
    lines: list[CountedLine]

    def score(self, answers: Mapping[int, LineAnswer]) -> Score:
        return self.question.score(self.lines[0].division_id, self.lines, answers)


def _papers(sheets: Sequence[Sheet]) -> dict[tuple[int, int | None], _Paper]:
    """{ids of round and entrant: paper}, without entrants who were asked nothing or wrote nothing."""
    rounds = Round.objects.select_related("event").filter(pk__in={each.round_id for each in sheets})
    scoring = Scoring(rounds, {each.entrant_id for each in sheets if each.entrant_id})
    questions = {paper: scoring.question_of(paper) for paper in scoring.by_paper}
    return {paper: _Paper(question, scoring.by_paper[paper]) for paper, question in questions.items() if question}


def _outcome(dispute: Dispute, of: _Paper) -> SupposedPaper:
    """The entrant's score in the round: as the record stands, at worst and at best."""
    otherwise = _otherwise(dispute, of)
    stands, *others = (of.score(answers) for answers in ({}, *otherwise))
    by_worth = sorted((stands, *others), key=lambda worth: (worth.points, worth.methods))
    return SupposedPaper(of.question.round, dispute.sheet.owner_id, stands, by_worth[0], by_worth[-1], otherwise)


def _otherwise(dispute: Dispute, of: _Paper) -> tuple[Mapping[int, LineAnswer], Mapping[int, LineAnswer]]:
    """What the disputed lines are supposed to count as, by their ids: as hits, and as nothing."""
    disputed = [line for line in of.lines if line.pk == dispute.submission_id] or [
        line for line in of.lines if line.sheet_id == dispute.sheet_id
    ]
    hits = {
        line.pk: LineAnswer(
            line.pk,
            line.box,
            "judged",
            on_target=True,
            distance=0,
            method=f"disputed line {line.pk}",
            value=of.question.marking.boxes[line.box].target,
        )
        for line in disputed
        if line.box < len(of.question.marking.boxes)
    }
    return hits, {line.pk: LineAnswer(line.pk, line.box, "nothing") for line in disputed}
