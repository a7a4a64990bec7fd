"""The people of an event: giving and removing roles."""

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.refusals import Refused, invalid
from ..models import Event, Membership, Role, SignInLink, User
from ..sign_in.links import withdraw_all
from ..web.permissions import require, require_locked
from .account_actions import check_username, new_account


@transaction.atomic
def give_role(*, by: User, event: Event, username: str, role: str, full_name: str = "") -> tuple[Membership, bool]:
    """Give a role to a person, and make an account if there is none. True if the account is new: it has no password
    yet, so the person needs a link of `sign_in_links`."""
    event = require_locked(by, "run", event)
    if role not in Role.values:
        raise invalid(role=_("Choose organiser, judge or volunteer."))
    check_username(username)
    user = User.objects.filter(username__iexact=username).first()
    new = user is None
    if user is None:
        user = new_account(username, full_name)
    membership, given = Membership.objects.get_or_create(event=event, user=user, role=role)
    if not given:
        raise invalid(username=_("%(user)s has this role already.") % {"user": user})
    audit.record(event, by, "role.given", membership, after={"user": user.pk, "role": role}, about=[user])
    return membership, new


@transaction.atomic
def take_role(*, by: User, membership: Membership) -> None:
    """Remove a role; refused for the last organiser, as somebody must run the event. With the last role of a person go
    the links that the event made for them."""
    event = Event.objects.select_for_update().get(pk=membership.event_id)
    require(by, "run", event)
    if not event.memberships.filter(pk=membership.pk).exists():
        raise Refused("gone", _("This role was already removed."))
    organisers = event.memberships.filter(role=Role.ORGANISER, user__is_active=True)
    if membership.role == Role.ORGANISER and not organisers.exclude(pk=membership.pk).exists():
        raise Refused("last_organiser", _("This is the only organiser. Name another one first."))
    if membership.role == Role.JUDGE:
        _leaves_enough_judges(event, membership.user)
    before = {"user": membership.user_id, "role": membership.role}
    audit.record(event, by, "role.taken", membership, before=before, about=[membership.user])
    membership.delete()
    if not event.memberships.filter(user=membership.user_id).exists():
        withdraw_all(SignInLink.objects.filter(event=event, user=membership.user_id))


def judges_of(event: Event) -> list[User]:
    """The judges of the event whose accounts are open, by name."""
    judges = User.objects.filter(memberships__event=event, memberships__role=Role.JUDGE, is_active=True)
    return list(judges.order_by("first_name", "username"))


def named(people: Iterable[User]) -> str:
    return ", ".join(str(each) for each in people) or _("nobody")


def _leaves_enough_judges(event: Event, user: User) -> None:
    """Refuse to remove a judge without whom rulings could never get the signatures that the event asks for."""
    left = [each for each in judges_of(event) if each.pk != user.pk]
    if len(left) < event.judges_per_ruling and event.judges_per_ruling > 1:
        sentence = _(
            "A ruling needs %(needed)s judges, and %(count)s would be left (%(names)s). Add another judge first, or"
            " ask for fewer in the settings of the event."
        )
        facts = {"needed": event.judges_per_ruling, "count": len(left), "names": named(left)}
        raise Refused("too_few_judges", sentence % facts)
