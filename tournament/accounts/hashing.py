"""Password hashes, a few at a time: each takes 100 MB, and a crowd of attempts must not take the machine's memory."""

from collections.abc import Callable
from typing import TypeVar

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.utils.translation import gettext as _

from ..common import limits
from ..common.gates import Gate, Queued
from ..common.refusals import Refused

T = TypeVar("T")
GATE = Gate(limits.HASHES_AT_ONCE, limits.WAITING_TO_HASH, limits.WAIT_TO_HASH)


class FewAtATime(Argon2PasswordHasher):
    """Argon2. Refused with 429 while this process hashes too many passwords."""

    def encode(self, password: str, salt: str) -> str:
        return _in_turn(lambda: super(FewAtATime, self).encode(password, salt))

    def verify(self, password: str, encoded: str) -> bool:
        return _in_turn(lambda: super(FewAtATime, self).verify(password, encoded))


def _in_turn(hashed: Callable[[], T]) -> T:
    try:
        with GATE.passed():
            return hashed()
    except Queued as full:
        sentence = _("Many people are signing in just now. Try again in a few seconds.")
        raise Refused("busy", sentence, status=429) from full
