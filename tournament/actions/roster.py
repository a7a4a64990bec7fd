"""Who plays: players and teams, one by one or from a file."""

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from ..importing.roster import Change, Plan, PlayerFacts, facts_of, plan
from ..models import Division, Entrant, Event, Import, Player, Team, User
from ..models.events import GRADE
from ..permissions import require
from . import audit, imports
from .refusals import invalid

NEEDS_REASON = {Entrant.Status.WITHDRAWN, Entrant.Status.DISQUALIFIED}

__all__ = ["PlayerFacts", "add_player", "apply_import", "change_player", "facts_of", "set_status"]


class _Roster:
    """An event's roster while it is written: its row locked, so that two writers take turns, its grades and teams known."""

    def __init__(self, event: Event):
        self.event = Event.objects.select_for_update().get(pk=event.pk)
        self.divisions = {division.grade: division for division in self.event.divisions.all()}
        self.teams = {team.name.casefold(): team for team in self.event.teams.all()}

    def team(self, name: str) -> Team | None:
        """The team of that name, upper and lower case alike; made with its entrant when it is new."""
        if not name:
            return None
        if name.casefold() not in self.teams:
            team = Team.objects.create(event=self.event, name=name)
            Entrant.objects.create(event=self.event, team=team)
            self.teams[name.casefold()] = team
        return self.teams[name.casefold()]

    def open_grade(self, grade: int) -> None:
        self.divisions[grade] = Division.objects.create(
            event=self.event, grade=grade, name=GRADE % {"grade": grade}
        )

    def check(self, facts: PlayerFacts, besides: Player | None = None) -> None:
        found = facts.problems()
        if facts.grade not in self.divisions:
            found["grade"] = _("This event has no grade %(grade)s.") % {"grade": facts.grade}
        same_number = self.event.players.filter(number=facts.number).exclude(
            pk=besides.pk if besides else None
        )
        if "number" not in found and same_number.exists():
            found["number"] = _("Number %(number)s belongs to another player.") % {"number": facts.number}
        if found:
            raise invalid(**found)

    def write(self, player: Player, facts: PlayerFacts) -> Player:
        player.number, player.division = facts.number, self.divisions[facts.grade]
        player.first_name, player.last_name = facts.first_name, facts.last_name
        player.team = self.team(facts.team)
        return player

    def add(self, all_facts: list[PlayerFacts]) -> list[Player]:
        players = [self.write(Player(event=self.event), facts) for facts in all_facts]
        players = Player.objects.bulk_create(players, batch_size=500)
        Entrant.objects.bulk_create(
            (Entrant(event=self.event, player=each, division=each.division) for each in players),
            batch_size=500,
        )
        return players

    def settle(self) -> None:
        """Every entrant in her grade, a team in its highest member's (NT-ST-3); teams that nobody is in any more go."""
        self.drop_empty_teams()
        entrants = self.event.entrants.select_related("player").prefetch_related("team__members__division")
        moved = []
        for entrant in entrants:
            grades = [member.division for member in entrant.team.members.all()] if entrant.team else []
            division = (
                entrant.player.division_id
                if entrant.player
                else max(grades, key=lambda each: each.grade).pk
                if grades
                else None
            )
            if entrant.division_id != division:
                entrant.division_id = division
                moved.append(entrant)
        Entrant.objects.bulk_update(moved, ["division"], batch_size=500)

    def drop_empty_teams(self) -> None:
        """A team whose last member left it for another was a slip of the pen, unless it has played."""
        played = {"entrant__sheets": None, "entrant__results": None}
        judged = {"entrant__penalties": None, "entrant__ties": None}
        empty = self.event.teams.filter(members=None, **played, **judged)
        for team in empty.select_related("entrant"):
            team.entrant.delete()
            team.delete()


def _logged(player: Player) -> dict:
    """What the audit keeps: no name, so that a player can be anonymised in one place."""
    return {"number": player.number, "grade": player.division.grade, "team": player.team_id}


def _entrants_of(players: list[Player]) -> list[Entrant]:
    """Those whose history tells of a change to these players: they themselves, and the teams they are in."""
    teams = {player.team_id for player in players if player.team_id}
    concerned = Q(player__in=[player.pk for player in players]) | Q(team__in=teams)
    return list(Entrant.objects.filter(concerned))


@transaction.atomic
def add_player(*, by: User, event: Event, facts: PlayerFacts) -> Player:
    require(by, "roster", event)
    roster, facts = _Roster(event), facts.tidy()
    roster.check(facts)
    (player,) = roster.add([facts])
    roster.settle()
    audit.record(event, by, "player.added", player, after=_logged(player), about=_entrants_of([player]))
    return player


@transaction.atomic
def change_player(*, by: User, player: Player, facts: PlayerFacts) -> Player:
    """Correct a player. The grade stays once a sheet of hers is opened: it was another grade's puzzle."""
    require(by, "roster", player.event)
    roster, facts = _Roster(player.event), facts.tidy()
    player = Player.objects.select_related("division", "team").get(pk=player.pk)
    roster.check(facts, besides=player)
    before, about = _logged(player), _entrants_of([player])
    if facts.grade != player.division.grade and player.entrant.sheets.exists():
        raise invalid(grade=_("A sheet of this player has been opened, so the grade can no longer change."))
    roster.write(player, facts).save()
    roster.settle()
    about = [*about, *_entrants_of([player])]
    audit.record(
        roster.event, by, "player.changed", player, before=before, after=_logged(player), about=about
    )
    return player


@transaction.atomic
def set_status(*, by: User, entrant: Entrant, status: str, why: str = "") -> Entrant:
    """Present, absent, withdrawn or disqualified; the last two need a reason."""
    require(by, "roster", entrant.event)
    if status not in Entrant.Status.values:
        raise invalid(status=_("Choose present, absent, withdrawn or disqualified."))
    if status in NEEDS_REASON and not why.strip():
        raise invalid(why=_("Write down why."))
    entrant = Entrant.objects.select_for_update(of=("self",)).select_related("event").get(pk=entrant.pk)
    before, entrant.status = entrant.status, status
    entrant.save(update_fields=["status"])
    audit.record(
        entrant.event,
        by,
        "entrant.status",
        entrant,
        before={"status": before},
        after={"status": status},
        why=why.strip(),
    )
    return entrant


@transaction.atomic
def apply_import(*, by: User, upload: Import, shown: str = "") -> Plan:
    """Do what the dry run showed, in one go. The plan is made again from the same bytes against the roster of now;
    a problem anywhere refuses the whole, and so does a plan other than the one `shown` (its fingerprint)."""
    require(by, "roster", upload.event)
    roster = _Roster(upload.event)
    changed = _(
        "The roster has changed since these rows were checked; nothing was imported. "
        "They are checked anew here: look again, then import."
    )
    with imports.applying(upload, plan, shown, changed) as todo:
        for grade in sorted(todo.new_grades):
            roster.open_grade(grade)
        about = roster.add([row.facts for row in todo.rows if row.change == Change.NEW])
        facts = {row.facts.number: row.facts for row in todo.rows if row.change == Change.CHANGED}
        for player in roster.event.players.all() if facts else ():
            if player.number in facts:
                roster.write(player, facts[player.number]).save()
                about.append(player)
        roster.settle()
    audit.record(roster.event, by, "roster.imported", upload, after=todo.counts(), about=_entrants_of(about))
    return todo
