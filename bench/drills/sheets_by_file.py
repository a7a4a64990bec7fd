"""Sheets come in by file while volunteers type; midway the worker is killed."""

import os
import random
import signal
import time

SHEETS, LINES = 2_000, 8  # lines of a sheet
WITHIN = 900  # seconds until all sheets are in


def run(report, *, short: bool, seed: int) -> None:
    from bench.drills.meanwhile import Site
    from tournament.models import Import, Submission

    sheets = 40 if short else SHEETS
    with Site("sheets-by-file", short, players=sheets + 100) as site:
        with site.typing() as typing:
            volunteer, address = site.volunteer(-1), f"/events/{site.made.event.slug}/key/import/"
            checked, pressed = _send(volunteer, address, _file(site.made, sheets, random.Random(seed)))
            upload, began = Import.objects.get(event=site.made.event), time.monotonic()
            if not short:
                _wait(lambda: upload.sheets.waiting().count() < sheets // 2)
                os.kill(site.house.child("celery"), signal.SIGKILL)
            _wait(lambda: not upload.sheets.waiting().exists())
        took = time.monotonic() - began
        summary = (
            f"{sheets} sheets with {sheets * LINES} lines: checked in {checked:.1f} s, the press took {pressed:.1f} s"
        )
        report.say(f"{summary}, in after {took:.0f} s")
        handed_in = upload.sheets.exclude(handed_in_at=None).count()
        lines = Submission.objects.filter(sheet__round=site.made.round, channel="import").count()
        as_sent = (handed_in, lines) == (sheets, sheets * LINES)
        report.promise(as_sent, f"each sheet is in, and each of its lines once ({handed_in} sheets, {lines} lines)")
        typing.tell(report)


def _file(made, sheets: int, chance: random.Random) -> str:
    """A table of sheets of players who come after those whose sheets are typed."""
    players = range(101, 101 + sheets)
    lines = (
        f"{made.round.position},{n},{at + 1},{chance.randrange(1, 99)}+{n}" for n in players for at in range(LINES)
    )
    return "\n".join(("round,sheet,box,line", *lines))


def _send(volunteer, address: str, table: str) -> tuple[float, float]:
    """Seconds until the file was sent and checked, and seconds that the press of the button took."""
    began = time.perf_counter()
    status, answer = volunteer.post(address, pasted=table)
    assert status == 302, (status, answer[:300])
    page = volunteer.location
    assert volunteer.ask("GET", page)[0] == 200
    checked = time.perf_counter()
    status, answer = volunteer.post(page)
    assert status == 302, (status, answer[:300])
    return checked - began, time.perf_counter() - checked


def _wait(condition) -> None:
    end = time.monotonic() + WITHIN
    while not condition() and time.monotonic() < end:
        time.sleep(0.5)
