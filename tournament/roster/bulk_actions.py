"""Many players at once: the same change for all of them or none, or those of another system, each alone."""

from collections.abc import Collection
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common import limits
from ..common.refusals import Refused, invalid
from ..models import Entrant, Event, Player, User
from ..web.permissions import require
from .actions import Roster, add_player, change_player, check_status, entrants_of
from .player_details import PlayerFacts, facts_of, players_of


@transaction.atomic
def set_statuses(*, by: User, event: Event, numbers: Collection[int], status: str, why: str = "") -> int:
    """Mark players as present, absent, withdrawn or disqualified; the last two need a reason. Returns how many
    changed."""
    require(by, "roster", event)
    check_status(status, why, "do")
    players = _players(Roster(event), numbers)
    rows = Entrant.objects.filter(player__in=[each.pk for each in players]).exclude(status=status)
    changed = list(rows.select_for_update(of=("self",)))
    for entrant in changed:
        entrant.status = status
        entrant.checked_in_at = entrant.checked_in_at if status == Entrant.Status.PRESENT else None
    Entrant.objects.bulk_update(changed, ["status", "checked_in_at"], batch_size=500)
    if changed:
        after = {"status": status, "players": len(changed)}
        audit.record(event, by, "players.status", event, after=after, about=changed, why=why.strip())
    return len(changed)


@transaction.atomic
def move(*, by: User, event: Event, numbers: Collection[int], grade: int | None = None, team: str | None = None) -> int:
    """Move players to another grade, or into a team; an empty name takes them out of theirs. Refused if one of them has
    a sheet in the old grade. Returns how many changed."""
    require(by, "roster", event)
    roster = Roster(event)
    if grade is not None and grade not in roster.divisions:
        raise invalid(grade=_("This event has no grade %(grade)s.") % {"grade": grade})
    name = PlayerFacts(1, "-", "", 1, team or "").tidy()
    if problems := name.problems():
        raise invalid(team=problems["team"])
    players = _players(roster, numbers)
    if grade is not None:
        _refuse_with_sheets([each for each in players if each.division.grade != grade])
    about = entrants_of(players)
    changed = [each for each in players if _move(roster, each, grade, None if team is None else name.team)]
    Player.objects.bulk_update(changed, ["division", "team"], batch_size=500)
    roster.assign_divisions()
    if changed:
        moved = [each for each in about if Entrant.objects.filter(pk=each.pk).exists()]
        after = {"players": len(changed)} | ({"grade": grade} if grade is not None else {})
        audit.record(event, by, "players.moved", event, after=after, about={*moved, *entrants_of(changed)})
    return len(changed)


def _players(roster: Roster, numbers: Collection[int]) -> list[Player]:
    if not numbers:
        raise Refused("nobody", _("Tick at least one player."), status=400)
    if len(numbers) > limits.PLAYERS_SELECTED:
        raise Refused(
            "too_many", _("At most %(most)s players at once.") % {"most": limits.PLAYERS_SELECTED}, status=400
        )
    rows = roster.event.players.filter(number__in=numbers).select_related("division", "team")
    players = list(rows)
    if len(players) < len(set(numbers)):
        raise Refused("gone", _("A player of the list is no longer on the roster. Nothing was changed."))
    return players


def _refuse_with_sheets(players: list[Player]) -> None:
    held = Entrant.objects.filter(player__in=[each.pk for each in players], sheets__isnull=False)
    if first := held.select_related("player").order_by("player__number").first():
        message = _("%(who)s has a sheet, so the grade can no longer change. Nothing was changed.")
        raise Refused("grade_stays", message % {"who": first})


def _move(roster: Roster, player: Player, grade: int | None, team: str | None) -> bool:
    """Change the player without saving; whether something changed."""
    before = player.division_id, player.team_id
    if grade is not None:
        player.division = roster.divisions[grade]
    if team is not None:
        player.team = roster.team(team)
    return before != (player.division_id, player.team_id)


class PlayerOutcome(NamedTuple):
    """The outcome for one player: added, changed, same or refused."""

    number: int
    outcome: str
    refusal: Refused | None = None


@transaction.atomic
def put_players(*, by: User, event: Event, players: list[PlayerFacts]) -> dict[str, list[PlayerOutcome]]:
    """Add those whose number is new, and change those who differ. One who is refused keeps no other out; who is not
    named stays as they are."""
    require(by, "roster", event)
    known = {each.number: each for each in players_of(event, number__in=[each.number for each in players])}
    return {"results": [_put(by, event, known.get(each.number), each.tidy()) for each in players]}


def _put(by: User, event: Event, player: Player | None, facts: PlayerFacts) -> PlayerOutcome:
    if player and facts_of(player) == facts:
        return PlayerOutcome(facts.number, "same")
    try:
        with transaction.atomic():
            if player:
                change_player(by=by, player=player, facts=facts)
            else:
                add_player(by=by, event=event, facts=facts)
    except Refused as refused:
        return PlayerOutcome(facts.number, "refused", refused)
    return PlayerOutcome(facts.number, "changed" if player else "added")
