"""What the site needs is away for minutes: room on the disk, the broker, PostgreSQL. People go on as well as they
can."""

import threading
import time
from collections import Counter

BACK = 10  # seconds after which all goes on by itself, on a machine with nothing else to do


class Watch:
    """Somebody who opens the event's page twice a second meanwhile. `statuses` counts the answers; 0 is none at all."""

    def __init__(self, site):
        self.reader, self.path = site.volunteer(-2), f"/events/{site.made.event.slug}/"
        self.statuses, self.over = Counter[int](), threading.Event()

    def __enter__(self) -> "Watch":
        self.thread = threading.Thread(target=self._go_on, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.over.set()
        self.thread.join()

    def _go_on(self) -> None:
        from bench.volunteers import Unreachable

        while not self.over.wait(0.5):
            try:
                self.statuses[self.reader.ask("GET", self.path)[0]] += 1
            except Unreachable:
                self.statuses[0] += 1

    def tell(self, report, *good: int) -> None:
        """Promise that every page was answered, with these statuses."""
        answers = ", ".join(f"{status}: {count}" for status, count in sorted(self.statuses.items()))
        report.promise(set(self.statuses) <= set(good), f"the site answered all the time (status: pages; {answers})")


def patience(site, short: bool) -> float:
    """Seconds within which all must go on: BACK where nothing else runs, and longer on a busy machine."""
    return 60 if short else BACK * site.stretch


def hand_in(site, number: int) -> int:
    """The status of handing in a sheet with one line, of the player with this number."""
    from bench.volunteers import as_json, new_line

    volunteer = site.volunteer(-1)
    keying = volunteer.open_sheet(site.made.event.slug, site.made.round.position, number)
    return volunteer.send(f"/api/v1/keyings/{keying}/hand-in/", as_json([new_line(0, 0, f"{number} + 1")]))[0]


def until_judged() -> float:
    """Seconds until every sheet that was handed in is judged; infinite if one is not after a minute."""
    from tournament.models import Job

    began = time.monotonic()
    while Job.objects.filter(kind=Job.JUDGE_SHEET).exclude(state=Job.State.DONE).exists():
        if time.monotonic() - began > 60:
            return float("inf")
        time.sleep(0.1)
    return time.monotonic() - began
