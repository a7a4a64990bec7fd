"""Password hashes, a few at a time and behind all other work: each takes 100 MB and several cores, and a crowd of
attempts must take neither the machine's memory nor the time of those who type."""

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.utils.translation import gettext as _

from ..common import limits
from ..common.gates import Gate, Queued
from ..common.refusals import Refused

T = TypeVar("T")
NICER = 15  # four hashes are 32 threads: at 10 they would still weigh more than two busy web processes


def _give_way() -> None:
    """Lower the priority of this thread, and of those that Argon2 starts in it (Linux)."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICER)


_THREADS = ThreadPoolExecutor(limits.HASHES_TOGETHER, thread_name_prefix="hash", initializer=_give_way)
GATE = Gate(limits.HASHES_TOGETHER, limits.WAITING_TO_HASH, limits.WAIT_TO_HASH)


class FewAtATime(Argon2PasswordHasher):
    """Argon2. Refused with 429 while this process hashes too many passwords."""

    def encode(self, password: str, salt: str) -> str:
        return _in_turn(lambda: super(FewAtATime, self).encode(password, salt))

    def verify(self, password: str, encoded: str) -> bool:
        return _in_turn(lambda: super(FewAtATime, self).verify(password, encoded))


def _in_turn(hashed: Callable[[], T]) -> T:
    try:
        with GATE.passed():
            return _THREADS.submit(hashed).result()
    except Queued as full:
        sentence = _("Many people are signing in just now. Try again in a few seconds.")
        raise Refused("busy", sentence, status=429) from full
