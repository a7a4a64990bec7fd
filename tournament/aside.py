"""Work that goes on in a thread of its own after whoever asked for it was answered."""

import logging
from collections.abc import Callable
from concurrent.futures import Future, wait
from datetime import timedelta
from threading import Thread
from typing import TypeVar

from django.db import connections
from django.utils import translation

Answer = TypeVar("Answer")

log = logging.getLogger(__name__)


def aside(work: Callable[[Callable[[Answer], None]], Answer], patience: timedelta) -> Answer:
    """What `work` returns or raises, if that comes within `patience` after it called what it is given with the answer so
    far; else that answer, and the work goes on. It speaks the caller's language and has connections of its own, so call
    it outside a transaction. The process does not wait for it when it ends."""
    language = translation.get_language()
    begun: Future[Answer] = Future()
    done: Future[Answer] = Future()

    def run() -> None:
        try:
            with translation.override(language):
                answer = work(begun.set_result)
        except BaseException as error:  # whoever waits is told, whatever it was
            connections.close_all()
            done.set_exception(error)
        else:
            connections.close_all()
            done.set_result(answer)

    Thread(target=run, name="aside", daemon=True).start()
    wait([begun, done], return_when="FIRST_COMPLETED")
    wait([done], timeout=patience.total_seconds())
    if done.done() or not begun.done():
        return done.result()
    done.add_done_callback(_log)
    return begun.result()


def _log(done: Future) -> None:
    """Nobody waits any more."""
    if error := done.exception():
        log.error("What was begun went wrong after it was answered", exc_info=error)
