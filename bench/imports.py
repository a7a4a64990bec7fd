"""What an import costs while it holds its locks: processor time of our process and PostgreSQL's, on both databases.

Each act is one that a person does on the page of a checked file. `in all` is the whole action, `locked` the time from
the first lock to the commit, `audit` that part of it in which the event's audit trail is locked.
"""

import datetime
import os
from collections.abc import Callable, Iterable
from time import process_time

from bench.databases import on_each

ROWS, BOXES, SETS = 5000, 500, 1500


def main() -> None:
    if "DATABASE_URL" not in os.environ:
        on_each("bench.imports")
        return
    import django

    django.setup()
    from django.core.management import call_command

    from bench import machine

    call_command("migrate", verbosity=0)
    print(f"   {machine.description()}")
    _roster()
    _puzzles()
    _sets()


class Watch:
    """Notes when the first lock was taken, and when that of the audit trail."""

    def __init__(self) -> None:
        self.first = self.audit = 0.0
        self.count = 0

    def __call__(self, execute, sql, params, many, context):
        from django.db import connection

        self.count += 1
        locks = "FOR UPDATE" in sql or (connection.vendor == "sqlite" and connection.in_atomic_block)
        if locks and not self.first:
            self.first = _now()
        if 'FROM "tournament_audithead"' in sql and not self.audit:
            self.audit = _now()
        return execute(sql, params, many, context)


def _now() -> float:
    from bench import machine

    return process_time() + machine.database_seconds()


def _timed(what: str, act: Callable[[], object]) -> None:
    from django.db import connection

    watch, began = Watch(), _now()
    with connection.execute_wrapper(watch):
        act()
    end = _now()
    figures = f"{end - began:5.2f} s in all, locked {end - watch.first:5.2f} s, audit {end - watch.audit:5.2f} s"
    print(f"   {what:34}{figures}, {watch.count} statements", flush=True)


def _event(slug: str):
    from tournament.models import User
    from tournament.organiser import actions as events

    by = User.objects.create(username=slug, password="!", may_create_events=True)
    return by, events.create(by=by, name=slug, slug=slug, held_on=datetime.date(2026, 5, 9), grades=[3, 4, 5, 6, 7])


def _upload(by, event, kind: str, rows: Iterable[str]):
    from tournament.imports import actions as imports

    return imports.keep(by=by, event=event, kind=kind, filename="f.csv", content="\n".join(rows).encode())


def _roster() -> None:
    from tournament.roster_import import actions

    by, event = _event("roster")

    def file(teams: int) -> list[str]:
        rows = [f"{at + 101},Ada{at},Lund{at % 700},{3 + at // 4 % 5},Team {at % teams}" for at in range(ROWS)]
        return ["number,first name,last name,grade,team", *rows]

    new = _upload(by, event, "roster", file(1250))
    _timed(f"roster, {ROWS} new", lambda: actions.apply_import(by=by, upload=new))
    changed = _upload(by, event, "roster", file(1000))
    _timed(f"roster, {ROWS} in other teams", lambda: actions.apply_import(by=by, upload=changed))
    _timed("undo that", lambda: actions.undo_import(by=by, upload=changed))
    _timed("undo the new ones", lambda: actions.undo_import(by=by, upload=new))


def _puzzles() -> None:
    from tournament.round_puzzles import actions, import_undo
    from tournament.rounds import actions as rounds

    by, event = _event("puzzles")
    for _each in range(BOXES // 50):
        rounds.add(by=by, event=event, format_slug="one_to_many")
    rows = []
    for position in range(1, BOXES // 50 + 1):
        for grade in range(3, 8):
            rows += [f"{position},{grade},{grade} {position % 5 + 2} 5 7,{10 + at + position}" for at in range(10)]
    upload = _upload(by, event, "puzzles", ["round,grades,numbers,target", *rows])
    _timed(f"puzzles, {len(rows)} boxes", lambda: actions.apply_import(by=by, upload=upload, anyway=True))
    _timed("undo that", lambda: import_undo.undo_import(by=by, upload=upload))


def _sets() -> None:
    from tournament.set_library import import_actions as actions

    by, event = _event("sets")
    rows = [
        f"S{at // 150},5,many-to-one,1,{at % 7 + 1} {at % 5 + 2} {at % 11 + 3} {at % 3 + 4},{at % 40 + 10}"
        for at in range(SETS)
    ]
    upload = _upload(by, event, "sets", ["set,grade,format,puzzle,numbers,target", *rows])
    _timed(f"sets, {SETS} boxes", lambda: actions.apply_import(by=by, upload=upload))
    _timed("undo that", lambda: actions.undo_import(by=by, upload=upload))


if __name__ == "__main__":
    main()
