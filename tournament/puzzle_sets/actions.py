"""Puzzle sets: asking the worker for them, going on, stopping, deleting."""

from dataclasses import dataclass, field

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from judging.language.editions import edition as read_edition

from ..audit import trail as audit
from ..common import limits
from ..common.refusals import Refused
from ..jobs import queue as jobs
from ..models import Division, DivisionPuzzle, Event, Job, PuzzleSet, Round, User
from ..models.rounds import TIEBREAKER
from ..roster.substitutes import playing
from ..rounds import actions as rounds
from ..web.permissions import require, require_locked
from .boxes import puzzles_needed
from .defaults import new_seed, settings_of
from .generation import write_log

MAKING, DONE, STOPPED, EMPTIED = PuzzleSet.Making


@dataclass
class SetsBegun:
    """The result of “Make puzzles for me”: sets begun or continued, grades that were left out because they have puzzles
    already, and those that do not play the round as they have no team."""

    begun: list[PuzzleSet] = field(default_factory=list)
    left: list[tuple[Round, Division]] = field(default_factory=list)
    without_teams: list[tuple[Round, Division]] = field(default_factory=list)


@transaction.atomic
def make_for_day(*, by: User, event: Event) -> SetsBegun:
    """Have puzzles made for every planned round of the programme, for the grades without any."""
    event = require_locked(by, "run", event)
    asked = SetsBegun()
    for round_ in event.rounds.filter(status=Round.Status.PLANNED).exclude(format=TIEBREAKER):
        _make_for_round(by, round_, asked)
    return asked


@transaction.atomic
def make_for_round(*, by: User, round_: Round) -> SetsBegun:
    """Have puzzles made for every grade of the round that has none. The puzzles that are there stay as they are."""
    require_locked(by, "run", round_.event)
    round_ = _planned(round_)
    asked = SetsBegun()
    _make_for_round(by, round_, asked)
    return asked


@transaction.atomic
def make_for_grade(*, by: User, round_: Round, division: Division) -> PuzzleSet:
    """Have a set made for a grade that has puzzles already. They stay until the set is used."""
    require_locked(by, "run", round_.event)
    round_ = _planned(round_)
    existing = PuzzleSet.objects.filter(round=round_, grade=division.grade).first()
    return existing or _begin(by, round_, division)


def _planned(round_: Round) -> Round:
    current = rounds.locked(round_)
    if current.format == TIEBREAKER:
        raise Refused("tiebreaker", _("A tiebreaker gets its question when its game begins."))
    if current.status != Round.Status.PLANNED:
        raise Refused(
            "round_started", _("%(round)s has started, so no puzzles are made for it.") % {"round": current.name}
        )
    return current


def _make_for_round(by: User, round_: Round, asked: SetsBegun) -> None:
    there = {each.grade: each for each in PuzzleSet.objects.filter(round=round_)}
    asked_already = set(DivisionPuzzle.objects.filter(round=round_).values_list("division", flat=True))
    begun = []
    divisions = list(round_.event.divisions.all())
    play = playing(round_, divisions)
    asked.without_teams += [(round_, each) for each in divisions if each not in play]
    for division in play:
        if division.grade in there:
            if there[division.grade].making == STOPPED:
                begun.append(wait_again(there[division.grade]))
        elif division.pk in asked_already:
            asked.left.append((round_, division))
        else:
            begun.append(_begin(by, round_, division, audited=False))
    if begun:
        grades = [each.grade for each in begun]
        audit.record(round_.event, by, "set.begun", round_, after={"grades": grades}, about=begun)
    asked.begun += begun


def _begin(by: User, round_: Round, division: Division, audited: bool = True) -> PuzzleSet:
    settings = settings_of(round_, division.grade)
    shape = round_.rules.shape(round_.settings_for(division.grade))
    made = begin(
        by,
        round_.event,
        round=round_,
        grade=division.grade,
        name=round_.name,
        format=round_.format,
        settings=settings,
        edition=round_.edition,
        count=puzzles_needed(round_.format, shape),
    )
    if audited:
        audit.record(round_.event, by, "set.begun", round_, after={"grades": [division.grade]}, about=[made])
    return made


def begin(who: User, event: Event, **fields) -> PuzzleSet:
    """A new set that waits for the worker. The caller has locked the event, and writes the audit entry."""
    if not fields.get("season") and event.puzzle_sets.filter(season="").count() >= limits.SETS_EVENT:
        raise Refused("too_many_sets", _("An event has at most %(n)s puzzle sets.") % {"n": limits.SETS_EVENT})
    if fields["edition"]:
        read_edition(fields["edition"])
    draft = PuzzleSet(event=event, seed=new_seed(), made_by=who, made_at=timezone.now(), **fields)
    write_log(draft, "begun")
    draft.save()
    if draft.making == MAKING:
        jobs.ensure(Job.MAKE_PUZZLES, draft.pk)
    return draft


def locked(draft: PuzzleSet, seen: str = "") -> PuzzleSet:
    """The set, locked. Refused if it was deleted, or if somebody has changed it since the page with revision `seen`."""
    sets = PuzzleSet.objects.select_for_update(of=("self",)).select_related("round", "event")
    current = sets.filter(pk=draft.pk).first()
    if current is None:
        raise Refused("gone", _("This set was deleted."))
    if seen and seen != str(current.revision):
        raise Refused("changed_meanwhile", _("Somebody else has changed this set. Look at it again."))
    return current


def wait_again(draft: PuzzleSet) -> PuzzleSet:
    """Have the worker go on with a set. The caller has locked it, and writes the audit entry."""
    draft.making, draft.problem = MAKING, None
    draft.revision += 1
    write_log(draft, "gone_on")
    draft.save()
    jobs.ensure(Job.MAKE_PUZZLES, draft.pk)
    return draft


@transaction.atomic
def go_on(*, by: User, puzzle_set: PuzzleSet) -> PuzzleSet:
    """Have the rest of a set made that was stopped or whose task failed."""
    require(by, "run", puzzle_set.event)
    draft = locked(puzzle_set)
    if draft.making in {MAKING, STOPPED, EMPTIED}:
        wait_again(draft)
        audit.record(draft.event, by, "set.gone_on", draft)
    return draft


def halt(draft: PuzzleSet) -> None:
    draft.making, draft.todo = STOPPED, []
    draft.revision += 1
    write_log(draft, "stopped")
    draft.save()


@transaction.atomic
def stop(*, by: User, puzzle_set: PuzzleSet) -> PuzzleSet:
    """Stop making a set. What is made stays."""
    require(by, "run", puzzle_set.event)
    draft = locked(puzzle_set)
    if draft.making == MAKING:
        halt(draft)
        audit.record(draft.event, by, "set.stopped", draft)
    return draft


@transaction.atomic
def remove(*, by: User, puzzle_set: PuzzleSet) -> None:
    """Delete a draft. A set with a locked version stays: its key is kept."""
    require(by, "run", puzzle_set.event)
    draft = locked(puzzle_set)
    if draft.versions.exists():
        raise Refused("is_locked", _("This set has a locked version, which is never deleted."))
    audit.record(draft.event, by, "set.removed", draft, before={"name": draft.name, "grade": draft.grade})
    draft.delete()
