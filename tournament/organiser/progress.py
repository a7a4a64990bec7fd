"""How far an event has come, in counts."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _, ngettext

from ..disputes.filing import Window
from ..jobs.failed_tasks import FailedTask, failed_tasks
from ..models import Division, DivisionPuzzle, Event, Keying, Round, Series
from ..models.disputes import open_disputes
from ..roster.substitutes import grades_with_teams, playing
from ..rounds.expected_sheets import piles_of, with_sides
from ..rulings import queue
from ..same_method_rulings.near_duplicates import holding_up
from ..series.fixtures import unfinished_series
from ..sheets.custody import CHECKED, KEYED, SheetCounts, stage_counts
from ..ties.queries import called_off
from .open_work import sentence


@dataclass(frozen=True)
class RoundProgress:
    """One round in counts: `typed` of `expected` sheets are typed from paper, `unjudged` ones wait for their verdicts,
    and `unconfirmed` new readings wait for a judge; `lines` wait for a judge, `unsigned` rulings wait for signatures,
    and `pairs` of near-duplicates wait in a tiebreaker; `disputes` are open. `sheets` says where the paper is, `lost`
    how many lost sheets wait for a decision, and `as_nothing` how many are lost and count as nothing."""

    round: Round
    without_puzzle: tuple[Division, ...]
    has_puzzle: bool
    expected: int
    typed: int
    being_typed: int
    unjudged: int
    unconfirmed: int = 0
    unsigned: int = 0
    pairs: int = 0
    lines: int = 0
    called_off: bool = False
    sheets: SheetCounts = SheetCounts()
    lost: int = 0
    disputes: int = 0
    as_nothing: int = 0

    @property
    def is_ready(self) -> bool:
        return self.has_puzzle and not self.without_puzzle

    @property
    def is_typed(self) -> bool:
        return self.typed + self.as_nothing >= self.expected

    @property
    def is_settled(self) -> bool:
        return not (self.unjudged or self.unconfirmed or self.lines or self.unsigned or self.pairs)

    @property
    def is_decided(self) -> bool:
        """Whether nothing is left but to make it final, or it is."""
        is_judged = self.round.status == Round.Status.MARKING and self.is_typed and self.is_settled
        return self.round.status == Round.Status.FINAL or (is_judged and not self.unchecked)

    @property
    def to_print(self) -> int:
        """How many expected sheets are not printed."""
        return self.sheets.to_print + max(0, self.expected - self.sheets.reached[0])

    @property
    def unchecked(self) -> int:
        """How many typed sheets wait for a second reading, or for somebody who decides between two."""
        return self.sheets.reached[KEYED] - self.sheets.reached[CHECKED]

    @property
    def half_typed(self) -> int:
        """How many sheets have one reading and wait for another."""
        return max(0, self.sheets.reached[KEYED] - self.typed)

    @property
    def to_type(self) -> int:
        """How many sheets nobody has typed, without lost ones."""
        return self.expected - self.typed - self.as_nothing - self.half_typed - self.lost

    @property
    def lost_alone(self) -> bool:
        """Whether nothing is left to type but sheets that are lost."""
        is_left = self.round.status == Round.Status.MARKING and not self.is_typed
        return is_left and self.to_type <= 0 and not self.half_typed

    @property
    def window(self) -> Window:
        return Window(self.round)

    @property
    def to_do(self) -> str:
        """The next step of this round, as a short sentence."""
        status = self.round.status
        if self.called_off:
            return _("Nothing: it is cancelled.")
        if status == Round.Status.PLANNED:
            return _("Open it when the players begin.") if self.is_ready else _("It needs puzzles.")
        if status == Round.Status.MARKING:
            return self._marking()
        steps: dict[str, str] = {
            Round.Status.OPEN: _("Close it when time is up."),
            Round.Status.CLOSED: _("Start marking when the sheets are back."),
        }
        return steps.get(status, _("Nothing: it is final."))

    def _marking(self) -> str:
        half_typed = self.half_typed
        if (to_type := self.to_type) > 0:
            untyped = ngettext("%(n)s sheet to type.", "%(n)s sheets to type.", to_type) % {"n": to_type}
            return f"{untyped} {sentence('another', half_typed)}" if half_typed else untyped
        if half_typed:
            return sentence("another", half_typed)
        if self.lost_alone:
            return sentence("lost", self.lost)
        for code in ("lines", "unjudged", "unconfirmed", "pairs", "unsigned", "disputes"):
            if count := getattr(self, code):
                return sentence(code, count)
        if self.window.is_open:
            return sentence("window", 1)
        return _("Everything is typed and settled: make it final.")


@dataclass(frozen=True)
class EventProgress:
    divisions: tuple[Division, ...]
    players: int
    teams: int
    people: Counter
    rounds: tuple[RoundProgress, ...]
    failed: tuple[FailedTask, ...] = ()
    series: tuple[Series, ...] = ()
    series_left: tuple[Series, ...] = ()  # those that have games to play

    @property
    def has_final(self) -> bool:
        """Whether a round is final."""
        return any(each.round.status == Round.Status.FINAL for each in self.rounds)


def progress(event: Event) -> EventProgress:
    """The event's progress in a fixed number of queries, whatever its size."""
    divisions = tuple(event.divisions.annotate(size=Count("players")))
    series = tuple(event.series.all())
    return EventProgress(
        divisions=divisions,
        players=sum(division.size for division in divisions),
        teams=event.teams.count(),
        people=Counter(event.memberships.values_list("role", flat=True)),
        rounds=tuple(_rounds(event, divisions)),
        failed=tuple(failed_tasks(event)),
        series=series,
        series_left=tuple(unfinished_series(event)) if series else (),
    )


def _rounds(event: Event, divisions: tuple[Any, ...]) -> list[RoundProgress]:
    pairs = DivisionPuzzle.objects.filter(round__event=event, puzzle__active__isnull=False)
    asked = set(pairs.values_list("round_id", "division_id"))
    rounds = list(with_sides(event.rounds.all()))
    off, left = called_off(rounds), _Left(event)
    stages, lost = stage_counts(rounds)
    with_teams = grades_with_teams(event.pk) if any(each.rules.for_teams for each in rounds) else set()
    return [
        RoundProgress(
            pile.round,
            ()
            if pile.round.tiebreaker
            else tuple(
                each
                for each in playing(pile.round, divisions, with_teams)
                if each.size and (pile.round.pk, each.pk) not in asked
            ),
            any(each == pile.round.pk for each, _division in asked),
            pile.expected + pile.unusable,
            pile.typed,
            left.being_typed[pile.round.pk],
            left.unjudged[pile.round.pk],
            pile.unconfirmed,
            left.unsigned[pile.round.pk],
            left.pairs[pile.round.pk],
            left.lines[pile.round.pk],
            pile.round.pk in off,
            stages[pile.round.pk],
            lost[pile.round.pk],
            left.disputes[pile.round.pk],
            pile.as_nothing,
        )
        for pile in piles_of(event, rounds)
    ]


class _Left:
    """Open matters of an event, counted by round."""

    def __init__(self, event: Event):
        being_typed = Keying.objects.filter(sheet__round__event=event, state=Keying.State.OPEN)
        self.being_typed = _by_round(being_typed, "sheet__round")
        self.unjudged = _by_round(queue.not_judged(event), "round")
        self.unsigned = Counter(each.round.pk for each in queue.waiting(event))
        self.lines = queue.lines_by_round(event)
        self.disputes = _by_round(open_disputes(event), "sheet__round")
        self.pairs = Counter({round_id: len(pairs) for round_id, pairs in holding_up(event).items()})


def _by_round(rows: QuerySet, path: str) -> Counter:
    return Counter(dict(rows.order_by().values_list(path).annotate(Count("pk"))))


def of_round(round_: Round) -> RoundProgress:
    divisions = tuple(round_.event.divisions.annotate(size=Count("players")))
    return next(each for each in _rounds(round_.event, divisions) if each.round == round_)
