"""Backups are made while others type; then the site goes back to one of them, and people go on typing."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WAIT = 20  # seconds until the web server answers again


def run(report, *, short: bool, seed: int) -> None:
    from bench.drills.meanwhile import Site

    count = 3 if short else 20
    with Site("backups", short) as site, tempfile.TemporaryDirectory() as folder:
        with site.typing() as typing:
            took = [managed("backup", "--to", str(Path(folder) / f"{at}.tar.gz"))[0] for at in range(count)]
        report.say(f"{count} backups, the slowest in {max(took):.1f} s with the start of the command")
        typing.tell(report)
        _go_back(report, site, Path(folder) / "last.tar.gz", folder)


def _go_back(report, site, path: Path, folder: str) -> None:
    """Type on after a backup, restore it while others type, and look at what is there."""
    from django.db import connection

    from tournament.backups import event_digests

    managed("backup", "--to", str(path))
    then, before = dict(site.tally.acknowledged), event_digests.of_events()
    with site.typing():
        time.sleep(2)
        seconds, code = managed("restore", str(path), "--yes", BACKUP_DIR=folder)
    connection.close()
    report.promise(code == 0, f"the restore ended well after {seconds:.1f} s while others typed")
    lost = sum(_stored(place) != text for place, text in then.items())
    report.promise(not lost, f"each of {len(then)} lines of before the backup is there ({lost} lost)")
    report.promise(_results(event_digests.of_events()) == _results(before), "the results have the digests of before")
    site.tally.wrong.clear()
    ended = time.monotonic() + WAIT
    while (status := site.volunteer(-1).ask("GET", "/")[0]) != 200 and time.monotonic() < ended:
        time.sleep(0.2)
    report.promise(status == 200, "the site answers")


def managed(*command: str, **settings: str) -> tuple[float, int]:
    """Seconds and return code of a `manage.py` command."""
    began = time.monotonic()
    done = subprocess.run([sys.executable, "manage.py", *command], env=os.environ | settings, stdout=subprocess.DEVNULL)
    return time.monotonic() - began, done.returncode


def _stored(place: tuple[int, str]) -> str | None:
    from tournament.models import DraftLine

    return DraftLine.objects.filter(keying=place[0], key=place[1]).values_list("text", flat=True).first()


def _results(events: dict[str, dict[str, str]]) -> dict[str, str]:
    return {slug: each["results"] for slug, each in events.items()}
