"""Streams of live tables: each sends its reader's frame whenever that has changed.

One thread of the process looks at all tables that somebody watches here, in one small query: when this process has
changed a table, and every few hundredths of a second for what other processes do. It makes the frames, so that the
event loop only hands them out. It also records what the clock brings about, and notes whose phones are connected.
"""

import logging
import re
import time
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest

from judging.games.live.game import HOST_READER, SCREEN, TableReader

from ..common.refusals import Refused
from ..game_tables.frames import away_seats, digest, frame, note_seen
from ..game_tables.tokens import HOST_COOKIE, ROOM_COOKIE, SEAT_COOKIE, digest as token_digest, may_read
from ..moves.recording import is_due, now, record_due
from ..moves.table_cache import CachedTable, find_all
from ..play.rendering import rendered
from .cached_responses import language_of

EVERY = 0.03  # seconds between two looks
PRESENCE_EVERY = 1.0
BROKEN_EVERY = 1.0  # between two tries to read a table that cannot be read
DATABASE_ERRORS = (OperationalError, InterfaceError)  # concerns all tables
ADDRESS = re.compile(r"/play/([0-9a-f]{12})/stream")

log = logging.getLogger(__name__)


class Watcher(NamedTuple):
    """One reader of one table. `token` is the digest of the secret that lets them read; of a "room", a screen that a
    host opened, the secret itself; empty for other screens."""

    code: str
    role: str
    seat: int
    token: str
    language: str

    @property
    def reader(self) -> TableReader:
        if self.role == "seat":
            return TableReader("seat", self.seat)
        return HOST_READER if self.role == "host" else SCREEN


@dataclass(frozen=True, slots=True)
class FrameState:
    """The content of a stream: the digest of the frame in place of a number; and the frame as HTML."""

    number: str
    is_public: bool = True
    message: bytes = field(default=b"", compare=False)


GONE = FrameState("", is_public=False)
BROKEN = FrameState("broken")  # the page says that its table cannot be shown


class WatchedTables:
    """The tables that pages of this process watch. `watched` gives the watchers of the streams."""

    def __init__(self) -> None:
        self.watched: Callable[[], Iterable[Watcher]] = tuple
        self.tables: dict[str, CachedTable] = {}
        self.away: dict[str, frozenset[int]] = {}
        self._states: dict[Watcher, tuple[Hashable, FrameState]] = {}
        self._broken: dict[str, float] = {}  # table that cannot be read: when it is tried again
        self._presence_at = 0.0

    def look(self) -> Mapping[Watcher, FrameState]:
        """The frame's digest of each watcher. Runs in the poller's thread."""
        watchers = list(self.watched())
        self.tables = self._read({watcher.code for watcher in watchers})
        if time.monotonic() - self._presence_at >= PRESENCE_EVERY:
            self._presence_at = time.monotonic()
            self._note_presence(watchers)
        states = {watcher: self._state(watcher) for watcher in watchers}
        self._states = {watcher: each for watcher, each in self._states.items() if watcher in states}
        return states

    def _read(self, codes: Collection[str]) -> dict[str, CachedTable]:
        """The tables by code, without those that cannot be read."""
        moment = time.monotonic()
        self._broken = {code: at for code, at in self._broken.items() if code in codes}
        return self._read_each({code for code in codes if self._broken.get(code, moment) <= moment})

    def _read_each(self, codes: Collection[str]) -> dict[str, CachedTable]:
        """The tables in one query or, if that fails for a table, one by one."""
        try:
            moment = now()
            tables = {code: _with_due(each, moment) for code, each in find_all(codes).items()} if codes else {}
        except DATABASE_ERRORS:
            raise
        except Exception:
            if len(codes) > 1:
                return {each: table for code in codes for each, table in self._read_each([code]).items()}
            (code,) = codes
            if code not in self._broken:
                log.exception("the table %s cannot be read; the others go on", code)
            self._broken[code] = time.monotonic() + BROKEN_EVERY
            return {}
        for code in codes:
            self._broken.pop(code, None)
        return tables

    def _note_presence(self, watchers: Iterable[Watcher]) -> None:
        seats, hosts = set[int](), set[str]()
        for watcher in watchers:
            table = self.tables.get(watcher.code)
            seat = table.seat_of_token(watcher.token) if table and watcher.role == "seat" else None
            if seat is not None:
                seats.add(seat.pk)
            elif watcher.role == "host":
                hosts.add(watcher.token)
        note_seen(seats, hosts)
        hosted = {watcher.code for watcher in watchers if watcher.role == "host"}
        self.away = {code: away_seats(self.tables[code]) for code in hosted if code in self.tables}

    def _state(self, watcher: Watcher) -> FrameState:
        if watcher.code in self._broken:
            return BROKEN
        table = self.tables.get(watcher.code)
        if table is None or not _may_read(table, watcher):
            return GONE
        away = self.away.get(watcher.code, frozenset()) if watcher.role == "host" else frozenset()
        version = (table.row.changes, away)
        before = self._states.get(watcher)
        if before is not None and before[0] == version:
            return before[1]
        state = frame_state(table, watcher, away, before[1] if before is not None else GONE)
        self._states[watcher] = (version, state)
        return state


def _with_due(table: CachedTable, moment: int) -> CachedTable:
    """The table with the moves that are due; unchanged, until the next look, if it is a long game and busy."""
    with suppress(Refused):
        return record_due(table.row) if is_due(table, moment) else table
    return table


def _may_read(table: CachedTable, watcher: Watcher) -> bool:
    return may_read(table, watcher.role, watcher.token, watcher.seat)


def table_code(request: HttpRequest) -> str | None:
    """The code of the table whose stream is asked for, else None."""
    match = ADDRESS.fullmatch(request.path_info)
    return match[1] if match and request.method == "GET" else None


def watcher(request: HttpRequest, role: str, table: CachedTable) -> Watcher | None:
    """The person who asks in this role; None if this browser may not, or if Django has to find out."""
    cookies, code, language = request.COOKIES, table.row.code, language_of(request)
    if role == "seat":
        token = token_digest(cookies.get(SEAT_COOKIE, ""))
        seat = table.seat_of_token(token)
        return Watcher(code, role, seat.number, token, language) if seat else None
    tokens = {"host": token_digest(cookies.get(HOST_COOKIE, "")), "room": cookies.get(ROOM_COOKIE, ""), "screen": ""}
    asking = Watcher(code, role, 0, tokens.get(role, ""), language)
    return asking if role in tokens and _may_read(table, asking) else None


def frame_state(table: CachedTable, watcher: Watcher, away: frozenset[int], before: FrameState = GONE) -> FrameState:
    """The frame; `before` if that is the same."""
    try:
        shown: dict[str, Any] = frame(
            table, watcher.reader, away if watcher.role == "host" else (), with_pin=watcher.role == "room"
        )
        number = digest(shown)
        if number == before.number:
            return before
        return FrameState(number, message=rendered(table, shown, watcher.reader, watcher.language).encode())
    except DATABASE_ERRORS:
        raise
    except Exception:
        log.exception("the table %s cannot be shown to its %s", table.row.code, watcher.role)
        return BROKEN
