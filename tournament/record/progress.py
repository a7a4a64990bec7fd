"""How far an event has come: each round's counts, and the steps of the day with the next sensible one."""

from collections import Counter
from dataclasses import dataclass, field

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..models import Division, DivisionPuzzle, Entrant, Event, Keying, Player, Result, Role, Round


@dataclass(frozen=True)
class RoundProgress:
    """One round in counts: `typed` of `expected` sheets are handed in, `unsettled` ones wait for a verdict or a judge."""

    round: Round
    without_puzzle: tuple[Division, ...]
    has_puzzle: bool
    expected: int
    typed: int
    being_typed: int
    unsettled: int

    @property
    def is_ready(self) -> bool:
        return self.has_puzzle and not self.without_puzzle

    @property
    def to_do(self) -> str:
        """What comes next for this round, as a short sentence."""
        status = self.round.status
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
class Step:
    """A step of the day. `page` is the name of the page that does it, `args` its arguments behind the event."""

    title: str
    said: str
    done: bool
    page: str
    action: str
    args: tuple = ()


@dataclass(frozen=True)
class Progress:
    divisions: tuple[Division, ...]
    players: int
    teams: int
    people: Counter
    rounds: tuple[RoundProgress, ...]
    steps: list[Step] = field(default_factory=list)

    @property
    def next(self) -> Step | None:
        return next((step for step in self.steps if not step.done), None)


def progress(event: Event) -> Progress:
    """The event's progress in a fixed number of queries, whatever its size."""
    divisions = tuple(event.divisions.annotate(size=Count("players")))
    found = Progress(
        divisions=divisions,
        players=sum(division.size for division in divisions),
        teams=event.teams.count(),
        people=Counter(event.memberships.values_list("role", flat=True)),
        rounds=tuple(_rounds(event, divisions)),
    )
    found.steps.extend(_steps(event, found))
    return found


def _rounds(event: Event, divisions: tuple[Division, ...]) -> list[RoundProgress]:
    present = Counter(
        Player.objects.filter(event=event, entrant__status=Entrant.Status.PRESENT).values_list(
            "division_id", flat=True
        )
    )
    pairs = DivisionPuzzle.objects.filter(round__event=event, puzzle__active__isnull=False)
    asked = set(pairs.values_list("round_id", "division_id"))
    keyings = Keying.objects.filter(sheet__round__event=event)
    typed = _by_round(keyings.filter(state=Keying.State.AGREED), "sheet__round")
    being_typed = _by_round(keyings.filter(state=Keying.State.OPEN), "sheet__round")
    unsettled = _by_round(Result.objects.filter(round__event=event, provisional=True), "round")
    return [
        RoundProgress(
            round_,
            tuple(each for each in divisions if each.size and (round_.pk, each.pk) not in asked),
            any(each == round_.pk for each, _division in asked),
            max(sum(present.values()), typed[round_.pk]),
            typed[round_.pk],
            being_typed[round_.pk],
            unsettled[round_.pk],
        )
        for round_ in event.rounds.all()
    ]


def _by_round(rows, path: str) -> Counter:
    return Counter(dict(rows.order_by().values_list(path).annotate(Count("pk"))))


def _steps(event: Event, so_far: Progress) -> list[Step]:
    return [*_before(so_far), *_during(so_far), _publishing(event, so_far)]


def _before(so_far: Progress) -> list[Step]:
    rounds, people = so_far.rounds, so_far.people
    planned = [each for each in rounds if each.round.status == Round.Status.PLANNED]
    lacking = next((each for each in planned if not each.is_ready), None)
    return [
        Step(
            _("Grades"),
            ", ".join(division.name for division in so_far.divisions) or _("None yet."),
            bool(so_far.divisions),
            "event-settings",
            _("Add grades"),
        ),
        Step(
            _("Players"),
            _("%(players)s players, %(teams)s teams") % {"players": so_far.players, "teams": so_far.teams}
            if so_far.players
            else _("Nobody yet. Import a file, or add players one by one."),
            so_far.players > 0,
            "roster" if so_far.players else "roster-import",
            _("Roster") if so_far.players else _("Import players"),
        ),
        Step(
            _("Rounds"),
            ", ".join(each.round.name for each in rounds) or _("None yet. Add what is played."),
            bool(rounds),
            "round-add",
            _("Add a round"),
        ),
        Step(
            _("Puzzles"),
            _("%(name)s needs puzzles.") % {"name": lacking.round.name}
            if lacking
            else (_("Every round has its puzzles.") if rounds else _("They come after the rounds.")),
            bool(rounds) and lacking is None,
            "round-run" if lacking else "puzzle-import",
            _("Type puzzles") if lacking else _("Import puzzles"),
            (lacking.round.position,) if lacking else (),
        ),
        Step(
            _("Helpers"),
            _("%(volunteers)s volunteers, %(judges)s judges")
            % {"volunteers": people[Role.VOLUNTEER], "judges": people[Role.JUDGE]},
            people[Role.VOLUNTEER] > 0 and people[Role.JUDGE] > 0,
            "people",
            _("Give roles"),
        ),
    ]


def _during(so_far: Progress) -> list[Step]:
    """The work of the rounds: each step is done when no round waits for it any more."""
    stages = (
        (
            _("Open the rounds"),
            _("Open"),
            lambda each: each.round.status == Round.Status.PLANNED,
        ),
        (_("Close them when time is up"), _("Close"), lambda each: each.round.status == Round.Status.OPEN),
        (
            _("Start marking"),
            _("Start marking"),
            lambda each: each.round.status == Round.Status.CLOSED,
        ),
        (_("Sheets typed"), _("See the sheets"), lambda each: _marking(each) and each.typed < each.expected),
        (_("Verdicts and rulings"), _("See what waits"), lambda each: _marking(each) and each.unsettled > 0),
        (_("Rounds final"), _("Make final"), lambda each: each.round.status != Round.Status.FINAL),
    )
    return [_stage(so_far.rounds, *stage) for stage in stages]


def _marking(each: RoundProgress) -> bool:
    return each.round.status == Round.Status.MARKING


def _stage(rounds: tuple[RoundProgress, ...], title: str, action: str, waits) -> Step:
    waiting = [each for each in rounds if waits(each)]
    if not waiting:
        begun = bool(rounds) and all(each.round.status != Round.Status.PLANNED for each in rounds)
        return Step(title, _("Done.") if begun else "", begun, "", "")
    first = waiting[0]
    return Step(
        title,
        ", ".join(f"{each.round.name}: {each.to_do}" for each in waiting[:3]) + (" …" if waiting[3:] else ""),
        False,
        "round-run",
        f"{action}: {first.round.name}",
        (first.round.position,),
    )


def _publishing(event: Event, so_far: Progress) -> Step:
    said = {
        Event.Visibility.HIDDEN: _("The public sees nothing yet."),
        Event.Visibility.PROVISIONAL: _("The public sees provisional results."),
        Event.Visibility.FINAL: _("The final results are public."),
    }[event.visibility]
    return Step(
        _("Results published"), said, event.visibility == Event.Visibility.FINAL, "publish", _("Publish")
    )


def of_round(round_: Round) -> RoundProgress:
    divisions = tuple(round_.event.divisions.annotate(size=Count("players")))
    return next(each for each in _rounds(round_.event, divisions) if each.round == round_)
