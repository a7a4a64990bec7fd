"""The steps of a competition day, and the one to do now."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _, ngettext

from ..backups.requested import is_complete_since
from ..models import Event, Publication, Role, Round
from ..models.disputes import count_open
from ..ties.queries import undecided
from .checklist_step import AFTER, BEFORE, ROUNDS, ChecklistStep
from .progress import EventProgress, RoundProgress
from .round_checklist import steps_of_rounds

HELPERS = "people"  # the page of the step that an organiser who is alone passes over


def steps(event: Event, so_far: EventProgress) -> list[ChecklistStep]:
    """All steps in the order of the day, from the first grade to the certificates; without cancelled tiebreakers and,
    once the results are final, without rounds that nobody played."""
    over = event.visibility == Event.Visibility.FINAL
    rounds = [each for each in so_far.rounds if not each.called_off]
    played = [each for each in rounds if not (over and each.round.status == Round.Status.PLANNED)]
    so_far = replace(so_far, rounds=tuple(played))
    return [*_before(so_far), *_with_rounds(event, so_far), *_series(so_far), *_publishing(event, so_far)]


def _with_rounds(event: Event, so_far: EventProgress) -> list[ChecklistStep]:
    if not so_far.rounds:
        return []
    rounds, (*window, final) = steps_of_rounds(so_far.rounds)
    return [*rounds, *_failed_tasks(so_far), _disputes(event, so_far), *window, _ties(event, so_far), final]


def next_steps(steps: Sequence[ChecklistStep]) -> list[ChecklistStep]:
    """The step to do now, and one to skip to: the one after it if it is optional, or while volunteers type, opening the
    next round. An optional one of a later round can wait, and helpers can be left out. What people wait for now comes
    first: closing an open round, preparation, failed tasks, a round to mark, and what keeps a round that is wholly
    typed from being final. Then sheets are typed, the next round is printed and opened, and the rest follows."""
    waiting = sorted((step for step in steps if step.waits), key=lambda step: step.urgency)
    if len(waiting) > 1 and waiting[0].page == HELPERS:
        return waiting[:2]
    needed = next((step for step in waiting if not step.is_optional), None)
    optional = [step for step in waiting[:1] if step.is_optional and needed and step.args == needed.args]
    is_typing = needed is not None and needed.page == "keying-round"
    meanwhile = [step for step in waiting if is_typing and step.posts_to == "round-move"]
    return [*optional, *([needed] if needed else []), *meanwhile[:1]]


def grades_in_words(grades: list[int]) -> str:
    """[3, 4, 5, 7] -> “3-5, 7”"""
    spans: list[list[int]] = []
    for grade in sorted(grades):
        if spans and grade == spans[-1][-1] + 1:
            spans[-1].append(grade)
        else:
            spans.append([grade])
    return ", ".join(str(span[0]) if len(span) == 1 else f"{span[0]}-{span[-1]}" for span in spans)


# before the day


def _before(so_far: EventProgress) -> list[ChecklistStep]:
    grades = grades_in_words([division.grade for division in so_far.divisions])
    return [
        _preparation(_("Grades"), grades or _("None yet."), bool(grades), "event-settings", _("Add grades")),
        _players(so_far),
        *_rounds(so_far),
        _helpers(so_far),
    ]


def _rounds(so_far: EventProgress) -> list[ChecklistStep]:
    """None in an event that has live games and no round."""
    if so_far.series and not so_far.rounds:
        return []
    names = ", ".join(each.round.name for each in so_far.rounds)
    step = _preparation(_("Rounds"), names or _("None yet."), bool(names), "round-add", _("Add a round"))
    return [step, _puzzles(so_far.rounds)]


def _preparation(title: str, detail: str, done: bool, page: str, action: str, args: tuple = ()) -> ChecklistStep:
    return ChecklistStep(BEFORE, title, detail, done, not done, page, action, args)


def _players(so_far: EventProgress) -> ChecklistStep:
    if not so_far.players:
        detail = _("No players yet. Import a file, or add them one by one.")
        return _preparation(_("Players"), detail, False, "roster-import", _("Import players"))
    counts = [
        ngettext("%(n)s player", "%(n)s players", so_far.players) % {"n": so_far.players},
        ngettext("%(n)s team", "%(n)s teams", so_far.teams) % {"n": so_far.teams},
    ]
    return _preparation(_("Players"), ", ".join(counts), True, "roster", _("Roster"))


def _puzzles(rounds: tuple[RoundProgress, ...]) -> ChecklistStep:
    planned = [each for each in rounds if each.round.status == Round.Status.PLANNED]
    lacking = next((each.round for each in planned if not each.is_ready), None)
    if lacking:
        detail = _("%(name)s needs puzzles.") % {"name": lacking.name}
        step = _preparation(_("Puzzles"), detail, False, "puzzle-sets", _("Make puzzles for me"))
        return replace(step, posts_to="puzzle-sets-make")
    detail = _("Every round has its puzzles.") if rounds else _("Add a round first.")
    return _preparation(_("Puzzles"), detail, bool(rounds), "puzzles-import", _("Import puzzles"))


def _helpers(so_far: EventProgress) -> ChecklistStep:
    volunteers, judges = so_far.people[Role.VOLUNTEER], so_far.people[Role.JUDGE]
    detail = [
        ngettext("%(n)s volunteer", "%(n)s volunteers", volunteers) % {"n": volunteers},
        ngettext("%(n)s judge", "%(n)s judges", judges) % {"n": judges},
    ]
    step = _preparation(_("Helpers"), ", ".join(detail), bool(volunteers and judges), HELPERS, _("Give roles"))
    is_before = all(each.round.status == Round.Status.PLANNED for each in so_far.rounds)
    return replace(step, waits=step.waits and is_before)  # who has begun does it alone


# after the rounds


def _failed_tasks(so_far: EventProgress) -> list[ChecklistStep]:
    """The failed tasks that block a round, early in the list: they are tried again only when a person asks for it."""
    count = sum(each.holds_up for each in so_far.failed)
    if not count:
        return []
    detail = ngettext("%(n)s task failed.", "%(n)s tasks failed.", count) % {"n": count}
    title, action = _("Failed tasks"), _("See failed tasks")
    return [ChecklistStep(ROUNDS, title, detail, False, True, "failed-tasks", action, urgency=1)]


def _disputes(event: Event, so_far: EventProgress) -> ChecklistStep:
    count = count_open(event)
    detail = ngettext("%(n)s dispute is open.", "%(n)s disputes are open.", count) % {"n": count}
    title, action = _("Disputes decided"), _("Open the disputes")
    return ChecklistStep(
        AFTER,
        title,
        detail if count else "",
        so_far.has_final and not count,
        bool(count),
        "disputes",
        action,
        urgency=5,
    )


def _ties(event: Event, so_far: EventProgress) -> ChecklistStep:
    """Ties are counted once a round is final or all are judged: before, nearly everybody is tied."""
    is_final = so_far.has_final
    counted = is_final or all(each.is_decided for each in so_far.rounds)
    published = event.visibility == Event.Visibility.FINAL
    count = len(undecided(event)) if counted else 0
    playing = all(each.round.status == Round.Status.PLANNED or each.is_decided for each in so_far.rounds)
    detail = _ties_are_decided(event) if counted and not count else ""
    if count:
        detail = ngettext("%(n)s tie for an award is not decided.", "%(n)s ties for awards are not decided.", count)
        detail %= {"n": count}
    done = is_final and not count
    return ChecklistStep(
        AFTER,
        _("Ties decided"),
        detail,
        done,
        bool(count) and playing and not published,  # who publishes has chosen to leave them
        "ties",
        _("See the ties"),
        urgency=6,
    )


def _ties_are_decided(event: Event) -> str:
    if event.ties.filter(dropped_at=None).exists():
        return _("Every tie for an award is decided.")
    return _("There is no tie for an award.")


def _series(so_far: EventProgress) -> list[ChecklistStep]:
    if not so_far.series:
        return []
    count, left = len(so_far.series), len(so_far.series_left)
    detail = _("%(passed)s of %(all)s") % {"passed": count - left, "all": count}
    title, action = _("Series over"), _("Live games")
    return [ChecklistStep(AFTER, title, detail, not left, bool(left), "games", action, urgency=7)]


def _publishing(event: Event, so_far: EventProgress) -> list[ChecklistStep]:
    sentences: dict[str, str] = {
        Event.Visibility.HIDDEN: _("The public sees nothing yet."),
        Event.Visibility.PROVISIONAL: _("The public sees provisional results."),
        Event.Visibility.FROZEN: _("The public sees a frozen copy of the results."),
        Event.Visibility.EMBARGOED: _("The results wait for the ceremony."),
        Event.Visibility.FINAL: _("The final results are public."),
    }
    final = event.visibility == Event.Visibility.FINAL
    detail = sentences[event.visibility]
    show = _("Optional. Reveals the places on a projector, last place first.")
    return [
        ChecklistStep(
            AFTER, _("Ceremony"), show, final and hasattr(event, "ceremony"), False, "ceremony", _("Open the ceremony")
        ),
        ChecklistStep(AFTER, _("Results published"), detail, final, not final, "publish", _("Publish"), urgency=8),
        _backup(event, final),
        _certificates(final),
    ]


def _backup(event: Event, final: bool) -> ChecklistStep:
    """With the pictures, once the day is over."""
    published = event.publications.filter(kind=Publication.Kind.FINAL).last() if final else None
    done = published is not None and is_complete_since(published.made_at)
    detail = "" if done else _("Of everything, when the results are final.")
    action = _("Make a backup")
    step = ChecklistStep(
        AFTER, _("Backup"), detail, done, final and not done, "run", action, anchor="backup", urgency=9
    )
    return replace(step, posts_to="backup-now")


def _certificates(final: bool) -> ChecklistStep:
    """Never done: nothing is recorded when certificates are printed, and they can be printed again."""
    detail = "" if final else _("They are printed from the final results.")
    action = _("Print certificates")
    return ChecklistStep(AFTER, _("Certificates"), detail, False, False, "handouts", action, query="for=certificates")
