"""What one event of so many lines costs: a standing that nobody has read yet, the public export, an answer that nothing
changed, and a re-score. On PostgreSQL; `--lines 1000 10000 100000` are the sizes.

Next to each size stands what the same machine takes for a page that reads little.
"""

import argparse
import subprocess
import sys
import tempfile
from time import perf_counter, process_time

LINES_OF_A_PLAYER = 100


def main(*options: str) -> None:
    from bench.databases import environment, new_postgresql

    parser = argparse.ArgumentParser()
    parser.add_argument("--lines", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    for lines in parser.parse_args(options).lines:
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "bench.scale", "--here", str(lines)]
            subprocess.run(command, env=environment(new_postgresql(), folder), check=True)


def measure(lines: int) -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.test import Client

    from bench import machine, rescoring
    from tournament.organiser import actions as events

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    event, round_, puzzle, by = rescoring.made(max(1, lines // LINES_OF_A_PLAYER), LINES_OF_A_PLAYER)
    events.publish(by=by, event=event, visibility="provisional")
    visitor = Client(SERVER_NAME="localhost")
    print(f"   {machine.description()}")
    for path in ("/sign-in/", f"/events/{event.slug}/grade-5/"):
        visitor.get(path)  # loads its templates
        _timed(visitor, path)
    tag = _timed(visitor, f"/events/{event.slug}/event.json")
    _timed(visitor, f"/events/{event.slug}/event.json", If_None_Match=tag)
    rescoring.report(event, round_, puzzle, by, ["another target"])


def _timed(visitor, path: str, **headers: str) -> str:
    """Ask for it and print what it took. Returns its ETag."""
    began, used = perf_counter(), process_time()
    answer = visitor.get(path, headers=headers)
    body = b"".join(answer) if answer.streaming else answer.content
    print(
        f"   {path} {answer.status_code}: {(perf_counter() - began) * 1e3:.0f} ms, {(process_time() - used) * 1e3:.0f}"
        f" ms of processor time, {len(body) / 1e6:.2f} MB",
        flush=True,
    )
    return answer.headers.get("ETag", "")


if __name__ == "__main__":
    measure(int(sys.argv[2])) if "--here" in sys.argv else main(*sys.argv[1:])
