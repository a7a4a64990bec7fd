"""Freezing an event: how long the organiser waits, when the standings and when all pages are ready, and what that
costs others meanwhile. Then an embargo, final results that are prepared, and the end of the ceremony.

On SQLite and PostgreSQL. The event is the demo, by default with 140 players (`--full`: 2,000). For comparison the same
page is requested before and while the copy is made, in the same process.
"""

import argparse
import statistics
import sys
import threading
from collections.abc import Callable
from time import perf_counter, process_time, sleep

PAGE = "/events/demo/grade-5/"


def main() -> None:
    from bench.databases import on_each

    on_each("bench.copying", *(["--full"] if "--full" in sys.argv else []))


def measure() -> None:

    import django

    django.setup()
    from django.core.management import call_command

    from tournament.demo.load import load
    from tournament.management.commands.run import collect_static
    from tournament.models import Event, Membership

    parser = argparse.ArgumentParser()
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--players", type=int, default=0)
    chosen = parser.parse_args()
    players = chosen.players or (2000 if chosen.full else 140)
    call_command("migrate", verbosity=0)
    collect_static()
    load(seed=24, players=players, slug="demo", say=lambda line: None)
    event = Event.objects.get(slug="demo")
    by = Membership.objects.filter(event=event, role="organiser").first().user
    print(f"   {players} players, {event.rounds.count()} rounds", flush=True)
    enough = perf_counter() + 3
    before = _asked_for(lambda: perf_counter() < enough)
    _list_methods()
    _freeze(by, event, before)
    _end_a_ceremony(by, event)


def _list_methods() -> None:
    """As the worker does once rounds are over, so that pages have lists to read."""
    from tournament.jobs import queue as jobs
    from tournament.rounds import method_counts

    with jobs.done_here():
        method_counts.ensure_next()
        while _work("count_methods"):
            method_counts.ensure_next()


def _work(kind: str) -> bool:
    from tournament.models import Job
    from tournament.tasks import perform

    job = Job.objects.filter(kind=kind, state="waiting").first()
    return bool(job and perform(job.pk))


def _end_a_ceremony(by, event) -> None:
    from datetime import timedelta

    from tournament.jobs import queue as jobs
    from tournament.models import Event, Job, Publication, Round
    from tournament.publication import actions as publications, prepared_copies
    from tournament.publication.rendering import carry_out

    Job.objects.exclude(state="done").delete()  # nothing waits but what follows
    Round.objects.filter(event=event).exclude(status="planned").update(status="final")
    for visibility in ("provisional", "embargoed"):
        carry_out(publications.publish, by=by, event=event, visibility=visibility)
    prepared_copies.QUIET = timedelta(0)
    began = process_time()
    with jobs.done_here():
        prepared_copies.ensure_next()
        while _work("prepare_copy"):
            pass
    worked = process_time() - began
    copy = Publication.objects.get(event=event, kind="prepared")
    pages = copy.pages.count()
    began = perf_counter()
    disputes = list(event.disputes.values_list("pk", flat=True))
    carry_out(publications.publish, by=by, event=event, visibility="final", despite_disputes=disputes)
    ended = perf_counter() - began
    assert Event.objects.get(pk=event.pk).shown_id == copy.pk
    print(
        f"   {pages} pages are prepared, processor time             {worked:8.1f} s, {worked / pages * 1e3:.1f} ms a"
        f" page"
    )
    print(f"   after the end of the ceremony all are public after {ended:8.2f} s")


def _freeze(by, event, before: list[float]) -> None:
    from django.db import connection

    from tournament.models import Publication, PublishedPage
    from tournament.publication import actions as publications
    from tournament.publication.rendering import carry_out

    meanwhile: list[float] = []
    over = threading.Event()

    def others() -> None:
        meanwhile.extend(_asked_for(lambda: not over.is_set()))
        connection.close()

    def watch() -> None:
        while not PublishedPage.objects.filter(publication__event=event, address=PAGE).exists():
            sleep(0.02)
        readable.append(perf_counter())
        connection.close()

    readable: list[float] = []
    (watching := threading.Thread(target=watch)).start()
    began, worked = perf_counter(), process_time()
    carry_out(publications.publish, by=by, event=event, visibility="frozen")
    answered = perf_counter() - began
    copy = Publication.objects.get(event=event)
    watching.join()
    (crowd := threading.Thread(target=others)).start()
    while not Publication.objects.filter(pk=copy.pk, ready_at__isnull=False).exists():
        sleep(0.1)
    took, worked = perf_counter() - began, process_time() - worked
    over.set()
    crowd.join()
    pages = copy.pages.count()
    size = sum(len(body) for body in copy.pages.values_list("body", flat=True).iterator()) / 1e6
    print(f"   the organiser is answered after                  {answered:8.1f} s")
    print(f"   the standings are public after                   {readable[0] - began:8.1f} s")
    print(f"   all {pages} pages are there, {size:.1f} MB, after         {took:8.1f} s")
    print(f"   processor time, others' questions with it        {worked:8.1f} s, {worked / pages * 1e3:.1f} ms a page")
    print(f"   a standing asked for before, median              {statistics.median(before) * 1e3:8.1f} ms")
    if meanwhile:
        print(f"   and from the copy, while it is made, median      {statistics.median(meanwhile) * 1e3:8.1f} ms")


def _asked_for(go_on: Callable[[], bool]) -> list[float]:
    """Seconds for each answer, one request after the other."""
    from django.test import Client

    client, took = Client(headers={"host": "localhost"}), []
    while go_on():
        began = perf_counter()
        assert client.get(PAGE).status_code == 200
        took.append(perf_counter() - began)
        sleep(0.05)
    return took


if __name__ == "__main__":
    measure()
