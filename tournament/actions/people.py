"""Who works at an event: roles, invitations, and the sign-in links of the demo."""

import re

from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from ..models import Event, Membership, Role, User
from ..permissions import require
from . import audit
from .refusals import Refused, invalid

LINK_SALT = "tournament.sign-in-link"
LINK_HOURS = 24
DEMO_PEOPLE = ((Role.ORGANISER, "olga"), (Role.JUDGE, "judith"), (Role.VOLUNTEER, "victor"))


@transaction.atomic
def give_role(
    *, by: User, event: Event, username: str, role: str, full_name: str = ""
) -> tuple[Membership, bool]:
    """Give a role to a person, whose account is made when there is none. True when the account is new:
    she then needs the link of `password_link`, since it has no password yet."""
    require(by, "run", event)
    if role not in Role.values:
        raise invalid(role="Choose organiser, judge or volunteer.")
    if not re.fullmatch(r"[\w.@+-]{2,60}", username):
        raise invalid(username="A sign-in name has 2 to 60 letters, digits and . @ + - _, without spaces.")
    first, _, last = full_name.strip().partition(" ")
    user, new = User.objects.get_or_create(
        username=username, defaults={"first_name": first[:150], "last_name": last[:150]}
    )
    if new:
        user.set_unusable_password()
        user.save()
    membership, given = Membership.objects.get_or_create(event=event, user=user, role=role)
    if not given:
        raise invalid(username=f"{user} is {membership.get_role_display().lower()} already.")
    audit.record(event, by, "role.given", membership, after={"user": user.pk, "role": role})
    return membership, new


@transaction.atomic
def take_role(*, by: User, membership: Membership) -> None:
    """Take a role away. The last organiser stays: an event nobody can run helps no one."""
    event = Event.objects.select_for_update().get(pk=membership.event_id)
    require(by, "run", event)
    organisers = event.memberships.filter(role=Role.ORGANISER)
    if membership.role == Role.ORGANISER and organisers.count() == 1:
        raise Refused("last_organiser", "This is the only organiser. Name another one first.")
    audit.record(
        event, by, "role.taken", membership, before={"user": membership.user_id, "role": membership.role}
    )
    membership.delete()


def password_link(user: User) -> str:
    """The path at which a person with a new account chooses a password, once."""
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    return reverse("choose-password", args=[uid, default_token_generator.make_token(user)])


def sign_in_token(user: User) -> str:
    """Signs a person in for a day without a password; printed by `make run` for the demo's people only."""
    return signing.dumps({"user": user.pk}, salt=LINK_SALT)


def user_of_token(token: str) -> User | None:
    """The person a sign-in link is for, or None when it is forged, too old, or hers no longer."""
    try:
        pk = signing.loads(token, salt=LINK_SALT, max_age=LINK_HOURS * 3600)["user"]
        return User.objects.get(pk=pk, is_active=True)
    except (signing.BadSignature, ObjectDoesNotExist, KeyError, TypeError):
        return None


def demo_links(base_url: str) -> list[tuple[str, str]]:
    """(role, address) of the demo's organiser, judge and volunteer; empty where the demo is not loaded."""
    users = User.objects.in_bulk([name for _, name in DEMO_PEOPLE], field_name="username")
    return [
        (str(role.label), base_url.rstrip("/") + reverse("sign-in-link", args=[sign_in_token(users[name])]))
        for role, name in DEMO_PEOPLE
        if name in users
    ]
