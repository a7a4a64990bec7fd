"""Changes that a person makes to their own account."""

from django.db import transaction
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.refusals import invalid
from ..models import Event, User
from ..sign_in import links as sign_in_links
from .first_account import check_password
from .new_accounts import must_be_valid, two_names


@transaction.atomic
def change(*, by: User, full_name: str, language: str) -> User:
    """Change the name and the language. The history of each of their events says that the name changed."""
    user = User.objects.select_for_update().get(pk=by.pk)
    before = str(user)
    user.first_name, user.last_name = two_names(full_name)
    user.language = language
    must_be_valid(user)
    user.save(update_fields=["first_name", "last_name", "language"])
    if str(user) != before:
        for event in Event.objects.filter(memberships__user=user).distinct().order_by("pk"):
            audit.record(event, by, "person.renamed", user, before={"name": before}, after={"name": str(user)})
    return user


@transaction.atomic
def set_password(*, by: User, password: str, old: str | None) -> User:
    """Choose a password; other sessions end with it. `old` is None for a person who came by a link or has none yet."""
    user = User.objects.select_for_update().get(pk=by.pk)
    if old is not None and not user.check_password(old):
        raise invalid(old=_("This is not your password."))
    check_password(password, user)
    user.set_password(password)
    user.save(update_fields=["password"])
    return user


@transaction.atomic
def sign_out_everywhere(*, by: User) -> User:
    """End all sessions and withdraw all links; the caller keeps the session that asked."""
    sign_in_links.end_sessions(by)
    return User.objects.get(pk=by.pk)
