"""Children of a run that was killed are ended by the next, and nobody else is."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tournament.standalone import orphans
from tournament.standalone.supervisor import start

# asks to be left alone, as a server does that finishes its requests
STUBBORN = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('here', flush=True); time.sleep(60)"
)


@pytest.fixture
def process() -> Iterator[subprocess.Popen]:
    process = start([sys.executable, "-c", STUBBORN], os.environ, stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"here\n"
    yield process
    process.kill()
    process.wait()


def test_what_is_left_is_ended_even_if_it_does_not_listen(tmp_path, process):
    notes = tmp_path / "run.children"
    orphans.remember(notes, [process.pid])
    orphans.end(notes, seconds=0.2)
    assert orphans.started(process.pid) == ""
    assert not notes.exists()


def test_another_program_with_the_same_number_is_left_alone(tmp_path, process):
    notes = tmp_path / "run.children"
    notes.write_text(f"{process.pid} at another time\n")
    orphans.end(notes, seconds=0.2)
    assert orphans.started(process.pid) != ""


def test_no_notes_and_spoilt_notes_end_nothing(tmp_path):
    notes = tmp_path / "run.children"
    orphans.end(notes, seconds=0.2)
    notes.write_text("\nno number\n0\n")
    orphans.end(notes, seconds=0.2)
    assert not notes.exists()
