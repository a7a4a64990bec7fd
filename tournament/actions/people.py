"""Who works at an event: roles, invitations, and the sign-in links of the demo."""

import re

from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext as _

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
    """Give a role to a person, whose account is made when there is none. True when the account is new: it has no
    password yet, so she needs the link of `invitation`."""
    require(by, "run", event)
    event = Event.objects.select_for_update().get(pk=event.pk)
    if role not in Role.values:
        raise invalid(role=_("Choose organiser, judge or volunteer."))
    if not re.fullmatch(r"[\w.@+-]{2,60}", username):
        raise invalid(username=_("A sign-in name has 2 to 60 letters, digits and . @ + - _, without spaces."))
    user = User.objects.filter(username__iexact=username).first()
    new = user is None
    if user is None:
        user = _new_account(username, full_name)
    membership, given = Membership.objects.get_or_create(event=event, user=user, role=role)
    if not given:
        raise invalid(username=_("%(user)s has this role already.") % {"user": user})
    audit.record(event, by, "role.given", membership, after={"user": user.pk, "role": role}, about=[user])
    return membership, new


def _new_account(username: str, full_name: str) -> User:
    first, _space, last = " ".join(full_name.split()).partition(" ")
    user = User(username=username, first_name=first, last_name=last)
    user.set_unusable_password()
    try:
        user.full_clean(exclude=["password"])
    except ValidationError as error:
        raise invalid(
            **{
                field if field == "username" else "full_name": " ".join(messages)
                for field, messages in error.message_dict.items()
            }
        ) from error
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:  # two events invited her in the same moment
        raise invalid(username=_("This account was made a moment ago. Give the role once more.")) from error
    return user


@transaction.atomic
def take_role(*, by: User, membership: Membership) -> None:
    """Take a role away. The last organiser stays: an event nobody can run helps no one."""
    event = Event.objects.select_for_update().get(pk=membership.event_id)
    require(by, "run", event)
    if not event.memberships.filter(pk=membership.pk).exists():
        raise Refused("gone", _("This role has been taken away already."))
    organisers = event.memberships.filter(role=Role.ORGANISER, user__is_active=True)
    if membership.role == Role.ORGANISER and not organisers.exclude(pk=membership.pk).exists():
        raise Refused("last_organiser", _("This is the only organiser. Name another one first."))
    before = {"user": membership.user_id, "role": membership.role}
    audit.record(event, by, "role.taken", membership, before=before, about=[membership.user])
    membership.delete()


def awaits_password(user: User) -> bool:
    """Whether the account has never had a password."""
    return user.is_active and not user.has_usable_password()


@transaction.atomic
def invitation(*, by: User, event: Event, user: User) -> str:
    """The path at which a person with a new account chooses a password. It works once, and for some days.

    Refused where the account is in use, or known at an event that is not `by`'s: a link is as good as the account.
    """
    require(by, "run", event)
    if not user.memberships.filter(event=event).exists():
        raise Refused("no_role", _("%(user)s has no role in this event.") % {"user": user})
    if not awaits_password(user):
        raise Refused(
            "has_password", _("%(user)s has chosen a password already and signs in with it.") % {"user": user}
        )
    mine = Membership.objects.filter(user=by, role=Role.ORGANISER).values("event")
    if user.memberships.exclude(event__in=mine).exists():
        raise Refused(
            "not_yours",
            _("%(user)s was invited to another event too. Its organiser has the link.") % {"user": user},
        )
    audit.record(event, by, "person.invited", user)
    return password_link(user)


def password_link(user: User) -> str:
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
