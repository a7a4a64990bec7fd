"""Who plays: players and teams, one by one or from a file."""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from ..importing.roster import Change, Plan, plan
from ..models import Division, Entrant, Event, Import, Player, Team, User
from ..permissions import require
from . import audit
from .refusals import Refused, invalid


@dataclass(frozen=True)
class PlayerFacts:
    number: int
    first_name: str
    last_name: str
    grade: int
    team: str = ""


def _facts(player: Player) -> dict:
    return {"number": player.number, "grade": player.division.grade, "team": player.team_id}


def _team(event: Event, name: str) -> Team | None:
    """The event's team of that name (upper and lower case alike), made with its entrant when it is new."""
    if not name:
        return None
    if team := event.teams.filter(name__iexact=name).first():
        return team
    team = Team.objects.create(event=event, name=name)
    Entrant.objects.create(event=event, team=team)
    return team


def _check(
    event: Event, facts: PlayerFacts, divisions: dict[int, Division], besides: int | None = None
) -> None:
    if not 1 <= facts.number <= 2_000_000_000:
        raise invalid(number="A player's number is a whole number from 1.")
    if not facts.first_name.strip():
        raise invalid(first_name="Give the player a first name.")
    if facts.grade not in divisions:
        raise invalid(grade=f"This event has no grade {facts.grade}.")
    if event.players.filter(number=facts.number).exclude(pk=besides).exists():
        raise invalid(number=f"Number {facts.number} belongs to another player.")


@transaction.atomic
def add_player(*, by: User, event: Event, facts: PlayerFacts) -> Player:
    require(by, "roster", event)
    divisions = {division.grade: division for division in event.divisions.all()}
    _check(event, facts, divisions)
    player = _add(event, facts, divisions)
    audit.record(event, by, "player.added", player, after=_facts(player))
    return player


def _add(event: Event, facts: PlayerFacts, divisions: dict[int, Division]) -> Player:
    player = Player.objects.create(
        event=event,
        number=facts.number,
        first_name=facts.first_name.strip(),
        last_name=facts.last_name.strip(),
        division=divisions[facts.grade],
        team=_team(event, facts.team.strip()),
    )
    Entrant.objects.create(event=event, player=player)
    return player


@transaction.atomic
def change_player(*, by: User, player: Player, facts: PlayerFacts) -> Player:
    """Correct a player. The grade stays once a sheet of hers is recorded: it was another grade's puzzle."""
    event = player.event
    require(by, "roster", event)
    divisions = {division.grade: division for division in event.divisions.all()}
    _check(event, facts, divisions, besides=player.pk)
    player = Player.objects.select_for_update(of=("self",)).select_related("division").get(pk=player.pk)
    before = _facts(player)
    if facts.grade != player.division.grade and player.entrant.sheets.exists():
        raise Refused(
            "has_sheets", "A sheet of this player has been opened, so the grade can no longer change."
        )
    _alter(event, player, facts, divisions)
    audit.record(event, by, "player.changed", player, before=before, after=_facts(player))
    return player


def _alter(event: Event, player: Player, facts: PlayerFacts, divisions: dict[int, Division]) -> None:
    player.number, player.division = facts.number, divisions[facts.grade]
    player.first_name, player.last_name = facts.first_name.strip(), facts.last_name.strip()
    player.team = _team(event, facts.team.strip())
    player.save()


@transaction.atomic
def set_status(*, by: User, entrant: Entrant, status: str, why: str = "") -> Entrant:
    """Present, absent, withdrawn or disqualified; the last two need a reason."""
    require(by, "roster", entrant.event)
    if status not in Entrant.Status.values:
        raise invalid(status="Choose present, absent, withdrawn or disqualified.")
    if status in {"withdrawn", "disqualified"} and not why.strip():
        raise invalid(why="Write down why.")
    before, entrant.status = entrant.status, status
    entrant.save(update_fields=["status"])
    audit.record(
        entrant.event,
        by,
        "entrant.status",
        entrant,
        before={"status": before},
        after={"status": status},
        why=why,
    )
    return entrant


@transaction.atomic
def apply_import(*, by: User, upload: Import) -> Plan:
    """Do what the dry run showed, in one go. The plan is made again from the same bytes against the roster of now;
    a problem anywhere refuses the whole."""
    event = Event.objects.select_for_update().get(pk=upload.event_id)
    require(by, "roster", event)
    upload = Import.objects.select_for_update().get(pk=upload.pk)
    if upload.applied_at:
        raise Refused("applied", "This file has been imported already.")
    todo = plan(event, upload.filename, bytes(upload.content))
    if not todo.can_apply:
        raise Refused(
            "has_problems", "This file has problems; nothing was imported. Mend them and choose it again."
        )
    divisions = {division.grade: division for division in event.divisions.all()}
    for grade in sorted(todo.new_grades):
        divisions[grade] = Division.objects.create(event=event, grade=grade, name=f"Grade {grade}")
    players = {player.number: player for player in event.players.all()}
    for row in todo.rows:
        facts = PlayerFacts(row.number, row.first_name, row.last_name, row.grade, row.team)
        if row.change == Change.NEW:
            _add(event, facts, divisions)
        elif row.change == Change.CHANGED:
            _alter(event, players[row.number], facts, divisions)
    upload.applied_at = timezone.now()
    upload.save(update_fields=["applied_at"])
    audit.record(event, by, "roster.imported", upload, after=todo.counts())
    return todo
