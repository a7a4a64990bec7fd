"""Who is related to which player, so that she is never given that player's sheets, nor those of that player's team."""

from django.db import transaction
from django.utils.translation import gettext as _

from ..models import Event, Player, Relation, User
from ..permissions import capabilities, require
from . import audit
from .refusals import Refused, invalid


@transaction.atomic
def mark(*, by: User, event: Event, user: User, player: Player) -> Relation:
    """Mark a helper as related to a player. She may do so herself, the organiser for anybody. Doing it again changes
    nothing."""
    if by != user or not capabilities(by, event):
        require(by, "run", event)
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    if player.event_id != event.pk:
        raise invalid(player=_("This player is not on the roster of this event."))
    if not user.memberships.filter(event=event).exists():
        raise invalid(user=_("%(name)s does not work at this event.") % {"name": user})
    relation, new = Relation.objects.get_or_create(event=event, user=user, player=player)
    if new:
        after = {"user": user.pk, "player": player.pk}
        audit.record(event, by, "relation.marked", relation, after=after, about=[user, player])
    return relation


@transaction.atomic
def unmark(*, by: User, relation: Relation) -> None:
    """Take a mark away again: the organiser's decision, so that nobody frees herself of her own."""
    require(by, "run", relation.event)
    event = Event.objects.select_for_update(no_key=True).get(pk=relation.event_id)
    if not Relation.objects.filter(pk=relation.pk).exists():
        raise Refused("gone", _("This mark has been taken away already."))
    before = {"user": relation.user_id, "player": relation.player_id}
    audit.record(
        event, by, "relation.unmarked", relation, before=before, about=[relation.user, relation.player]
    )
    relation.delete()
