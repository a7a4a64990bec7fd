"""Disputes as they are read: what each can change, who typed the sheet, which lines are disputed, the list by weight.

Each disputed line is counted once as one more different method that hits, and once as nothing; everything else stays
as it is. A whole sheet may have lines that are not typed, so it can always change a rank. The standings are computed
once for all disputes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from judging.games.paper import LineAnswer, Score

from ..models import AuditEntry, Dispute, Event, Keying, Round, Sheet, Submission
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
    marking = of.question.marking
    hits = {
        line.pk: marking.worth(line, marking.boxes[line.box].target, f"disputed line {line.pk}")
        for line in disputed
        if line.box < len(marking.boxes)
    }
    return hits, {line.pk: LineAnswer(line.pk, line.box, "nothing") for line in disputed}


STATES: dict[str, Promise] = {
    Dispute.State.OPEN: _("open"),
    Dispute.State.UPHELD: _("upheld"),
    Dispute.State.REJECTED: _("rejected"),
    Dispute.State.WITHDRAWN: _("withdrawn"),
}


def keyers(sheet: Sheet) -> QuerySet[Keying]:
    """The keyings that were handed in for the sheet; open ones and those put back do not count."""
    return sheet.keyings.exclude(state__in=[Keying.State.DROPPED, Keying.State.OPEN])


def lines_of(dispute: Dispute) -> list[Submission]:
    """The disputed line; every line of the sheet if the whole sheet is disputed or was typed again."""
    agreed = list(dispute.sheet.submissions.filter(keying__state=Keying.State.AGREED).order_by("box", "position"))
    return [line for line in agreed if line.pk == dispute.submission_id] or agreed


def all_of(event: Event) -> QuerySet[Dispute]:
    return Dispute.objects.filter(event=event).select_related(
        "event",
        "sheet__round__event",
        "sheet__entrant__division",
        "sheet__entrant__player__division",
        "sheet__entrant__player__team",
        "sheet__entrant__team",
        "submission__keying",
        "filed_by",
        "coach__team",
        "taken_by",
        "decided_by",
        "rescore",
    )


@dataclass(frozen=True)
class WeighedDispute:
    """An open dispute with what it can change."""

    dispute: Dispute
    stakes: Stakes

    @property
    def rank(self) -> tuple[int, int]:
        """Disputes that can change an award first, then in the order of filing (by id, not by the clock)."""
        return self.stakes.weight, self.dispute.pk


def open_disputes(event: Event) -> list[WeighedDispute]:
    """All open disputes of the event, the weightiest first."""
    disputes = list(all_of(event).filter(state=Dispute.State.OPEN))
    stakes = stakes_of(event, disputes)
    return sorted((WeighedDispute(each, stakes[each.pk]) for each in disputes), key=lambda each: each.rank)


def voices(disputes: Iterable[Dispute]) -> dict[int, list[str]]:
    """The statements that others added to each dispute, by the dispute's id."""
    disputes = list(disputes)
    if not disputes:
        return {}
    by_dispute: dict[int, list[str]] = {each.pk: [] for each in disputes}
    entries = AuditEntry.objects.filter(
        event_id__in={each.event_id for each in disputes}, verb="dispute.joined", subject_id__in=by_dispute
    )
    for entry in entries.order_by("number"):
        if entry.subject_id and entry.after:
            by_dispute[entry.subject_id].append(entry.after["statement"])
    return by_dispute
