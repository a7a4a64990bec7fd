"""A file is opened within limits, whatever is in it, and only a few at a time."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from bench.drills import hostile_files
from tests.tournament.scanning.making import half_red, stored
from tournament.common.gates import Gate, Queued
from tournament.imports import table_reader as tables
from tournament.scanning import BadScan, clean, sentences as scans
from tournament.uploaded_files import sandbox
from tournament.uploaded_files.refusals import CannotOpen
from tournament.uploaded_files.sandbox import Limits

ROOT = Path(__file__).parents[3]
MB = 1024 * 1024
SMALL = Limits(memory=100 * MB)


def refused(task: str, data: bytes, within: Limits = SMALL) -> str:
    with pytest.raises(CannotOpen) as message:
        sandbox.opened(task, data, within)
    return message.value.code


@pytest.mark.parametrize(
    "task,make,code",
    [
        ("scan", lambda: hostile_files.nested_pdf(), "too_heavy"),
        ("scan", lambda: hostile_files.packed_pdf(200 * hostile_files.MILLION), "too_heavy"),
        ("table", lambda: hostile_files.wide_workbook(25 * hostile_files.MILLION), "too_heavy"),
        ("scan", lambda: hostile_files.png(60_000, 60_000), "pixels"),
        ("table", lambda: b"x.csv\n" + b"a," * 100_000 + b"a", "columns"),
        ("export", lambda: b'{\n"rows":[\n' + b"[" * 100_000 + b"\n", "line"),
    ],
)
def test_a_small_file_that_costs_much_is_refused_within_its_memory(task, make, code):
    data = make()
    assert len(data) < 300_000
    assert refused(task, data) == code


LAUGHS = b'<!ENTITY a0 "ha">' + b"".join(
    b'<!ENTITY a%d "%s">' % (number, b"&a%d;" % (number - 1) * 10) for number in range(1, 11)
)
OUTSIDE = b'<!ENTITY e SYSTEM "file:///etc/hosts">'
A_PAGE, MANY, LONG = b"/Kids[3 0 R]/Count 1", b"3 0 R " * 9_000, b"<</Type/Page/MediaBox[0 0 1 100000000]>>"
PICTURED = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>"
DRAWN = hostile_files.stream(b"595 0 0 842 0 0 cm /I Do")
IMAGE = b"/Type/XObject/Subtype/Image/BitsPerComponent 8/ColorSpace/DeviceRGB/Width 60000/Height 60000"
LARGE = hostile_files.stream(b"x", IMAGE)
# made only where the test runs: every process of the suite imports this file
LIARS = {
    "entities in entities": (
        "table",
        lambda: hostile_files.workbook(b'<c t="str"><v>&a10;</v></c>', LAUGHS),
        "no_workbook",
    ),
    "a file of ours": ("table", lambda: hostile_files.workbook(b"<c><v>&e;</v></c>", OUTSIDE), "no_workbook"),
    "elements in elements": ("table", lambda: hostile_files.workbook(b"<a>" * 300_000), "no_workbook"),
    "a far column": ("table", lambda: hostile_files.workbook(b'<c r="ZZZZZZZZ1"><v>1</v></c>'), "no_workbook"),
    "a long number": ("table", lambda: hostile_files.workbook(b"<c><v>%s</v></c>" % (b"9" * 4_000_000)), "no_workbook"),
    "a size that is too small": (
        "table",
        lambda: hostile_files.lying_workbook(45 * hostile_files.MILLION),
        "no_workbook",
    ),
    "pages in themselves": (
        "scan",
        lambda: hostile_files.pdf_of_pages(b"/Kids[2 0 R 2 0 R]/Count 1000000000"),
        "pdf_locked",
    ),
    "a page of kilometres": ("scan", lambda: hostile_files.pdf_of_pages(A_PAGE, LONG), "page_size"),
    "one page many times": (
        "scan",
        lambda: hostile_files.pdf_of_pages(b"/Kids[%s]/Count 9000" % MANY, PICTURED),
        "pages",
    ),
    "a large picture": ("scan", lambda: hostile_files.pdf_of_pages(A_PAGE, PICTURED, DRAWN, LARGE), "pdf_pixels"),
}


@pytest.mark.parametrize(("task", "make", "code"), LIARS.values(), ids=list(LIARS))
def test_a_file_that_says_wrong_things_about_itself_is_refused(task, make, code):
    assert refused(task, make(), Limits()) == code


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
    modules = "full_exports, sandbox_child, scans, spreadsheets, workbooks"
    message = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import sys; from tournament.uploaded_files import {modules}; print('django' in sys.modules)",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert message == "False\n"
    assert not any("KEY" in name or "URL" in name for name in sandbox._environment())


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
    while gate._here.acquire(blocking=False):
        gate._here.release()
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
    monkeypatch.setattr(sandbox, "GATE", full)
    with pytest.raises(BadScan, match="send it again in a minute") as refused:
        clean(stored(half_red()), "x.png")
    assert refused.value.status == 503
