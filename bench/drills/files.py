"""Hostile files are sent while others type: each is refused with a sentence, none is kept, and the web server stays
small.

The files are made here (`hostile_files`); none is stored.
"""

import subprocess
import sys
import tempfile
import threading
import time

GROWS = 150e6  # bytes that the web server may need more than before


def run(report, *, short: bool, seed: int) -> None:
    from bench.drills.hostile_files import files
    from bench.drills.meanwhile import Site
    from tournament.models import Import, Scan

    made = files()
    with Site("files", short) as site:
        organiser, before = _organiser(site), site.web_memory()
        senders = {
            "scan": (site.volunteer(-1), "sheets/pictures/", "pictures"),
            "table": (organiser, "run/roster/import/", "file"),
        }
        with site.typing() as typing:
            for name, (task, data) in made.items():
                if task in senders:
                    _send(report, site, name, senders[task], data, times=1 if short else 4)
        report.promise(not Scan.objects.exists() and not Import.objects.exists(), "none of the files was kept")
        grown = typing.most_memory - before
        report.promise(grown < GROWS, f"the web server grew by less than {GROWS / 1e6:.0f} MB ({grown / 1e6:.0f} MB)")
    typing.tell(report)
    for name, (task, data) in made.items():
        if task == "export":
            _import(report, name, data)


def _organiser(site):
    from bench import hall
    from bench.volunteers import Volunteer

    user = site.made.organisers[0]
    volunteer = Volunteer(site.house.port, user.username, hall.sign_in(user))
    volunteer.connection.timeout = 90
    return volunteer


def _send(report, site, name: str, sender, data: bytes, times: int) -> None:
    """Send a file so many times at once, each on a connection of its own."""
    from bench.volunteers import Volunteer

    volunteer, path, field = sender
    filename, _, content = data.partition(b"\n") if path.endswith("import/") else (b"x", b"", data)
    statuses: list[int] = []

    def send() -> None:
        own = Volunteer(site.house.port, volunteer.name, volunteer.cookies["sessionid"])
        own.connection.timeout = 90
        body = form(field, filename.decode(), content)
        statuses.append(
            own.ask("POST", f"/events/{site.made.event.slug}/{path}", body, f"multipart/form-data; boundary={EDGE}")[0]
        )

    began, threads = time.monotonic(), [threading.Thread(target=send) for _ in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.monotonic() - began
    # pictures of a pile are answered one by one on a page; a table is refused as a form
    answered = len(statuses) == times and set(statuses) <= {200, 400, 503}
    report.promise(
        answered, f"{name} ({len(content):,} bytes, {times} at once): answered {sorted(statuses)} within {took:.1f} s"
    )


EDGE = "edge-of-the-parts"


def form(field: str, filename: str, content: bytes) -> bytes:
    """A form with one file."""
    head = f'--{EDGE}\r\nContent-Disposition: form-data; name="{field}"; filename="{filename}"\r\n\r\n'
    return head.encode() + content + f"\r\n--{EDGE}--\r\n".encode()


def _import(report, name: str, data: bytes) -> None:
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        command = [sys.executable, "manage.py", "import", file.name]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    lines = done.stderr.strip().splitlines()
    report.promise(done.returncode == 2 and len(lines) == 1, f"{name}: exit code {done.returncode}, {lines[-1:]}")
