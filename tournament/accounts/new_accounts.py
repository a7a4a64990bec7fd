"""New accounts, and what a name and a sign-in name may be."""

import re

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from ..common.line_text import has_control, tidy
from ..common.refusals import invalid
from ..models import User


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
