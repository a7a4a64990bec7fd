"""Marking helpers as related to a player, so that they never get the sheets of that player or of their team."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.refusals import Refused, invalid
from ..models import AuditEntry, Event, Player, Relation, User
from ..web.permissions import capabilities, refuse_archived, require

MISTAKE = timedelta(minutes=10)  # within which helpers take back a mark that they set on themselves


@transaction.atomic
def mark(*, by: User, event: Event, user: User, player: Player) -> Relation:
    """Mark a helper as related to a player. Helpers may mark themselves, the organiser anybody. Marking twice changes
    nothing."""
    if by != user or not capabilities(by, event):
        require(by, "run", event)
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    refuse_archived(event)
    if player.event_id != event.pk:
        raise invalid(player=_("This player is not on the roster of this event."))
    if not user.memberships.filter(event=event).exists():
        raise invalid(user=_("%(name)s does not work at this event.") % {"name": user})
    relation, new = Relation.objects.get_or_create(event=event, user=user, player=player)
    if new:
        after = {"user": user.pk, "player": player.pk}
        audit.record(event, by, "relation.marked", relation, after=after, about=[user, player])
    return relation


def just_marked(helper: User, event: Event) -> set[int]:
    """The ids of the marks that they set within `MISTAKE`. One query."""
    marked = AuditEntry.objects.filter(
        event_id=event.pk, verb="relation.marked", by_id=helper.pk, at__gte=timezone.now() - MISTAKE
    )
    return {each.subject_id for each in marked if each.subject_id}


@transaction.atomic
def unmark(*, by: User, relation: Relation) -> None:
    """Remove a mark. Helpers may remove one that they set on themselves a moment ago, as after a wrong number; the
    organiser any mark, at any time."""
    event = Event.objects.select_for_update(no_key=True).get(pk=relation.event_id)
    if not Relation.objects.filter(pk=relation.pk).exists():
        raise Refused("gone", _("This mark was already removed."))
    require(by, "custody", event)
    is_their_mistake = by.pk == relation.user_id and relation.pk in just_marked(by, event)
    if not is_their_mistake and "run" not in capabilities(by, event):
        raise Refused("not_now", _("Only the organiser can remove this mark."), status=403)
    before = {"user": relation.user_id, "player": relation.player_id}
    audit.record(event, by, "relation.unmarked", relation, before=before, about=[relation.user, relation.player])
    relation.delete()
