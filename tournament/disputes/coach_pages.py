"""What a coach reads through their link: their own team's papers in rounds whose disputes are or were open, and the
disputes there. Keyers and judges are not named."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from django.core.files.uploadedfile import UploadedFile
from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.functional import Promise

from ..common.refusals import Refused
from ..models import (
    CoachLink,
    Dispute,
    DisputePicture,
    Entrant,
    Keying,
    Mark,
    Result,
    Round,
    Scan,
    Sheet,
    Submission,
)
from ..results.papers import PaperBox, PaperLine, RoundPaper, papers_of
from ..rounds.expected_sheets import with_sides
from . import coach_links, pictures
from .filing import Filed, Window, windows
from .outcomes import DisputeOutcome, outcomes_of
from .queries import STATES, voices


@dataclass(frozen=True)
class CoachDispute:
    """A dispute as the coach reads it. Statements that a helper filed at the desk are left out."""

    dispute: Dispute
    is_own: bool
    statements: tuple[str, ...]
    outcome: DisputeOutcome | None

    @property
    def pictures(self) -> list[DisputePicture]:
        """The photos that the team's own coach sent."""
        return [each for each in self.dispute.pictures.all() if self.is_own and each.removed_at is None]

    @property
    def state(self) -> Promise:
        return STATES[self.dispute.state]

    @property
    def is_open(self) -> bool:
        return self.dispute.state == Dispute.State.OPEN

    @property
    def is_settled(self) -> bool:
        """Whether it was answered, and what was done for it still holds."""
        return bool(self.dispute.answer) and not (self.outcome and self.outcome.is_gone)


class Disputable(NamedTuple):
    """A sheet that the coach may read, or one line of it as it is read there, with its box."""

    window: Window
    paper: RoundPaper
    sheet: Sheet
    line: Submission | None
    box: PaperBox | None
    read: PaperLine | None


@dataclass(frozen=True)
class RoundOfTeam:
    """A round with the team's entrants whose sheets are recorded, and their points, None while they are not public."""

    window: Window
    entrants: tuple[tuple[Entrant, int | None], ...]


def as_written(paper: RoundPaper) -> RoundPaper:
    """The paper without anything that was decided about it: no verdict, no ruling, no points."""
    boxes = tuple(PaperBox(box.box, tuple(_undecided(line) for line in box.lines)) for box in paper.boxes)
    return RoundPaper(paper.round, boxes, result=None)


def _undecided(line: PaperLine) -> PaperLine:
    seen = line.mark if line.mark != Mark.WRITTEN else ""
    names = ("value", "ruling", "ruled_value", "counts_as", "counts_as_value", "tag", "rule", "code")
    undecided: dict[str, Any] = dict.fromkeys(names, "")
    return replace(line, state=seen, points=None, notes=(), decided=None, judged=None, **undecided)


class TeamSheets:
    """The sheets and disputes that a coach's link gives access to."""

    def __init__(self, link: CoachLink):
        self.link, self.event = link, link.event
        # while results are hidden from the public, a coach reads only what was written
        self.shows_verdicts = link.event.shows_all
        self.rounds: list[Round] = []
        sides = ("tie_game__first__player", "tie_game__second__player")
        for round_ in with_sides(self.event.rounds.all()).select_related(*sides):
            round_.event = self.event
            if self._is_ours(round_):
                self.rounds.append(round_)

    def _is_ours(self, round_: Round) -> bool:
        """Whether the coach may see the round: no tiebreaker, or one that the team or a member plays."""
        game = round_.tiebreaker
        sides = (game.first, game.second) if game else ()
        teams = {side.player.team_id if side.player else side.team_id for side in sides}
        return game is None or self.link.team_id in teams

    @cached_property
    def windows(self) -> dict[int, Window]:
        """The windows that are or were open, by the round's position."""
        of_rounds = windows(self.rounds).values()
        return {each.round.position: each for each in of_rounds if each.was_opened}

    @property
    def waits_for_rounds(self) -> bool:
        """Whether disputes about a round of the event have never been open."""
        return len(self.windows) < len(self.rounds)

    @cached_property
    def entrants(self) -> dict[int, Entrant]:
        """The team itself and its members."""
        own = Q(player__team=self.link.team_id) | Q(team=self.link.team_id)
        rows = Entrant.objects.filter(own, event=self.event).order_by("player__number")
        entrants = {each.pk: each for each in rows.select_related("division", "player", "team")}
        for each in entrants.values():
            each.event, each.shown = self.event, each.number_and_name(self.event)
        return entrants

    @property
    def sheets(self) -> QuerySet[Sheet]:
        """Its recorded sheets in rounds that may be read here."""
        rounds = [each.round.pk for each in self.windows.values()]
        recorded = Sheet.objects.filter(keyings__state=Keying.State.AGREED).distinct()
        return recorded.filter(round__in=rounds, entrant__in=self.entrants).select_related("round")

    @cached_property
    def by_round(self) -> list[RoundOfTeam]:
        recorded, points = set(self.sheets.values_list("round", "entrant")), self._points()
        return [
            RoundOfTeam(
                window,
                tuple(
                    (each, points.get((window.round.pk, each.pk)))
                    for each in self.entrants.values()
                    if (window.round.pk, each.pk) in recorded
                ),
            )
            for window in self.windows.values()
        ]

    def _points(self) -> dict[tuple[int, int], int]:
        """The points by round and entrant; none while verdicts are not public."""
        results = Result.objects.in_force().filter(entrant__in=self.entrants)
        rows = results.values_list("round", "entrant", "points") if self.shows_verdicts else ()
        return {(round_, entrant): points for round_, entrant, points in rows}

    @cached_property
    def disputes(self) -> list[CoachDispute]:
        """What was disputed on the team's sheets, latest first."""
        rounds = [each.round.pk for each in self.windows.values()]
        rows = Dispute.objects.filter(sheet__round__in=rounds, sheet__entrant__in=self.entrants)
        rows = rows.select_related("sheet__round", "submission", "coach").prefetch_related("pictures").order_by("-pk")
        return self._as_read(list(rows))

    @property
    def has_open(self) -> bool:
        """Whether a judge has still to look at one of them."""
        return any(each.is_open for each in self.disputes)

    def _as_read(self, disputes: list[Dispute]) -> list[CoachDispute]:
        heard, outcomes = voices(disputes), outcomes_of(disputes)
        shown = []
        for each in disputes:
            own = each.coach is not None and each.coach.team_id == self.link.team_id
            each.sheet.entrant = self.entrants[each.sheet.owner_id]
            statements = (each.statement, *heard[each.pk]) if own else ()
            shown.append(CoachDispute(each, own, statements, outcomes.get(each.pk)))
        return shown

    def paper(self, position: int, entrant_id: int) -> RoundPaper | None:
        """The paper of one of the team's entrants, if it may be read here and is recorded."""
        here, entrant = self.windows.get(position), self.entrants.get(entrant_id)
        if here is None or entrant is None:
            return None
        recorded = next((each for each in papers_of(entrant, here.round) if each.is_recorded), None)
        return recorded if recorded is None or self.shows_verdicts else as_written(recorded)

    def find(self, *, sheet: int | None = None, line: int | None = None) -> Disputable:
        """The line, or the sheet, with this id. 404 if it may not be read here."""
        submission = get_object_or_404(Submission, pk=line, sheet__in=self.sheets.values("pk")) if line else None
        of = get_object_or_404(self.sheets, pk=submission.sheet_id if submission else sheet)
        of.entrant = self.entrants[of.owner_id]
        paper = self.paper(of.round.position, of.owner_id)
        lines = ((box, each) for box in (paper.boxes if paper else ()) for each in box.lines if each.line == line)
        box, read = next(lines, (None, None))
        if paper is None or submission and read is None:
            raise Http404
        return Disputable(self.windows[of.round.position], paper, of, submission, box, read)

    def dispute(self, what: Disputable, statement: str, photo: UploadedFile | None) -> Filed:
        """File a dispute. The photo is not opened after the window has closed."""
        if not what.window.is_open:
            raise Refused("window_closed", what.window.sentence)
        picture = pictures.read_photo(photo) if photo else None
        return coach_links.dispute(
            link=self.link, sheet=what.sheet, line=what.line, statement=statement, picture=picture
        )

    def own(self, dispute: int) -> Dispute:
        """A dispute that a coach of the team filed. 404 for any other."""
        own = [each.dispute.pk for each in self.disputes if each.is_own]
        return get_object_or_404(Dispute, pk=dispute, pk__in=own)

    def pictures(self) -> QuerySet[DisputePicture]:
        """The photos that the team's coaches sent, through this link or an earlier one."""
        return DisputePicture.objects.filter(coach__team=self.link.team_id, removed_at=None)

    def scans(self, sheets: list[int] | None = None) -> QuerySet[Scan]:
        """Pictures of the team's sheets that may be read here."""
        scans = Scan.objects.filter(sheet__in=self.sheets.values("pk"), removed_at__isnull=True)
        return scans if sheets is None else scans.filter(sheet__in=sheets)
