"""The API: 5,000 lines in bulk while somebody types, and a standing of 2,000 players, each in processor time."""

import logging
import random
import statistics
import threading
import uuid
from collections.abc import Callable
from time import perf_counter, thread_time

LINES, SHEETS, PLAYERS, ROUNDS = 20, 250, 2000, 4
JSON = "application/json"


def main() -> None:
    from bench.databases import on_each

    on_each("bench.api")


def measure() -> None:
    import django

    django.setup()
    logging.disable(logging.WARNING)
    from django.conf import settings
    from django.core.management import call_command

    from tournament.celery import app
    from tournament.management.commands.run import collect_static

    app.conf.broker_url = "memory://"  # the jobs are done here; a broker that is away would cost a try for each
    settings.ALLOWED_HOSTS = ["testserver"]
    call_command("migrate", verbosity=0)
    collect_static()
    standing()
    bulk_lines()


def standing() -> None:
    from django.test import Client

    from bench.standings import fill

    fill("bench", PLAYERS, ROUNDS)
    page, address = "/events/bench/grade-5/", "/api/v1/events/bench/standings/?grade=5"
    of_page, of_api = (seconds_of(lambda at=at: Client().get(at)) for at in (page, address))
    print(f"   standing of {PLAYERS}: page {of_page:.3f} s, API {of_api:.3f} s, {of_api / of_page:.2f} times")


def seconds_of(work: Callable[[], object], times: int = 5) -> float:
    """Processor time of this thread, the median; the first time warms up."""
    work()
    taken = []
    for _time in range(times):
        began = thread_time()
        work()
        taken.append(thread_time() - began)
    return statistics.median(taken)


def bulk_lines() -> None:
    from django.test import Client

    from bench import hall
    from tournament.keying import actions as keyings
    from tournament.models import Job, Submission
    from tournament.tasks import perform

    made = hall.make("bulk", volunteers=2, players=SHEETS + 1)
    typist, browser = made.volunteers[1], Client()
    keying = keyings.open_sheet(by=typist, round_=made.round, entrant=made.entrants[-1])
    browser.force_login(typist)
    saves, ended = [], threading.Event()

    def save() -> None:
        line = {"key": str(uuid.uuid4()), "box": 0, "position": 0, "text": "1+2", "revision": 0}
        while not ended.wait(0.2):
            line["revision"] += 1
            began = perf_counter()
            answer = browser.post(f"/api/v1/keyings/{keying.pk}/lines/", {"lines": [line]}, content_type=JSON)
            assert answer.status_code == 200, answer.content
            saves.append(perf_counter() - began)

    sender, typing = Client(), threading.Thread(target=save)
    sender.force_login(made.volunteers[0])
    typing.start()
    began = thread_time()
    answer = sender.post("/api/v1/events/bulk/bulk-lines/", {"lines": list(_lines(made))}, content_type=JSON)
    assert answer.status_code == 202, answer.content
    while waiting := Job.objects.filter(state="waiting").order_by("pk").values_list("pk", flat=True).first():
        perform(waiting)
    seconds = thread_time() - began
    ended.set()
    typing.join()
    p95 = statistics.quantiles(saves, n=20)[-1]
    print(
        f"   {Submission.objects.count()} lines in bulk: {seconds:.1f} s; of {len(saves)} saves p95 {1000 * p95:.0f} ms"
    )
    row = f"/api/v1/events/bulk/sheets/{keying.sheet.code}/"
    organiser = Client()
    organiser.force_login(made.organisers[0])
    etag = {"If-None-Match": organiser.get(row)["ETag"]}
    print(f"   304 of a sheet: {1000 * seconds_of(lambda: organiser.get(row, headers=etag), 50):.1f} ms")


def _lines(made):
    """What children write: the numbers of a box in some order, with some signs between them."""
    chance = random.Random(1)
    for entrant in made.entrants[:SHEETS]:
        for at in range(LINES):
            box = made.boxes[at % len(made.boxes)]
            numbers = chance.sample(box.numbers, len(box.numbers))
            text = "".join(f"{chance.choice('+-*')}{number}" for number in numbers).lstrip("+*-")
            yield {"round": 1, "sheet": str(entrant.player.number), "box": str(1 + at % len(made.boxes)), "text": text}


if __name__ == "__main__":
    measure()
