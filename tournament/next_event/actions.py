"""Making an event like an earlier one. Everything is written by the actions that pages use, in one transaction. Players
come one grade up, but for those for whom there is no next grade."""

import datetime
import re
from collections.abc import Collection
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext as _

from judging.results.criteria import ROUND

from ..accounts import actions as accounts
from ..audit import trail as audit
from ..models import Entrant, Event, EventWord, Player, PuzzleSet, Role, Round, User
from ..models.rounds import TIEBREAKER
from ..organiser import actions as events
from ..organiser.actions import slug_of
from ..puzzle_sets.actions import begin
from ..puzzle_sets.defaults import settings_of
from ..roster.actions import Roster, entrants_of
from ..roster.player_details import PlayerFacts, facts_of, players_of
from ..rounds import actions as rounds
from ..standings import actions as criteria
from ..web.permissions import NotAllowed, capabilities

GONE = {Entrant.Status.WITHDRAWN, Entrant.Status.DISQUALIFIED}
# the rest is set by the action whose rule it needs: names of rounds, judges
SETTINGS = (
    "time_zone",
    "accent",
    "public_names",
    "award_places",
    "kin_counts_as",
    "rescore_needs_second",
    "dispute_minutes",
)
WORD = ("word", "is_accepted", "why", "decided_by_id", "decided_at")
A_YEAR = datetime.timedelta(weeks=52)  # the same day of the week


@dataclass(frozen=True)
class LeftOut:
    """A player who is not taken over, and why."""

    player: str
    why: str


@dataclass(frozen=True)
class NextEvent:
    """The new event, how many players it has, and those who were left out."""

    event: Event
    players: int
    left_out: tuple[LeftOut, ...]


def suggestion(earlier: Event, today: datetime.date) -> tuple[str, datetime.date]:
    """A name and a date for the next event: a year later, under an address that is free."""
    held_on = max(earlier.held_on + A_YEAR, today)
    for year in range(max(held_on.year, earlier.held_on.year + 1), datetime.MAXYEAR):
        name = re.sub(rf"\b{earlier.held_on.year}\b", str(year), earlier.name)
        if name == earlier.name:
            name = f"{earlier.name[:110]} {year}"
        if not Event.objects.filter(slug=slug_of(name)).exists():
            break
    return name, held_on


@transaction.atomic
def create_like(
    *, by: User, earlier: Event, name: str, held_on: datetime.date, slug: str = "", with_players: bool = False
) -> NextEvent:
    """A hidden event with the grades, rounds, ranking criteria, helpers, own words and settings of an earlier one;
    `with_players`, also its players and teams, each player one grade up. Results, sheets and questions stay where they
    are."""
    if "run" not in capabilities(by, earlier):  # an archived event is copied too
        raise NotAllowed("run")
    shared = {each: getattr(earlier, each) for each in SETTINGS}
    event = events.create(by=by, name=name, held_on=held_on, grades=[], slug=slug, **shared)
    for division in earlier.divisions.all():
        events.add_division(by=by, event=event, grade=division.grade, name=division.name)
    positions = _copy_rounds(by, earlier, event)
    criteria.choose(by=by, event=event, criteria=[positions.get(each, each) for each in earlier.criteria])
    _copy_helpers(by, earlier, event)
    words = [EventWord(event=event, **row) for row in earlier.words.values(*WORD)]
    EventWord.objects.bulk_create(words)
    judges = min(earlier.judges_per_ruling, len(accounts.judges_of(event)))  # some may have left
    if judges > 1:
        events.change(by=by, event=event, judges_per_ruling=judges)
    added, left_out = _copy_players(earlier, event) if with_players else ([], [])
    after = {"like": earlier.slug, "players": len(added), "words": len(words)}
    audit.record(event, by, "event.made_like", event, after=after, about=entrants_of(added))
    return NextEvent(Event.objects.get(pk=event.pk), len(added), tuple(left_out))


def _copy_rounds(by: User, earlier: Event, event: Event) -> dict[str, str]:
    """The programme without tiebreakers. Returns what the criteria call its rounds: the earlier name and the new
    one."""
    renamed = {}
    for round_ in earlier.rounds.exclude(format=TIEBREAKER):
        new = rounds.add(
            by=by,
            event=event,
            format_slug=round_.format,
            preset=round_.preset,
            name=round_.name,
            settings=round_.settings,
            edition=round_.edition,
        )
        if new.keying_policy != round_.keying_policy:
            rounds.change(by=by, round_=new, keying_policy=round_.keying_policy)
        renamed[f"{ROUND}{round_.position}"] = f"{ROUND}{new.position}"
        _copy_puzzle_settings(by, round_, new)
    return renamed


def _copy_puzzle_settings(by: User, earlier: Round, new: Round) -> None:
    """A set that was made with settings of its own begins with them again. It is not made yet, so nobody pays for
    it."""
    for draft in earlier.puzzle_sets.all():
        if draft.grade is not None and draft.settings != settings_of(earlier, draft.grade):
            begin(
                by,
                new.event,
                round=new,
                grade=draft.grade,
                name=draft.name,
                tags=draft.tags,
                format=draft.format,
                settings=draft.settings,
                edition=draft.edition,
                count=draft.count,
                making=PuzzleSet.Making.STOPPED,
            )


def _copy_helpers(by: User, earlier: Event, event: Event) -> None:
    """Everybody whose account is open, in the same role. The person who creates the event organises it already."""
    for each in earlier.memberships.filter(user__is_active=True).select_related("user").order_by("pk"):
        if (each.user_id, each.role) != (by.pk, Role.ORGANISER):
            accounts.give_role(by=by, event=event, username=each.user.username, role=each.role)


def _copy_players(earlier: Event, event: Event) -> tuple[list[Player], list[LeftOut]]:
    roster = Roster(event)
    taken, left_out = one_grade_up(earlier, set(roster.divisions))
    players = roster.add(taken)
    roster.assign_divisions()
    return players, left_out


def one_grade_up(earlier: Event, grades: Collection[int]) -> tuple[list[PlayerFacts], list[LeftOut]]:
    """The details of the players with the next grade, and those whose next grade is not among `grades`, whose names
    were removed, or who left the earlier event. Numbers and teams stay."""
    nameless = earlier.anonymisations.exists()
    gone = set(earlier.entrants.filter(status__in=GONE, player__isnull=False).values_list("player", flat=True))
    taken, left_out = [], []
    for player in players_of(earlier):
        next_grade = player.division.grade + 1
        if nameless:
            left_out.append(LeftOut(str(player), _("names were removed")))
        elif player.pk in gone:
            left_out.append(LeftOut(str(player), _("withdrawn or disqualified")))
        elif next_grade not in grades:
            left_out.append(LeftOut(str(player), _("there is no grade %(grade)s") % {"grade": next_grade}))
        else:
            taken.append(replace(facts_of(player), grade=next_grade))
    return taken, left_out
