"""Children are started again when they die, and nothing of them is left when we end."""

import os
import signal
import subprocess
import sys
import time

import pytest

from tournament.standalone import supervisor
from tournament.standalone.broker import wait
from tournament.standalone.supervisor import Child, Supervisor, how

SLEEPS = [sys.executable, "-c", "import time; time.sleep(60)"]
STUBBORN = [
    sys.executable,
    "-c",
    "import signal, subprocess, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
    "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']);"
    "print(child.pid, flush=True); time.sleep(60)",
]


def alive(pid: int) -> bool:
    """Alive and not merely waiting to be buried by its parent."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout
    return bool(state.strip()) and not state.startswith("Z")


@pytest.fixture
def messages():
    return []


@pytest.fixture
def children(messages):
    children = Supervisor(messages.append)
    yield children
    children.stop()


def test_a_killed_child_is_started_again_and_that_is_said(children, messages):
    child = children.add(Child("worker", SLEEPS, os.environ))
    first = child.process.pid
    os.kill(first, signal.SIGKILL)
    child.process.wait()
    children.look_after()
    assert messages == ["The worker stopped (by SIGKILL); starting it again in 0.5 s."]
    assert wait(lambda: children.look_after() or child.process.pid != first, seconds=5)
    assert child.process.poll() is None


def test_a_child_that_runs_once_is_not_started_again(children, messages):
    child = children.add(Child("demo", [sys.executable, "-c", "raise SystemExit(3)"], os.environ, is_single_run=True))
    assert wait(lambda: child.has_ended, seconds=60)
    children.look_after()
    assert child.process.returncode == 3
    assert messages == []


def test_what_keeps_dying_is_started_again_and_nobody_else_is_touched(children, messages, monkeypatch):
    monkeypatch.setattr(supervisor, "LONGEST_PAUSE", 0.0)
    web = children.add(Child("web server", SLEEPS, os.environ))
    first = web.process.pid
    worker = children.add(Child("worker", [sys.executable, "-c", "raise SystemExit(3)"], os.environ))
    assert wait(lambda: children.look_after() or worker.deaths >= 12, seconds=60)
    assert (web.process.pid, web.process.poll()) == (first, None)
    assert messages == ["The worker stopped (exit code 3); starting it again in 0 s."] * supervisor.REPORTED_EACH_TIME


def test_a_child_that_cannot_be_started_is_tried_again(children, messages):
    child = children.add(Child("worker", ["/no such program"], os.environ))
    assert messages == [
        "The worker stopped ([Errno 2] No such file or directory: '/no such program'); starting it again in 0.5 s."
    ]
    child.command = SLEEPS
    assert wait(lambda: children.look_after() or child.process, seconds=60)


def test_children_live_on_where_they_cannot_be_written_down(children, tmp_path):
    children.notes = tmp_path / "no folder" / "run.children"
    child = children.add(Child("worker", SLEEPS, os.environ))
    assert child.process.poll() is None


def test_a_steady_life_makes_earlier_deaths_forgotten(children, messages):
    child = children.add(Child("worker", SLEEPS, os.environ))
    child.deaths = 9
    child.started -= supervisor.STEADY
    child.process.kill()
    child.process.wait()
    children.look_after()
    assert child.deaths == 1


def test_a_child_that_will_not_end_is_ended_with_all_it_started():
    process = supervisor.start(STUBBORN, stdout=subprocess.PIPE, text=True)
    grandchild = int(process.stdout.readline())
    assert alive(grandchild)
    supervisor.stop(process, seconds=0.3)
    assert process.returncode == -signal.SIGKILL
    assert wait(lambda: not alive(grandchild), seconds=5)


def test_those_that_carry_others_stop_last(monkeypatch, messages):
    stopped = []
    monkeypatch.setattr(supervisor, "stop_all", lambda processes, seconds: stopped.append(processes))
    broker, worker, web = (Child(name, SLEEPS, os.environ, name == "broker") for name in ("broker", "worker", "web"))
    broker.process, worker.process, web.process = "broker", "worker", "web"
    Supervisor(messages.append, [broker, worker, web]).stop()
    assert stopped == [["worker", "web"], ["broker"]]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells a child that its parent died")
def test_children_of_a_killed_parent_end_too():
    program = (
        "import sys, time; from tournament.standalone.supervisor import start;"
        "print(start([sys.executable, '-c', 'import time; time.sleep(60)']).pid, flush=True); time.sleep(60)"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    child = int(parent.stdout.readline())
    time.sleep(0.2)
    parent.kill()
    parent.wait()
    assert wait(lambda: not alive(child), seconds=5)


@pytest.mark.parametrize("code,words", [(0, "exit code 0"), (-9, "by SIGKILL"), (-200, "by signal 200")])
def test_how_a_process_ended(code, words):
    assert how(code) == words
