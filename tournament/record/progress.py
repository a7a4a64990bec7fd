"""How far an event has come, in counts."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..models import Division, DivisionPuzzle, Event, Keying, Result, Round
from .expected import how_many, present, with_sides
from .ties import called_off


@dataclass(frozen=True)
class RoundProgress:
    """One round in counts: `typed` of `expected` sheets are handed in, `unsettled` ones wait for a verdict or a judge.
    Of a tiebreaker that is `called_off` there is nothing to do."""

    round: Round
    without_puzzle: tuple[Division, ...]
    has_puzzle: bool
    expected: int
    typed: int
    being_typed: int
    unsettled: int
    called_off: bool = False

    @property
    def is_ready(self) -> bool:
        return self.has_puzzle and not self.without_puzzle

    @property
    def to_do(self) -> str:
        """What comes next for this round, as a short sentence."""
        status = self.round.status
        if self.called_off:
            return _("Nothing: nobody is to play it.")
        if status == Round.Status.PLANNED:
            return _("Open it when contestants begin.") if self.is_ready else _("It needs puzzles.")
        if status == Round.Status.MARKING:
            return self._marking()
        return {
            Round.Status.OPEN: _("Close it when time is up."),
            Round.Status.CLOSED: _("Start marking when the papers are in."),
        }.get(status, _("Nothing: it is final."))

    def _marking(self) -> str:
        if left := self.expected - self.typed:
            return ngettext("%(n)s sheet to type.", "%(n)s sheets to type.", left) % {"n": left}
        if self.unsettled:
            return ngettext(
                "%(n)s sheet waits for a verdict or a judge.",
                "%(n)s sheets wait for a verdict or a judge.",
                self.unsettled,
            ) % {"n": self.unsettled}
        return _("Everything is typed and settled: make it final.")


@dataclass(frozen=True)
class Progress:
    divisions: tuple[Division, ...]
    players: int
    teams: int
    people: Counter
    rounds: tuple[RoundProgress, ...]


def progress(event: Event) -> Progress:
    """The event's progress in a fixed number of queries, whatever its size."""
    divisions = tuple(event.divisions.annotate(size=Count("players")))
    return Progress(
        divisions=divisions,
        players=sum(division.size for division in divisions),
        teams=event.teams.count(),
        people=Counter(event.memberships.values_list("role", flat=True)),
        rounds=tuple(_rounds(event, divisions)),
    )


def _rounds(event: Event, divisions: tuple[Division, ...]) -> list[RoundProgress]:
    there = present(event)
    pairs = DivisionPuzzle.objects.filter(round__event=event, puzzle__active__isnull=False)
    asked = set(pairs.values_list("round_id", "division_id"))
    keyings = Keying.objects.filter(sheet__round__event=event)
    typed = _by_round(keyings.filter(state=Keying.State.AGREED), "sheet__round")
    being_typed = _by_round(keyings.filter(state=Keying.State.OPEN), "sheet__round")
    unsettled = _by_round(Result.objects.in_force().filter(round__event=event, provisional=True), "round")
    rounds = list(with_sides(event.rounds.all()))
    off = called_off(rounds)
    return [
        RoundProgress(
            round_,
            ()
            if round_.tiebreaker
            else tuple(each for each in divisions if each.size and (round_.pk, each.pk) not in asked),
            any(each == round_.pk for each, _division in asked),
            max(how_many(round_, there), typed[round_.pk]),
            typed[round_.pk],
            being_typed[round_.pk],
            unsettled[round_.pk],
            round_.pk in off,
        )
        for round_ in rounds
    ]


def _by_round(rows, path: str) -> Counter:
    return Counter(dict(rows.order_by().values_list(path).annotate(Count("pk"))))


def of_round(round_: Round) -> RoundProgress:
    divisions = tuple(round_.event.divisions.annotate(size=Count("players")))
    return next(each for each in _rounds(round_.event, divisions) if each.round == round_)
