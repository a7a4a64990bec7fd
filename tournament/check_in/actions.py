"""Checking players in at the door: who is here, and who is not."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common import limits
from ..common.refusals import Refused, invalid
from ..models import Entrant, Event, Player, User
from ..roster import actions as roster, dependents
from ..roster.actions import PlayerFacts
from ..web.permissions import require

LEFT = {Entrant.Status.WITHDRAWN, Entrant.Status.DISQUALIFIED}


@dataclass(frozen=True)
class MarkedPlayers:
    """The result of one press: the changed entrants, and how many were marked so already."""

    changed: list[Entrant]
    already: int


@transaction.atomic
def check_in(*, by: User, event: Event, numbers: Collection[int]) -> MarkedPlayers:
    """Mark players as present and seen at the door, all or none."""
    require(by, "door", event)
    entrants = _entrants(event, numbers)
    fresh = [each for each in entrants if each.checked_in_at is None or each.status != Entrant.Status.PRESENT]
    for entrant in fresh:
        entrant.status, entrant.checked_in_at = Entrant.Status.PRESENT, timezone.now()
    _save(by, event, fresh, "players.checked_in")
    return MarkedPlayers(fresh, len(entrants) - len(fresh))


@transaction.atomic
def walk_in(*, by: User, event: Event, facts: PlayerFacts) -> Player:
    """Add a player who is at the door and on no list, and check them in."""
    player = roster.add_player(by=by, event=event, facts=facts)
    check_in(by=by, event=event, numbers=[player.number])
    return player


@transaction.atomic
def mark_absent(*, by: User, event: Event, numbers: Collection[int]) -> MarkedPlayers:
    """Mark players as absent, all or none. Refused for a player who has written something: only the organiser changes
    that, on the player's page."""
    require(by, "door", event)
    entrants = _entrants(event, numbers)
    fresh = [each for each in entrants if each.status != Entrant.Status.ABSENT]
    _refuse_who_wrote(fresh)
    _absent(by, event, fresh)
    return MarkedPlayers(fresh, len(entrants) - len(fresh))


@transaction.atomic
def mark_rest_absent(*, by: User, event: Event) -> MarkedPlayers:
    """Mark everybody as absent who is expected and was not seen at the door. Those who have written something stay."""
    require(by, "roster", event)
    _locked(event)
    missing = Entrant.objects.filter(
        event=event, player__isnull=False, status=Entrant.Status.PRESENT, checked_in_at=None
    )
    wrote = set(dependents.used_sheets(missing).values_list("entrant", flat=True))
    fresh = [each for each in missing.select_related("player") if each.pk not in wrote]
    _absent(by, event, fresh)
    return MarkedPlayers(fresh, len(wrote))


def _absent(by: User, event: Event, fresh: list[Entrant]) -> None:
    for entrant in fresh:
        entrant.status, entrant.checked_in_at = Entrant.Status.ABSENT, None
    _save(by, event, fresh, "players.absent")


def _locked(event: Event) -> None:
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    if event.has_final_results:
        raise Refused("results_final", _("The results are final, so nobody is checked in any more."))


def _entrants(event: Event, numbers: Collection[int]) -> list[Entrant]:
    """The players with these numbers, locked. Refused if one is unknown or has left."""
    _locked(event)
    if not numbers:
        raise invalid(who=_("Choose at least one player."))
    if len(numbers) > limits.PLAYERS_SELECTED:
        raise invalid(who=_("At most %(most)s players at once.") % {"most": limits.PLAYERS_SELECTED})
    rows = Entrant.objects.filter(event=event, player__number__in=numbers).select_related("player")
    entrants = list(rows.order_by("player__number").select_for_update(of=("self",)))
    if unknown := sorted(set(numbers) - {each.player.number for each in entrants if each.player}):
        message = _("No player at this event has the number %(numbers)s. Nothing was changed.")
        raise invalid(who=message % {"numbers": ", ".join(map(str, unknown[:10]))})
    for entrant in entrants:
        if entrant.status in LEFT:
            message = _("%(who)s: %(status)s. Only the organiser can change that.")
            raise invalid(who=message % {"who": entrant, "status": entrant.get_status_display().lower()})
    return entrants


def _refuse_who_wrote(entrants: list[Entrant]) -> None:
    used = dependents.used_sheets(Entrant.objects.filter(pk__in=[each.pk for each in entrants]))
    if sheet := used.select_related("round", "entrant__player").first():
        message = _("%(who)s has a sheet in %(round)s. Only the organiser can mark this player as absent.")
        raise invalid(who=message % {"who": sheet.entrant, "round": sheet.round.name})


def _save(by: User, event: Event, entrants: list[Entrant], verb: str) -> None:
    if entrants:
        Entrant.objects.bulk_update(entrants, ["status", "checked_in_at"], batch_size=500)
        audit.record(event, by, verb, event, after={"players": len(entrants)}, about=entrants)
