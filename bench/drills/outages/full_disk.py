"""The disk fills while people type: what they are told, and whether all goes on once there is room.

All that the site writes lies on a small file system in memory, which only root can mount on Linux: the database,
VAR_DIR with pictures and logs, temporary files. The rest of the drill runs in a process of its own with this
environment: `python -m bench.drills.outages.full_disk FOLDER`.
"""

import errno
import io
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

MEGABYTES = {"sqlite": 80, "postgresql": 380}  # a new PostgreSQL takes 70, and more for its log of changes
POOL = 12  # seconds until all that waited for a connection before have been answered
DISK_FULL = "The disk is full: nothing more can be saved"
CLEAR = re.compile(r"503 .*\"code\": ?\"(disk_full|unavailable)\", ?\"(sentence|detail)\": ?\"The d")


def run(report, *, short: bool, seed: int) -> None:
    kind = "sqlite" if os.environ["DATABASE_URL"].startswith("sqlite") else "postgresql"
    try:
        with small_disk(MEGABYTES[kind]) as disk, database(kind, disk) as (url, restarts):
            command = [sys.executable, "-m", "bench.drills.outages.full_disk", str(disk)]
            places = {"VAR_DIR": str(disk / "var"), "TMPDIR": str(disk / "var")}
            (disk / "var").mkdir()
            environment = os.environ | places | {"DATABASE_URL": url}
            done = subprocess.run([*command, *(["--short"] if short else [])], env=environment, check=False)
            if kind == "postgresql":
                report.say(f"PostgreSQL had ended and was started {len(restarts)} times, until it had room")
    except OSError as error:
        report.say(f"could not run: there is no small disk ({error})")
        return
    if done.returncode:
        report.broken.append("full_disk: see above")


@contextmanager
def small_disk(megabytes: int) -> Iterator[Path]:
    """A folder with so much room. Raises OSError where none can be made."""
    with tempfile.TemporaryDirectory(prefix="nt-disk-", dir="/tmp" if os.path.isdir("/tmp") else None) as folder:
        try:
            command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "tmpfs", folder]
            done = subprocess.run(command, capture_output=True, text=True)
        except FileNotFoundError:
            raise OSError("there is no command `mount`") from None
        if done.returncode:
            raise OSError(done.stderr.strip() or "mount was refused")
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


@contextmanager
def database(kind: str, disk: Path) -> Iterator[tuple[str, list[bool]]]:
    """A new database on the disk: its address, and how often it had ended and was started again."""
    if kind == "sqlite":
        yield f"sqlite:///{disk / 'db.sqlite3'}", []
        return
    from tests.servers import PrivatePostgreSQL, stop

    os.chmod(disk, 0o711)
    data = disk / "data"
    data.mkdir(mode=0o700)
    server = PrivatePostgreSQL.started(data, synchronous_commit="on")
    restarts: list[bool] = []
    over = threading.Event()

    def look_after() -> None:
        while not over.wait(1):
            if server.revive():
                restarts.append(True)

    threading.Thread(target=look_after, daemon=True).start()
    try:
        yield server.url, restarts
    finally:
        over.set()
        stop(server.process, 5)


class Filler:
    """Files that take all the room there is."""

    def __init__(self, disk: Path):
        self.path, self.over = disk / "filler", threading.Event()

    def __enter__(self) -> "Filler":
        self.fill()
        self.thread = threading.Thread(target=self._go_on, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.over.set()
        self.thread.join()
        self.path.unlink()

    def fill(self) -> None:
        with open(self.path, "ab", buffering=0) as file:
            for size in (1 << 20, 1 << 12):
                try:
                    while file.write(bytes(size)) == size:
                        pass
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise

    def _go_on(self) -> None:
        """What the database gives back is taken too."""
        while not self.over.wait(0.2):
            self.fill()


def drill(disk: Path, short: bool) -> int:
    import django

    django.setup()
    from django.core.management import call_command

    from bench.drills.backups import managed
    from bench.drills.meanwhile import Site
    from bench.drills.outages.phones import Phones
    from bench.drills.report import Report

    call_command("migrate", verbosity=0)
    report = Report()
    with Site("full", short) as site, Phones(site.house.port) as phones:
        _fill_while_they_type(report, site, disk, short)
    phones.tell(report)
    report.promise(managed("audit", "--verify")[1] == 0, "the trail is whole")
    return 1 if report.broken else 0


def _fill_while_they_type(report, site, disk: Path, short: bool) -> None:
    from bench.drills.meanwhile import p95
    from bench.drills.outages import Watch, hand_in, patience, until_judged

    web, tally, seconds, limit = site.house.child("granian"), site.tally, 8 if short else 120, patience(site, short)
    pool = POOL if os.environ["DATABASE_URL"].startswith("postgres") else 1
    code = site.made.round.sheets.exclude(code="").values_list("code", flat=True)[0]
    tally.wrong.clear()
    with site.typing() as typing, Watch(site) as watch:
        time.sleep(2)
        _next_log_file()
        began = time.monotonic()
        with Filler(disk):
            time.sleep(seconds / 2)
            os.kill(site.house.child("celery"), signal.SIGKILL)  # what starts it again has no room to write
            _next_log_file()
            time.sleep(seconds / 2)
            pictures = [_send_picture(site, code), _send_picture(site, code)]
            refused, full = len(tally.wrong), time.monotonic() - began
        again = _until_saved(tally)
        time.sleep(pool)
        reported, before = len(tally.wrong), len(tally.acknowledged)
        time.sleep(4)
        after = len(tally.acknowledged) - before
        status, judged = hand_in(site, 300), until_judged()
        pictures.append(_send_picture(site, code))
    report.say(f"the disk was full for {full:.0f} s: {refused} saves refused")
    watch.tell(report, 200, 503)
    report.say(f"{len(tally.took)} saves: {tally}; p95 before {site.calm * 1e3:.0f} ms, {p95(tally.took) * 1e3:.0f} ms")
    report.promise(refused > 0, f"some saves found no room ({refused})")
    strange = [each for each in tally.wrong if not CLEAR.match(each)]
    report.promise(not strange, f"each refused save was told so in a sentence{''.join(': ' + e for e in strange[:1])}")
    report.promise(
        pictures == [DISK_FULL, DISK_FULL, ""], f"pictures were refused with that sentence, then taken: {pictures}"
    )
    report.promise(_half_pictures(disk) == 0, "no half of a picture is left")
    report.promise(
        again < limit, f"saving worked again {again:.1f} s after there was room ({reported - refused} refused)"
    )
    report.promise(len(tally.wrong) == reported, f"each of {after} saves from {pool} s later on was acknowledged")
    report.promise(status == 200 and judged < limit, f"a sheet handed in then was judged after {judged:.1f} s")
    report.promise(site.house.child("granian") == web, "the web server was not started again")
    lost = typing.lost()
    report.promise(not lost, f"each of {len(tally.acknowledged)} acknowledged lines is there ({lost} lost)")


def _send_picture(site, code: str) -> str:
    """Send a photo of a sheet, larger than a form that is held in memory: what was said about the disk, or the status;
    "" if it was taken."""
    from bench.volunteers import Unreachable

    field = 'Content-Disposition: form-data; name="pictures"; filename="photo.jpg"\r\nContent-Type: image/jpeg'
    body = f"--cut\r\n{field}\r\n\r\n".encode() + _photo() + b"\r\n--cut--\r\n"
    path = f"/events/{site.made.event.slug}/sheets/{code}/pictures/"
    try:
        status, page = site.volunteer(-1).ask("POST", path, body, "multipart/form-data; boundary=cut")
    except Unreachable as error:
        return str(error)
    sentence = re.search(DISK_FULL, page.decode(errors="replace"))
    return sentence[0] if status == 503 and sentence else "" if status == 302 else str(status)


@cache
def _photo() -> bytes:
    from PIL import Image

    file = io.BytesIO()
    Image.effect_noise((2400, 1800), 80).convert("RGB").save(file, "JPEG", quality=95)
    return file.getvalue()


def _half_pictures(disk: Path) -> int:
    """Files of pictures that no sheet has."""
    from tournament.models import Scan

    stored = {Path(name).name for name in Scan.objects.values_list("file", flat=True)}
    return sum(path.name not in stored for path in (disk / "var").rglob("*.jpg"))


def _next_log_file() -> None:
    """Let the database need a new file for its log of changes now, and not only after some megabytes."""
    from django.db import DatabaseError, connection

    sql = {"postgresql": "SELECT pg_switch_wal()", "sqlite": "PRAGMA wal_checkpoint(TRUNCATE)"}
    with suppress(DatabaseError), connection.cursor() as cursor:
        cursor.execute(sql[connection.vendor])
    connection.close()


def _until_saved(tally) -> float:
    """Seconds until a save is acknowledged; more than a minute if none is."""
    began, had = time.monotonic(), len(tally.acknowledged)
    while len(tally.acknowledged) == had and time.monotonic() - began < 61:
        time.sleep(0.05)
    return time.monotonic() - began


if __name__ == "__main__":
    sys.exit(drill(Path(sys.argv[1]), "--short" in sys.argv))
