"""Links that sign a person in: made by an organiser, or on the command line; used on one device; withdrawn.

A link that an organiser makes works for two weeks, and again and again on the device that used it first, so that a card
in a pocket serves the whole day. Making a new link withdraws those that nobody has used.
"""

from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.refusals import Refused
from ..models import Event, Membership, Role, SignInLink, User
from ..web.permissions import require
from .demo_people import FIRST_OF_ROLE

DAYS, HOURS_OF_COMMAND = 14, 24
UNUSABLE_PASSWORD = "!"  # how Django marks a password that cannot be used


@transaction.atomic
def make(*, by: User, event: Event, user: User) -> SignInLink:
    """A new link for a helper of the event; their unused ones are withdrawn."""
    require(by, "run", event)
    user = in_charge_of(by, event, user)
    link = _new(user, timedelta(days=DAYS), event=event, made_by=by)
    audit.record(event, by, "link.made", user)
    return link


@transaction.atomic
def make_here(user: User, reusable: bool = False) -> SignInLink:
    """A link for the command line, where nobody is signed in; it works for a day."""
    user = User.objects.select_for_update().get(pk=user.pk)
    return _new(user, timedelta(hours=HOURS_OF_COMMAND), reusable=reusable)


@transaction.atomic
def withdraw(*, by: User, event: Event, link: SignInLink) -> None:
    """Make a link invalid, used or not. Whoever is signed in stays so; see `sign_out`."""
    require(by, "run", event)
    in_charge_of(by, event, link.user)
    if not SignInLink.objects.filter(pk=link.pk, withdrawn_at=None).update(withdrawn_at=timezone.now()):
        raise Refused("withdrawn", _("This link was already withdrawn."))
    audit.record(event, by, "link.withdrawn", link.user)


@transaction.atomic
def sign_out(*, by: User, event: Event, user: User) -> None:
    """End all sessions of a helper and withdraw all their links, because a device was lost for example."""
    require(by, "run", event)
    end_sessions(in_charge_of(by, event, user))
    audit.record(event, by, "person.signed_out", user)


def end_sessions(user: User) -> None:
    User.objects.filter(pk=user.pk).update(sessions_ended=F("sessions_ended") + 1)
    withdraw_all(SignInLink.objects.filter(user=user))
    user.api_tokens.filter(revoked_at=None).update(revoked_at=timezone.now())  # a lost device may hold one


def withdraw_all(links: QuerySet[SignInLink]) -> None:
    links.filter(withdrawn_at=None).update(withdrawn_at=timezone.now())


@transaction.atomic
def use(*, link: SignInLink, device: UUID) -> User:
    """The person to sign in. Of two devices that use a link at the same moment, one is let in."""
    link = SignInLink.objects.select_for_update(of=("self",)).select_related("user", "made_by", "event").get(pk=link.pk)
    if problem := why_not(link, device):
        raise Refused("unusable", problem, status=410)
    if link.used_at is None:
        link.used_at, link.device = timezone.now(), device
        link.save(update_fields=["used_at", "device"])
    return link.user


def why_not(link: SignInLink, device: UUID | None) -> str:
    """Why a link does not work on this device, in a sentence; empty if it does."""
    if not link.user.is_active:
        return _("This account is closed.")
    if link.withdrawn_at is not None:
        return _("This link was withdrawn. There may be a newer one.")
    if link.expires_at <= timezone.now():
        return _("This link is too old.")
    if link.used_at is not None and not link.reusable and link.device != device:
        return _("This link was used on another device already.")
    maker, event = link.made_by, link.event
    if maker and link.used_at is None and (event is None or refusal(maker, event, link.user)):
        return _("The person who made this link may no longer do so.")  # roles have changed since
    return ""


def find(token: str) -> SignInLink | None:
    """The link of a token, whatever its state, unless the token is forged."""
    key = SignInLink.key_of(token)
    return SignInLink.objects.filter(key=key).select_related("user", "made_by", "event").first() if key else None


def unused(event: Event) -> QuerySet[SignInLink]:
    """Links of the event that nobody has used yet, by name."""
    rows = SignInLink.objects.filter(event=event, used_at=None, withdrawn_at=None, expires_at__gt=timezone.now())
    return rows.filter(user__is_active=True).select_related("user").order_by("user__first_name", "user__username")


def refusal(maker: User, event: Event, user: User) -> Refused | None:
    """Why `maker` cannot make links for somebody: a link gives the whole account away."""
    if not user.memberships.filter(event=event).exists():
        return Refused("no_role", _("This person has no role in this event."), status=404)
    if user == maker:
        return None
    if not user.is_active:
        return Refused("closed", _("The account of %(user)s is closed.") % {"user": user})
    own_events = Membership.objects.filter(user=maker, role=Role.ORGANISER).values("event")
    if user.memberships.exclude(event__in=own_events).exists() or _may_do_more(user, maker):
        return Refused(
            "not_yours",
            _(
                "%(user)s may do more on this site than you, so you cannot make a link for them. They sign in with"
                " their password. If they have lost it, ask the person who runs this site."
            )
            % {"user": user},
        )
    return None


def _may_do_more(user: User, maker: User) -> bool:
    return user.is_superuser or user.is_staff or (user.may_create_events and not maker.may_create_events)


def in_charge_of(maker: User, event: Event, user: User) -> User:
    """The account, locked. Refused if `maker` may not make links for it."""
    user = User.objects.select_for_update().get(pk=user.pk)
    if refused := refusal(maker, event, user):
        raise refused
    return user


def _new(user: User, lives: timedelta, **more) -> SignInLink:
    """The account is locked: of two new links, the later one stays."""
    withdraw_all(user.sign_in_links.filter(used_at=None))
    now = timezone.now()
    return SignInLink.objects.create(user=user, made_at=now, expires_at=now + lives, **more)


def path_of(link: SignInLink) -> str:
    return reverse("sign-in-link", args=[link.token])


def is_of_the_demo() -> Q:
    """The demo's people, unless somebody of that name has chosen a password."""
    return Q(username__in=FIRST_OF_ROLE.values(), password__startswith=UNUSABLE_PASSWORD)


def demo_links() -> list[tuple[str, str]]:
    """(role, path) for the demo's organiser, judge and volunteer; empty where the demo is not loaded. They work in many
    windows for a day, because the demo is there to be tried."""
    users = {user.username: user for user in User.objects.filter(is_of_the_demo(), is_active=True)}
    workers = [(role, users.get(FIRST_OF_ROLE[role])) for role in Role]
    return [(str(role.label), path_of(make_here(user, reusable=True))) for role, user in workers if user]
