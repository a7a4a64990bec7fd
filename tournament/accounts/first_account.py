"""The first account of an installation: made once, by whoever has the link that is printed at the start."""

from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from ..common.refusals import Refused, invalid
from ..models import FirstAccount, User
from ..sign_in.links import is_of_the_demo
from .account_actions import check_password, check_username, new_account

ONLY = 1  # the row


def is_taken() -> bool:
    """Whether somebody other than the demo's people can create events here."""
    first = FirstAccount.objects.filter(user__isnull=False).values("user")
    may_create = Q(may_create_events=True) | Q(is_superuser=True)
    return User.objects.filter(Q(pk__in=first) | may_create & Q(is_active=True) & ~is_of_the_demo()).exists()


def link() -> str:
    """The path where the first account is made; empty once it is taken. The same link is given until then."""
    return "" if is_taken() else reverse("first-account", args=[make_row().token])


def make_row() -> FirstAccount:
    """The row behind the link, there from now on, so that the link is read and not written while others write."""
    return FirstAccount.objects.get_or_create(pk=ONLY, defaults={"made_at": timezone.now()})[0]


def must_be_open(token: str, rows: QuerySet[FirstAccount]) -> FirstAccount:
    """The first account, if the token is right and nobody has taken it."""
    key = FirstAccount.key_of(token)
    first = rows.filter(key=key).first() if key else None
    if first is None:
        raise Refused("forged", _("Part of this link is missing. Copy all of it."), status=404)
    if is_taken():
        raise Refused("taken", _("This link was used already: there is an organiser here. Sign in."), status=410)
    return first


@transaction.atomic
def take(*, token: str, full_name: str, username: str, password: str) -> User:
    """Make the account that may create events. The link works once: of two people at the same moment, one has it."""
    first = must_be_open(token, FirstAccount.objects.select_for_update())
    check_username(username)
    if User.objects.filter(username__iexact=username).exists():
        raise invalid(username=_("This sign-in name is taken. Choose another one."))
    user = new_account(username, full_name)
    check_password(password, user)
    user.set_password(password)
    user.may_create_events = True
    user.save()
    first.user, first.taken_at = user, timezone.now()
    first.save()
    return user
