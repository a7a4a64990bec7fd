"""New accounts, what their names and passwords may be, and the changes that people make to their own."""

import re

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.line_text import has_control, tidy
from ..common.refusals import invalid
from ..models import Event, User
from ..sign_in import links as sign_in_links


def check_username(username: str) -> None:
    if not re.fullmatch(r"[\w.@+-]{2,60}", username):
        raise invalid(username=_("A sign-in name has 2 to 60 letters, digits and . @ + - _, without spaces."))


def new_account(username: str, full_name: str) -> User:
    """An account without a password. Raises Refused with a sentence beside `username` or `full_name`."""
    first, last = two_names(full_name)
    user = User(username=username, first_name=first, last_name=last)
    user.set_unusable_password()
    must_be_valid(user)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:  # two events invited the person at the same moment
        raise invalid(username=_("Somebody else made this account a moment ago. Give the role again.")) from error
    return user


def two_names(full_name: str) -> tuple[str, str]:
    """The first word and the rest."""
    if has_control(full_name):
        raise invalid(full_name=_("The name contains an invisible character. Type it again."))
    first, _space, last = tidy(full_name).partition(" ")
    return first, last


def must_be_valid(user: User) -> None:
    try:
        user.full_clean(exclude=["password"])
    except ValidationError as error:
        raise invalid(
            **{
                field if field == "username" else "full_name": " ".join(messages)
                for field, messages in error.message_dict.items()
            }
        ) from error


def check_password(password: str, user: User) -> None:
    """Refuse a password that is easily guessed."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise invalid(password=" ".join(error.messages)) from error


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
