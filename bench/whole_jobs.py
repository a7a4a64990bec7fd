"""Whole jobs: 500 sheets are handed in at once and go through the database, a broker and a worker with two processes:
sheets a second, and processor time a sheet. `--processes`, `--lines` and `--sheets` change it. Then what handing in
itself costs: processor time a sheet of ten lines, in our process and in PostgreSQL.

On SQLite and PostgreSQL. The broker is the one that CELERY_BROKER_URL names (a RabbitMQ, for example) or a private one.
"""

import argparse
import gc
import logging
import os
import random
import uuid
from collections.abc import Callable, Iterator
from time import monotonic, process_time, sleep

SHEETS, LINES = 500, 20
TYPED, TYPED_LINES = 100, 10
PATIENCE = 120  # seconds


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sheets", type=int, default=SHEETS)
    parser.add_argument("--lines", type=int, default=LINES, help="of a sheet")
    parser.add_argument("--processes", type=int, default=2, help="of the worker")
    chosen = parser.parse_args()

    import django

    from tests import servers

    private = None
    if "CELERY_BROKER_URL" not in os.environ:
        private = servers.Broker()
        private.start()
        os.environ["CELERY_BROKER_URL"] = private.url
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    url = os.environ["CELERY_BROKER_URL"]
    worker = servers.Worker(os.environ["DATABASE_URL"], url, chosen.processes, "tournament.settings")
    worker.start()
    try:
        _report(chosen.sheets, chosen.lines, url.partition(":")[0], worker.process.pid)
        _report_handing_in()
    finally:
        worker.stop()
        if private:
            private.stop()


def _report(count: int, of_each: int, broker: str, worker: int) -> None:
    from django.db import transaction

    from bench import hall, machine
    from bench.running import below
    from tournament.jobs import queue as jobs
    from tournament.models import Job, Result, Sheet, Verdict

    made = hall.make("jobs", volunteers=1, players=count)
    lines = hall.type_sheets(made.round, made.entrants, made.organisers[0], made.boxes, of_each)
    sheets = list(Sheet.objects.filter(round=made.round).values_list("pk", flat=True))
    print(f"   {count} sheets, {lines} lines, through {broker}; {machine.description()}", flush=True)
    used, database = machine.seconds_of((worker, *below(worker))), machine.server_seconds()
    began = monotonic()
    with transaction.atomic():
        jobs.judge(sheets)
    handed_over = monotonic() - began
    while Job.objects.exclude(state=Job.State.DONE).exists():
        if monotonic() - began > PATIENCE:
            raise TimeoutError(f"{Job.objects.undone(sheets).count()} jobs are not done after {PATIENCE} s")
        sleep(0.05)
    took = monotonic() - began
    used = machine.seconds_of((worker, *below(worker))) - used
    database = machine.server_seconds() - database
    if Result.objects.filter(round=made.round).count() != count:
        raise AssertionError("a sheet has no result although its job is done")
    texts = Verdict.objects.count()
    print(f"   handed over {handed_over:.2f} s; all {texts} texts judged and points stored {took:.2f} s")
    print(f"   at least 250 sheets a second: {count / took:.0f}")
    per_sheet = (1e3 * each / count for each in (used, database))
    print("   processor time a sheet: worker {:.1f} ms, PostgreSQL {:.1f} ms".format(*per_sheet), flush=True)


def _report_handing_in() -> None:
    """Each figure beside a request that does the same but for the sheet: session, person, lines, and no such keying."""
    from django.db import transaction

    from bench import hall
    from bench.volunteers import as_json
    from tournament.keying import actions as keyings
    from tournament.models import Keying

    made = hall.make("hand-in", volunteers=1, players=3 * TYPED)
    by, entrants, lines = made.volunteers[0], iter(made.entrants), _lines(made.boxes)
    send = _sender(hall.sign_in(by))

    def opened() -> Keying:
        return keyings.open_sheet(by=by, round_=made.round, entrant=next(entrants))

    def from_a_file() -> None:
        with transaction.atomic():
            keyings.hand_in(by=by, keying=opened(), lines=[keyings.TypedLine(**line) for line in next(lines)])

    def typed(saved: bool) -> list[Callable[[], None]]:
        acts = []
        for _each in range(TYPED):
            keying, body = opened().pk, as_json([{**line, "key": str(line["key"])} for line in next(lines)])
            if saved:
                send(keying, "lines", body, 200)
            acts.append(lambda keying=keying, body=body: send(keying, "hand-in", body, 200))
        return acts

    logging.disable(logging.WARNING)  # of requests for no such keying
    gc.collect()
    gc.freeze()  # as a web process does
    without_keying = as_json([{**line, "key": str(line["key"])} for line in next(lines)])
    print(f"   processor time of handing in {TYPED} sheets of {TYPED_LINES} lines, a sheet:")
    _timed("yardstick: no such keying", [lambda: send(0, "hand-in", without_keying, 404)] * TYPED)
    _timed("typed, lines saved before", typed(saved=True))
    _timed("typed, no line saved before", typed(saved=False))
    _timed("from a file: opened and handed in", [from_a_file] * TYPED)


def _lines(boxes) -> Iterator[list[dict]]:
    """Sheet after sheet, each with lines of the demo."""
    from tournament.demo.handwriting import KnownMethods, line

    chance = random.Random(3)
    known = [KnownMethods(box, chance) for box in boxes]
    while True:
        sheet = []
        for at in range(TYPED_LINES):
            text, mark = line(known[at % len(boxes)], 0.6, chance, [])
            more = {"key": uuid.UUID(int=chance.getrandbits(128)), "position": at, "revision": 1}
            sheet.append({"box": at % len(boxes), "text": text, "mark": mark, **more})
        yield sheet


def _sender(session: str) -> Callable[[int, str, bytes, int], None]:
    """Sends requests of the keying page through Django in this process, and looks at the status."""
    from django.test import Client

    client = Client(enforce_csrf_checks=True, SERVER_NAME="localhost")
    client.cookies["sessionid"], client.cookies["csrftoken"] = session, "c" * 32

    def send(keying: int, action: str, body: bytes, expected: int) -> None:
        client.cookies.pop("messages", None)  # the next page shows them
        headers = {"X-CSRFToken": "c" * 32}
        answer = client.post(f"/api/v1/keyings/{keying}/{action}/", body, "application/json", headers=headers)
        if answer.status_code != expected:
            raise AssertionError(f"{answer.status_code} {answer.content[:200]!r}")

    return send


def _timed(what: str, acts: list[Callable[[], None]]) -> None:
    from bench import machine

    for act in acts[:5]:  # the first ones fill caches
        act()
    began, database = process_time(), machine.database_seconds()
    for act in acts[5:]:
        act()
    used, of_database = process_time() - began, machine.database_seconds() - database
    count = len(acts) - 5
    print(f"   {what:36}{used / count * 1e3:6.1f} ms, PostgreSQL {of_database / count * 1e3:5.1f} ms", flush=True)


if __name__ == "__main__":
    main()
