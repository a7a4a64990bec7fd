"""The capabilities of each role. Every action and every view asks here; pages only leave out what would be refused."""

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from ..common.refusals import Refused
from ..models import Event, FirstAccount, Membership, Role, Scope, User

MEANINGS = {
    "run": "Settings, rounds, puzzles, people, publication",
    "roster": "Players and teams, with full names",
    "key": "Type sheets",
    "rule": "Decide what a line counts as",
    "desk": "See every sheet with its verdicts, before the public does",
    "custody": "See where every paper is and attach pictures; moving a paper needs key, printing one run",
    "door": "Say who is here, with full names, at the door",
    "host": "Host a live game of the event",
    "dispute": "File a dispute for somebody who stands at the desk",
}
CAPABILITIES: dict[str, frozenset[str]] = {
    Role.ORGANISER: frozenset({"run", "roster", "key", "desk", "dispute", "custody", "door", "host"}),
    Role.JUDGE: frozenset({"rule", "desk", "dispute", "custody", "host"}),
    Role.VOLUNTEER: frozenset({"key", "dispute", "custody", "door", "host"}),
}
# what a program may use of its person's capabilities when it writes
SCOPES: dict[str, frozenset[str]] = {
    Scope.READ: frozenset(),
    Scope.TYPE: frozenset({"key", "custody", "door", "dispute"}),
    Scope.ORGANISE: CAPABILITIES[Role.ORGANISER] - {"host"},
    Scope.JUDGE: CAPABILITIES[Role.JUDGE] - {"host"},
    Scope.HOST: frozenset({"host"}),
}


class NotAllowed(Exception):
    """The person lacks the capability; `sentence` tells them."""

    def __init__(self, capability: str):
        self.capability = capability
        self.sentence = {
            "run": _("Only an organiser of this event can do that."),
            "roster": _("Only an organiser of this event can change who plays."),
            "key": _("Only volunteers and organisers of this event can type sheets."),
            "rule": _("Only a judge of this event can rule."),
            "desk": _("Only judges and organisers of this event can see this."),
            "dispute": _("Only helpers of this event can file a dispute here. Coaches use their private link."),
            "custody": _("Only helpers of this event can see where its sheets are."),
            "door": _("Only volunteers and organisers of this event can check players in."),
            "host": _("Only helpers of this event can host its games."),
            "scan": _("Only organisers, judges and the person typing the sheet can see this picture."),
            "administer": _("Only the administrator of this site can do that."),
            "create": _("Ask the person who runs this site to let you create events."),
        }[capability]
        super().__init__(self.sentence)


def is_administrator(user: User | AnonymousUser) -> bool:
    """Whether this person administers the site: a superuser, or who made its first account."""
    if not (isinstance(user, User) and user.is_active):
        return False
    return user.is_superuser or FirstAccount.objects.filter(user=user).exists()


def require_administrator(user: User | None) -> None:
    """Raise NotAllowed unless they administer the site. None is the command line."""
    if user is not None and not is_administrator(user):
        raise NotAllowed("administer")


def roles(user: User | AnonymousUser, event: Event) -> list[str]:
    if not user.is_authenticated or not user.is_active:
        return []
    return list(Membership.objects.filter(user=user, event=event).values_list("role", flat=True))


def capabilities(user: User | AnonymousUser, event: Event) -> frozenset[str]:
    """The capabilities of `user` at `event`: the union over their roles, as far as the token reaches by which a program
    acts for them. A token that reads sees all that its person sees."""
    able: frozenset[str] = frozenset().union(*(CAPABILITIES[role] for role in roles(user, event)))
    token = getattr(user, "acts_by", None)
    if token is None or not able:
        return able
    if token.event_id not in (None, event.pk):
        return frozenset()
    if token.reads and Scope.READ in token.scopes:
        return able
    return able & frozenset().union(*(SCOPES[each] for each in token.scopes))


def may_know(user: User | AnonymousUser, event: Event) -> bool:
    """Whether they may know that a hidden event exists: who has a role there, and a token for it or for all events."""
    token = getattr(user, "acts_by", None)
    return (token is None or token.event_id in (None, event.pk)) and bool(roles(user, event))


def sees_results(event: Event, able: frozenset[str]) -> bool:
    """Whether someone with these capabilities may read lines, points and places: judges and organisers always, everyone
    else once they are public. Of frozen results the public sees the copy (`web.published.serving`)."""
    return event.shows_results or "desk" in able


def require(user: User | AnonymousUser, capability: str, event: Event) -> None:
    """Raise NotAllowed unless one of the user's roles at the event grants `capability`; refuse if it is archived."""
    if capability not in capabilities(user, event):
        raise NotAllowed(capability)
    refuse_archived(event)


def require_locked(user: User, capability: str, event: Event) -> Event:
    """The event as it is now, locked until the transaction ends. Raises as `require` does."""
    require(user, capability, event)
    return Event.objects.select_for_update().get(pk=event.pk)


def refuse_archived(event: Event) -> None:
    """Raise Refused if the event is archived: then nothing in it changes."""
    if event.archived_at:
        raise Refused("archived", _("This event is archived, so nothing in it can be changed."))
