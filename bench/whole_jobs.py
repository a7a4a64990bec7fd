"""Whole jobs: 500 sheets are handed in at once and go through the database, a broker and a worker with two processes.

On SQLite and PostgreSQL. The broker is the one that CELERY_BROKER_URL names (a RabbitMQ, for example) or a private one.
"""

import argparse
import os
from time import monotonic, sleep

SHEETS, LINES = 500, 20
PATIENCE = 120  # seconds


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sheets", type=int, default=SHEETS)
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
    worker = servers.Worker(os.environ["DATABASE_URL"], url, settings="tournament.settings")
    worker.start()
    try:
        _report(chosen.sheets, url.partition(":")[0])
    finally:
        worker.stop()
        if private:
            private.stop()


def _report(count: int, broker: str) -> None:
    from django.db import transaction

    from bench import hall, machine
    from tournament.jobs import queue as jobs
    from tournament.models import Job, Result, Sheet, Verdict

    made = hall.make("jobs", volunteers=1, players=count)
    lines = hall.type_sheets(made.round, made.entrants, made.organisers[0], made.boxes, LINES)
    sheets = list(Sheet.objects.filter(round=made.round).values_list("pk", flat=True))
    print(f"   {count} sheets, {lines} lines, through {broker}; {machine.said()}", flush=True)
    began = monotonic()
    with transaction.atomic():
        jobs.judge(sheets)
    handed_over = monotonic() - began
    while Job.objects.exclude(state=Job.State.DONE).exists():
        if monotonic() - began > PATIENCE:
            raise TimeoutError(f"{Job.objects.undone(sheets).count()} jobs are not done after {PATIENCE} s")
        sleep(0.05)
    took = monotonic() - began
    if Result.objects.filter(round=made.round).count() != count:
        raise AssertionError("a sheet has no result although its job is done")
    texts = Verdict.objects.count()
    print(f"   handed over {handed_over:.2f} s; all {texts} texts judged and points stored {took:.2f} s")
    print(f"   at least 250 sheets a second: {count / took:.0f}", flush=True)


if __name__ == "__main__":
    main()
