"""The steps of a competition day, and the one to do now."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..models import Event, Role, Round
from .progress import Progress, RoundProgress, pairs_wait, unsigned_wait


@dataclass(frozen=True)
class Step:
    """A step of the day. `page` is the name of the page that does it, `args` its arguments behind the event; without
    a page there is nothing to do for it now. Of two steps that wait the one of less `urgency` number comes first."""

    title: str
    said: str
    done: bool
    page: str
    action: str
    args: tuple = ()
    urgency: int = 0


def steps(event: Event, so_far: Progress) -> list[Step]:
    """From the first grade to the published results, in the order of the day. A tiebreaker that is called off is no
    part of it."""
    so_far = replace(so_far, rounds=tuple(each for each in so_far.rounds if not each.called_off))
    return [*_before(so_far), *_during(so_far), _publishing(event, so_far)]


def next_step(steps: list[Step]) -> Step | None:
    """What to do now: an open round is closed before anything else, and preparation goes before the rest."""
    waiting = [step for step in steps if step.page and not step.done]
    return min(waiting, key=lambda step: step.urgency, default=None)


def grades_in_words(grades: list[int]) -> str:
    """[3, 4, 5, 7] -> “3-5, 7”"""
    spans: list[list[int]] = []
    for grade in sorted(grades):
        if spans and grade == spans[-1][-1] + 1:
            spans[-1].append(grade)
        else:
            spans.append([grade])
    return ", ".join(str(span[0]) if len(span) == 1 else f"{span[0]}-{span[-1]}" for span in spans)


def _before(so_far: Progress) -> list[Step]:
    grades = grades_in_words([division.grade for division in so_far.divisions])
    names = ", ".join(each.round.name for each in so_far.rounds)
    return [
        Step(_("Grades"), grades or _("None yet."), bool(grades), "event-settings", _("Add grades")),
        _players(so_far),
        Step(_("Rounds"), names or _("None yet."), bool(names), "round-add", _("Add a round")),
        _puzzles(so_far.rounds),
        _helpers(so_far),
    ]


def _players(so_far: Progress) -> Step:
    if not so_far.players:
        said = _("Nobody yet. Import a file, or add players one by one.")
        return Step(_("Players"), said, False, "roster-import", _("Import players"))
    said = _("%(players)s players, %(teams)s teams") % {"players": so_far.players, "teams": so_far.teams}
    return Step(_("Players"), said, True, "roster", _("Roster"))


def _puzzles(rounds: tuple[RoundProgress, ...]) -> Step:
    planned = [each for each in rounds if each.round.status == Round.Status.PLANNED]
    lacking = next((each.round for each in planned if not each.is_ready), None)
    if lacking:
        said = _("%(name)s needs puzzles.") % {"name": lacking.name}
        return Step(_("Puzzles"), said, False, "round-run", _("Type puzzles"), (lacking.position,))
    said = _("Every round has its puzzles.") if rounds else _("They come after the rounds.")
    return Step(_("Puzzles"), said, bool(rounds), "puzzle-import", _("Import puzzles"))


def _helpers(so_far: Progress) -> Step:
    volunteers, judges = so_far.people[Role.VOLUNTEER], so_far.people[Role.JUDGE]
    said = [
        ngettext("%(n)s volunteer", "%(n)s volunteers", volunteers) % {"n": volunteers},
        ngettext("%(n)s judge", "%(n)s judges", judges) % {"n": judges},
    ]
    return Step(_("Helpers"), ", ".join(said), bool(volunteers and judges), "people", _("Give roles"))


def _during(so_far: Progress) -> list[Step]:
    """The work of the rounds: a step is done when every round has passed it."""
    rounds = so_far.rounds
    sheets = sum(each.typed for each in rounds), sum(each.expected for each in rounds)
    typed = _("%(typed)s of %(expected)s sheets") % {"typed": sheets[0], "expected": sheets[1]}
    in_marking = [each for each in rounds if each.round.status == Round.Status.MARKING]
    to_type = [each for each in in_marking if not each.is_typed]
    unsettled = [each for each in in_marking if not each.is_settled]
    return [
        _moving(rounds, Round.Status.PLANNED, 3, _("Rounds opened"), _("Open")),
        _moving(rounds, Round.Status.OPEN, -1, _("Rounds closed"), _("Close")),
        _moving(rounds, Round.Status.CLOSED, 2, _("Marking started"), _("Start marking")),
        _stage(rounds, to_type, 4, _("Sheets typed"), _("See what is left"), typed),
        _stage(rounds, unsettled, 5, _("Verdicts and rulings"), _("See what waits"), _unsettled(rounds)),
        _moving(rounds, Round.Status.MARKING, 6, _("Rounds final"), _("Make final")),
    ]


def _unsettled(rounds: tuple[RoundProgress, ...]) -> str:
    sheets = sum(each.unsettled for each in rounds)
    pairs = sum(each.pairs for each in rounds)
    unsigned = sum(each.unsigned for each in rounds)
    said = ngettext("%(n)s sheet waits for them", "%(n)s sheets wait for them", sheets) % {"n": sheets}
    return said if sheets else pairs_wait(pairs) if pairs else unsigned_wait(unsigned) if unsigned else ""


def _moving(rounds: tuple[RoundProgress, ...], status: str, urgency: int, title: str, action: str) -> Step:
    order: list[str] = list(Round.Status)
    passed = sum(order.index(each.round.status) > order.index(status) for each in rounds)
    said = _("%(passed)s of %(all)s") % {"passed": passed, "all": len(rounds)} if rounds else ""
    return _stage(
        rounds, [each for each in rounds if each.round.status == status], urgency, title, action, said
    )


def _stage(
    rounds: tuple[RoundProgress, ...],
    waiting: list[RoundProgress],
    urgency: int,
    title: str,
    action: str,
    said: str,
) -> Step:
    """A step that some rounds may wait for now; it is done when none does, nor will."""
    if waiting:
        first = waiting[0].round
        return Step(title, said, False, "round-run", f"{action}: {first.name}", (first.position,), urgency)
    final = bool(rounds) and all(each.round.status == Round.Status.FINAL for each in rounds)
    return Step(title, said if rounds else "", final or _behind(rounds, urgency), "", "")


def _behind(rounds: tuple[RoundProgress, ...], urgency: int) -> bool:
    """Whether every round is in marking or final: then opening, closing and starting to mark are behind us all."""
    marking = all(each.round.status in {Round.Status.MARKING, Round.Status.FINAL} for each in rounds)
    return bool(rounds) and marking and urgency <= 4


def _publishing(event: Event, so_far: Progress) -> Step:
    sentences: dict[str, str] = {
        Event.Visibility.HIDDEN: _("The public sees nothing yet."),
        Event.Visibility.PROVISIONAL: _("The public sees provisional results."),
        Event.Visibility.FROZEN: _("The public sees the results of a moment that is past."),
        Event.Visibility.EMBARGOED: _("The results wait for the ceremony."),
        Event.Visibility.FINAL: _("The final results are public."),
    }
    said = sentences[event.visibility]
    return Step(
        _("Results published"),
        said,
        event.visibility == Event.Visibility.FINAL,
        "publish",
        _("Publish"),
        urgency=7,
    )
