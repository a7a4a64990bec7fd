"""Disputes as they are read: what each can change, who typed the sheet, which lines are disputed, the list by weight.

Each disputed line is counted once as one more different method that hits, and once as nothing; everything else stays
as it is. A whole sheet may have lines that are not typed, so it can always change a rank. The standings are computed
once for all disputes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from judging.games.paper import LineAnswer

from ..models import AuditEntry, Dispute, Event, Keying, Round, Sheet, Submission
from ..scoring.answers import MarkingContext
from ..scoring.loader import EntrantInRound, Scoring
from ..scoring.what_if import CountedLine
from ..standings.possible_places import RANK
from ..standings.stakes import CurrentStandings, Stakes, SupposedPaper


def stakes_of(event: Event, disputes: Sequence[Dispute]) -> dict[int, Stakes]:
    """What each dispute can change, by its id. The disputes come with round, sheet and entrant."""
    if not disputes:
        return {}
    standing = CurrentStandings(event)
    sheets = [each.sheet for each in disputes if each.sheet.round_id in standing.shown]
    rounds = Round.objects.select_related("event").filter(pk__in={each.round_id for each in sheets})
    scoring = Scoring(rounds, {each.owner_id for each in sheets})
    stakes = {}
    for each in disputes:
        supposed = _supposed(each, scoring)
        of_typed = standing.stakes(supposed) if supposed else Stakes()
        is_ranked = of_typed.own or of_typed.team or (not supposed and each.sheet.round_id in standing.shown)
        of_more = replace(of_typed, weight=min(of_typed.weight, RANK), is_unbounded=True)
        stakes[each.pk] = of_more if is_ranked and each.submission_id is None else of_typed
    return stakes


def _supposed(dispute: Dispute, scoring: Scoring) -> SupposedPaper | None:
    """The entrant's score in the round: as the record stands, at worst and at best. None if they were asked nothing or
    wrote nothing."""
    paper = EntrantInRound(dispute.sheet.round_id, dispute.sheet.owner_id)
    question = scoring.question_of(paper)
    if question is None:
        return None
    lines = scoring.by_paper[paper]
    otherwise = _otherwise(dispute, question.marking, lines)
    stands, *others = (question.score(lines[0].division_id, lines, answers) for answers in ({}, *otherwise))
    by_worth = sorted((stands, *others), key=lambda worth: (worth.points, worth.methods))
    return SupposedPaper(question.round, paper.entrant_id, stands, by_worth[0], by_worth[-1], otherwise)


def _otherwise(
    dispute: Dispute, marking: MarkingContext, lines: list[CountedLine]
) -> tuple[Mapping[int, LineAnswer], Mapping[int, LineAnswer]]:
    """What the disputed lines are supposed to count as, by their ids: as hits, and as nothing."""
    own = [line for line in lines if line.pk == dispute.submission_id]
    disputed = own or [line for line in lines if line.sheet_id == dispute.sheet_id]
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
