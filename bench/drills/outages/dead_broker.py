"""The broker is killed whenever it is there, for two minutes, while people type, hand in and play."""

import os
import signal
import time

HAND_IN_EVERY = 3.0  # seconds
FIRST = 200  # player whose sheet is handed in


def run(report, *, short: bool, seed: int) -> None:
    from bench.drills.meanwhile import Site
    from bench.drills.outages import Watch, patience, until_judged
    from bench.drills.outages.phones import Phones

    seconds = 6 if short else 120
    with Site("broker", short) as site, Watch(site) as watch, Phones(site.house.port) as phones:
        with site.typing() as typing:
            kills, statuses = _kill_repeatedly(site, seconds)
        judged, limit = until_judged(), patience(site, short)
    report.say(f"the broker was dead for {seconds} s: killed {kills} times as soon as it was there")
    watch.tell(report, 200)
    report.promise(set(statuses) == {200}, f"each of {len(statuses)} sheets was taken in while it was dead")
    report.promise(judged < limit, f"all were judged {judged:.1f} s after it was left alone (at most {limit:.0f} s)")
    phones.tell(report)
    typing.tell(report)


def _kill_repeatedly(site, seconds: float) -> tuple[int, list[int]]:
    """How often it was killed, and the answers to the sheets that were handed in meanwhile."""
    from bench.drills.outages import hand_in

    began, kills, statuses = time.monotonic(), 0, list[int]()
    while (gone := time.monotonic() - began) < seconds:
        if broker := site.house.child("valkey"):
            os.kill(broker, signal.SIGKILL)
            kills += 1
        if gone >= len(statuses) * HAND_IN_EVERY:
            statuses.append(hand_in(site, FIRST + len(statuses)))
        time.sleep(0.1)
    return kills, statuses
