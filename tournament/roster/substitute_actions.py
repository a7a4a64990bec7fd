"""Substitutes: a player leaves, and another one plays on in their place."""

from django.db import transaction
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.refusals import Refused, invalid
from ..models import Entrant, Player, User
from ..web.permissions import require
from .actions import PlayerFacts, add_player, set_status


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
    set_status(by=by, entrant=leaving, status=Entrant.Status.WITHDRAWN, why=why)
    numbers = {"number": fresh.number, "replaces": player.number}
    audit.record(
        leaving.event, by, "player.substituted", fresh, after=numbers, why=why.strip(), about=[fresh.entrant, leaving]
    )
    return fresh
