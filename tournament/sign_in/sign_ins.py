"""Where a person is signed in now, and ending one of these sessions: by its owner, or by an organiser of their
event."""

from dataclasses import dataclass

from django.contrib.auth import HASH_SESSION_KEY
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.limits import SIGN_INS
from ..common.refusals import Refused
from ..models import Event, Session, SignInLink, User
from ..web.permissions import require
from . import devices, links as sign_in_links


@dataclass(frozen=True)
class SignIn:
    """A session that is open. `here`: it is that of the person who looks."""

    session: Session
    here: bool = False

    @property
    def device(self) -> str:
        return devices.in_words(self.session.browser, self.session.system)

    @property
    def reference(self) -> str:
        """A reference for pages in place of the session's key, which would let its reader in."""
        return salted_hmac("tournament.sign-in", self.session.pk).hexdigest()[:24]


def of(user: User, own_key: str | None = None) -> list[SignIn]:
    """The sessions of a person that are open, the last used first, SIGN_INS at most. `own_key`: that of this
    request."""
    rows = Session.objects.filter(user=user, expire_date__gt=timezone.now()).order_by("-used_at")[:SIGN_INS]
    return [SignIn(row, row.pk == own_key) for row in rows if _is_open(row, user)]


def _is_open(row: Session, user: User) -> bool:
    """Not ended together with all others, which leaves the rows."""
    return constant_time_compare(row.get_decoded().get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())


@transaction.atomic
def end_own(*, by: User, reference: str) -> SignIn:
    """End a session of one's own. Not audited: it says nothing about an event."""
    return _end(User.objects.select_for_update().get(pk=by.pk), reference)


@transaction.atomic
def end(*, by: User, event: Event, user: User, reference: str) -> SignIn:
    """End a session of a helper, for whom `by` may make links."""
    require(by, "run", event)
    ended = _end(sign_in_links.in_charge_of(by, event, user), reference)
    device = {"browser": ended.session.browser, "system": ended.session.system}
    audit.record(event, by, "person.session_ended", user, before={key: name for key, name in device.items() if name})
    return ended


def _end(user: User, reference: str) -> SignIn:
    """The link by which the device came goes too: it would let the device in again."""
    for each in of(user):
        if constant_time_compare(each.reference, reference):
            if each.session.link_id:
                sign_in_links.withdraw_all(SignInLink.objects.filter(pk=each.session.link_id, reusable=False))
            each.session.delete()
            return each
    raise Refused("gone", _("This device was signed out already."))
