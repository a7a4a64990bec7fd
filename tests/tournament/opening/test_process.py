"""A file is opened within limits, whatever is in it, and only a few at a time."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from bench.drills import hostile_files
from tests.tournament.scanning.making import half_red, stored
from tournament.common.gates import Gate, Queued
from tournament.imports import sentences as tables
from tournament.opening import process
from tournament.opening.process import Limits
from tournament.opening.refusals import CannotOpen
from tournament.scanning import BadScan, clean
from tournament.scanning import sentences as scans

ROOT = Path(__file__).parents[3]
MB = 1024 * 1024
SMALL = Limits(memory=200 * MB)


def refused(task: str, data: bytes, within: Limits = SMALL) -> str:
    with pytest.raises(CannotOpen) as said:
        process.opened(task, data, within)
    return said.value.code


@pytest.mark.parametrize(
    "task,data,code",
    [
        ("scan", hostile_files.nested_pdf(), "too_heavy"),
        ("scan", hostile_files.packed_pdf(200 * hostile_files.MILLION), "too_heavy"),
        ("table", hostile_files.wide_workbook(25 * hostile_files.MILLION), "too_heavy"),
        ("scan", hostile_files.png(60_000, 60_000), "pixels"),
        ("table", b"x.csv\n" + b"a," * 100_000 + b"a", "columns"),
        ("export", b'{\n"rows":[\n' + b"[" * 100_000 + b"\n", "line"),
    ],
)
def test_a_small_file_that_costs_much_is_refused_within_its_memory(task, data, code):
    assert len(data) < 300_000
    assert refused(task, data) == code


def test_a_file_that_takes_too_long_is_given_up_by_its_processor_time_or_by_the_clock():
    nested = hostile_files.nested_pdf(depth=8)
    assert refused("scan", nested, Limits(memory=1500 * MB, cpu=1)) == "too_slow"
    assert refused("scan", nested, Limits(memory=1500 * MB, cpu=60, clock=0.5)) == "too_slow"


def test_an_answer_larger_than_allowed_is_not_taken():
    assert refused("scan", stored(half_red()), Limits(output=500)) == "too_much"


@pytest.mark.parametrize("code", ["busy", "too_heavy", "too_much", "too_slow"])
def test_a_file_past_the_limits_gets_a_sentence_that_says_it_was_not_kept(code):
    past = CannotOpen(code)
    assert "not kept" in scans.sentence(past, "x.pdf")
    assert "not kept" in tables.sentence(past)


def test_the_process_that_opens_files_knows_no_django_and_no_keys():
    modules = "child, scans, tables, exports, workbooks"
    said = subprocess.run(
        [sys.executable, "-c", f"import sys; from tournament.opening import {modules}; print('django' in sys.modules)"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert said == "False\n"
    assert not any("KEY" in name or "URL" in name for name in process._environment())


def test_a_gate_lets_some_pass_some_wait_and_refuses_the_rest_at_once():
    gate, leave, inside = Gate(places=1, waiting=1, seconds=30), threading.Event(), threading.Semaphore(0)
    passed: list[int] = []

    def go(number: int) -> None:
        with gate.passed():
            passed.append(number)
            inside.release()
            leave.wait(30)

    threads = [threading.Thread(target=go, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    assert inside.acquire(timeout=30)
    while gate._queue < 1:
        pass
    with pytest.raises(Queued), gate.passed():
        pass
    leave.set()
    for thread in threads:
        thread.join()
    assert sorted(passed) == [0, 1]
    with gate.passed():
        pass


def test_who_waits_too_long_at_a_gate_is_refused():
    gate = Gate(places=1, waiting=5, seconds=0.01)
    with gate.passed(), pytest.raises(Queued), gate.passed():
        pass
    with gate.passed():
        pass


def test_a_full_gate_says_that_the_file_can_be_sent_again(monkeypatch):
    full = Gate(places=0, waiting=0, seconds=0)
    monkeypatch.setattr(process, "GATE", full)
    with pytest.raises(BadScan, match="send it again in a minute") as refused:
        clean(stored(half_red()), "x.png")
    assert refused.value.status == 503
