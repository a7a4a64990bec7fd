"""Adding and changing players and teams, one by one."""

from collections import defaultdict
from collections.abc import Iterable

from django.db import transaction
from django.db.models import F, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.refusals import Refused, invalid
from ..models import Division, Entrant, Event, Player, Team, User
from ..models.events import GRADE
from ..web.permissions import require
from .player_details import PlayerFacts, facts_of

NEEDS_REASON = {Entrant.Status.WITHDRAWN, Entrant.Status.DISQUALIFIED}


class Roster:
    """An event's roster while it is written: its row locked, so that two writers take turns, its grades and teams
    known."""

    def __init__(self, event: Event):
        self.event = Event.objects.select_for_update().get(pk=event.pk)
        self.divisions = {division.grade: division for division in self.event.divisions.all()}
        self.teams = {team.name.casefold(): team for team in self.event.teams.all()}

    def team(self, name: str) -> Team | None:
        """The team of that name in upper or lower case; made with its entrant when it is new."""
        self.open_teams([name])
        return self.teams.get(name.casefold())

    def open_teams(self, names: Iterable[str]) -> None:
        """Make those of these teams that are new, together."""
        fresh: dict[str, str] = {}
        for name in names:
            if name and name.casefold() not in self.teams:
                fresh.setdefault(name.casefold(), name)
        if not fresh:
            return
        teams = [Team(event=self.event, name=name) for name in fresh.values()]
        self.teams |= zip(fresh, Team.objects.bulk_create(teams, batch_size=500), strict=True)
        Entrant.objects.bulk_create((Entrant(event=self.event, team=team) for team in teams), batch_size=500)

    def open_grade(self, grade: int) -> None:
        self.divisions[grade] = Division.objects.create(event=self.event, grade=grade, name=GRADE % {"grade": grade})

    def check(self, facts: PlayerFacts, other_than: Player | None = None) -> None:
        problems = facts.problems()
        if facts.grade not in self.divisions:
            problems["grade"] = _("This event has no grade %(grade)s.") % {"grade": facts.grade}
        others = self.event.players.exclude(pk=other_than.pk) if other_than else self.event.players.all()
        if "number" not in problems and others.filter(number=facts.number).exists():
            problems["number"] = _("Number %(number)s belongs to another player.") % {"number": facts.number}
        if problems:
            raise invalid(**problems)

    def write(self, player: Player, facts: PlayerFacts) -> Player:
        player.number, player.division = facts.number, self.divisions[facts.grade]
        player.first_name, player.last_name = facts.first_name, facts.last_name
        player.team = self.team(facts.team)
        return player

    def change(self, changes: list[tuple[Player, PlayerFacts]]) -> None:
        """Give these players these facts, together; their numbers stay."""
        self.open_teams(facts.team for _player, facts in changes)
        Player.objects.bulk_create(
            [self.write(player, facts) for player, facts in changes],
            update_conflicts=True,
            unique_fields=["pk"],
            update_fields=["division", "first_name", "last_name", "search_name", "team"],
            batch_size=500,
        )

    def add(self, all_facts: list[PlayerFacts]) -> list[Player]:
        self.open_teams(facts.team for facts in all_facts)
        players = [self.write(Player(event=self.event), facts) for facts in all_facts]
        players = Player.objects.bulk_create(players, batch_size=500)
        Entrant.objects.bulk_create(
            (Entrant(event=self.event, player=each, division=each.division) for each in players), batch_size=500
        )
        return players

    def assign_divisions(self) -> None:
        """Give each player their grade and each team its highest member's (NT-ST-3), and delete empty teams. Refused if
        a team with a sheet would move to another grade: each grade has its own puzzle."""
        self.drop_empty_teams()
        players = self.event.entrants.filter(player__isnull=False).exclude(division=F("player__division"))
        players.update(division=Player.objects.filter(pk=OuterRef("player")).values("division"))
        members = Division.objects.filter(players__team=OuterRef("team")).order_by("-grade")
        teams = self.event.entrants.filter(team__isnull=False).annotate(highest=members.values("pk")[:1])
        moved = [entrant for entrant in teams.select_related("team") if entrant.highest != entrant.division_id]
        held = self._keep_teams_with_sheets(moved)
        by_division = defaultdict(list)
        for entrant in moved:
            if entrant.pk not in held:
                by_division[entrant.highest].append(entrant.pk)
        for division, entrants in by_division.items():
            Entrant.objects.filter(pk__in=entrants).update(division=division)

    def _keep_teams_with_sheets(self, moved: list) -> set[int]:
        """Refuse to move them; one whose last member left keeps its grade. Returns the ids of those."""
        held = Entrant.objects.filter(pk__in=[each.pk for each in moved], sheets__isnull=False, division__isnull=False)
        grades = {each.pk: each.division for each in held.select_related("division")} if moved else {}
        by_id = {division.pk: division for division in self.divisions.values()}
        for entrant in moved:
            held_in = grades.get(entrant.pk)
            if held_in and entrant.highest:
                message = _(
                    "%(team)s has a sheet in %(grade)s. With this change it would play in %(other)s, so it is refused."
                )
                facts = {"team": entrant, "grade": held_in.label, "other": by_id[entrant.highest].label}
                raise Refused("team_grade_stays", message % facts)
        return set(grades)

    def drop_empty_teams(self) -> None:
        """Delete teams without members, unless they have played."""
        played = {"entrant__sheets": None, "entrant__results": None}
        judged = {"entrant__penalties": None, "entrant__ties": None}
        empty = list(self.event.teams.filter(members=None, **played, **judged))
        Entrant.objects.filter(team__in=empty).delete()
        Team.objects.filter(pk__in=[team.pk for team in empty]).delete()


def _logged(player: Player) -> dict:
    """The facts for the audit trail: no name, so that a player can be anonymised in one place."""
    return {"number": player.number, "grade": player.division.grade, "team": player.team_id}


def entrants_of(players: list[Player]) -> list[Entrant]:
    """The entrants whose history shows a change to these players: the players and their teams."""
    teams = {player.team_id for player in players if player.team_id}
    concerned = Q(player__in=[player.pk for player in players]) | Q(team__in=teams)
    return list(Entrant.objects.filter(concerned).only("pk"))


@transaction.atomic
def add_player(*, by: User, event: Event, facts: PlayerFacts) -> Player:
    require(by, "roster", event)
    roster, facts = Roster(event), facts.tidy()
    roster.check(facts)
    (player,) = roster.add([facts])
    roster.assign_divisions()
    audit.record(event, by, "player.added", player, after=_logged(player), about=entrants_of([player]))
    return player


@transaction.atomic
def change_player(*, by: User, player: Player, facts: PlayerFacts) -> Player:
    """Correct a player. Once one of their sheets is opened the grade stays: each grade has its own puzzle. Facts that
    they have already are no change."""
    require(by, "roster", player.event)
    roster, facts = Roster(player.event), facts.tidy()
    player = Player.objects.select_related("division", "team").get(pk=player.pk)
    roster.check(facts, other_than=player)
    if facts == facts_of(player):
        return player
    before, about = _logged(player), entrants_of([player])
    if facts.grade != player.division.grade and player.entrant.sheets.exists():
        raise invalid(grade=_("A sheet of this player has been opened, so the grade can no longer change."))
    roster.write(player, facts).save()
    roster.assign_divisions()
    about = [*about, *entrants_of([player])]
    audit.record(roster.event, by, "player.changed", player, before=before, after=_logged(player), about=about)
    return player


def check_status(status: str, why: str, field: str) -> None:
    """Raise Refused for a status that there is not, or one that lacks a reason."""
    if status not in Entrant.Status.values:
        raise invalid(**{field: _("Choose present, absent, withdrawn or disqualified.")})
    if status in NEEDS_REASON and not why.strip():
        raise invalid(why=_("Write down why."))


@transaction.atomic
def set_status(*, by: User, entrant: Entrant, status: str, why: str = "") -> Entrant:
    """Present, absent, withdrawn or disqualified; the last two need a reason."""
    require(by, "roster", entrant.event)
    check_status(status, why, "status")
    entrant = Entrant.objects.select_for_update(of=("self",)).select_related("event").get(pk=entrant.pk)
    before, entrant.status = entrant.status, status
    if status != Entrant.Status.PRESENT:
        entrant.checked_in_at = None
    entrant.save(update_fields=["status", "checked_in_at"])
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


def delete_players(players: list[Player]) -> list[str]:
    """Delete players on whom nothing hangs, with sheets that were only printed. Returns the codes of those sheets."""
    from_here = Entrant.objects.filter(player__in=[player.pk for player in players])
    codes = sorted(code for code in from_here.values_list("sheets__code", flat=True) if code)
    Player.objects.filter(pk__in=[player.pk for player in players]).delete()
    return codes


@transaction.atomic
def substitute(*, by: User, player: Player, facts: PlayerFacts, why: str) -> Player:
    """Add a substitute with a new number. The player who leaves is withdrawn and keeps the points earned, for the team
    too (NT-ST-8). In no round do both have a sheet (NT-ST-10). A substitute may be replaced in turn."""
    require(by, "roster", player.event)
    if not why.strip():
        raise invalid(why=_("Write down why."))
    leaving = Entrant.objects.select_for_update(of=("self",)).select_related("event").get(player=player)
    if Player.objects.filter(replaces=player).exists():
        raise Refused("has_substitute", _("This player already has a substitute."))
    if leaving.status == Entrant.Status.DISQUALIFIED:
        raise Refused("disqualified", _("This player is disqualified, so they cannot have a substitute."))
    fresh = add_player(by=by, event=player.event, facts=facts)
    fresh.replaces = player
    fresh.save(update_fields=["replaces"])
    if leaving.checked_in_at:  # they play on at once
        Entrant.objects.filter(player=fresh).update(checked_in_at=timezone.now())
    set_status(by=by, entrant=leaving, status=Entrant.Status.WITHDRAWN, why=why)
    numbers = {"number": fresh.number, "replaces": player.number}
    audit.record(
        leaving.event, by, "player.substituted", fresh, after=numbers, why=why.strip(), about=[fresh.entrant, leaving]
    )
    return fresh
