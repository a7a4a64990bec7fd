"""docs/examples/whole_day.py, run inside this process: a sleep of the program is the worker's turn."""

import datetime
import importlib.util
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from django.test import Client
from django.utils import timezone

from tests.tournament.making import make_user
from tournament.models import Event, Job, Scope, Submission
from tournament.sign_in import api_tokens
from tournament.tasks import perform

CLIENT = httpx.Client
ROOT = Path(__file__).parents[3]
EXAMPLE, RECOUNT = ROOT / "docs" / "examples" / "whole_day.py", ROOT / "tools" / "recount.py"


@pytest.fixture
def example(monkeypatch):
    spec = importlib.util.spec_from_file_location("whole_day", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "PLAYERS", 4)
    monkeypatch.setattr(module.time, "sleep", lambda _seconds: work())
    return module


def work() -> None:
    waiting = list(Job.objects.filter(state="waiting").values_list("pk", flat=True))
    assert waiting, "the program waits for a job that nobody made"
    for job in waiting:
        perform(job)


def answer(request: httpx.Request) -> httpx.Response:
    """What the site answers, in this process."""
    kind = request.headers.get("content-type", "application/json")
    path, headers = request.url.raw_path.decode(), dict(request.headers)
    given = Client().generic(request.method, path, request.content, kind, headers=headers)
    return httpx.Response(given.status_code, headers=dict(given.items()), content=given.content)


def test_a_program_runs_a_whole_day(db, example, monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    in_an_hour = timezone.now() + datetime.timedelta(hours=1)
    user = make_user("program", may_create_events=True)
    _token, key = api_tokens.make(by=user, name="Day", scopes=list(Scope.values), ends_at=in_an_hour)
    monkeypatch.setattr(example.httpx, "Client", lambda **more: CLIENT(transport=httpx.MockTransport(answer), **more))
    example.main("http://localhost", key)
    event = Event.objects.get()
    assert event.visibility == "provisional"
    assert Submission.objects.filter(sheet__round__event=event, channel="import").count() > 20
    assert "Grade 3: 1." in capsys.readouterr().out
    recounted = subprocess.run([sys.executable, RECOUNT, "event.json"], cwd=tmp_path, capture_output=True, text=True)
    assert recounted.returncode == 0, recounted.stdout
