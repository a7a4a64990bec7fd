"""After an upgrade of the engine, what the earlier one judged is judged again; what was decided stays."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from judging.language.verdict import ENGINE_VERSION
from tournament.models import Event, Job, Result, Round, Verdict
from tournament.models.append_only import guard, unguard
from tournament.scoring import earlier_engines
from tournament.tasks import perform

pytestmark = pytest.mark.django_db


@pytest.fixture
def upgraded(round_24, entrant, hand_in, work_through):
    """A sheet worth 20 points, that the earlier engine found worth nothing."""
    hand_in(round_24, entrant, [(0, "1*2*3*4"), (1, "(6+6)*(5-3)")])
    work_through()
    unguard(connection)
    Verdict.objects.update(engine=str(int(ENGINE_VERSION) - 1), outcome="refused")
    guard(connection)
    Result.objects.update(points=0)
    earlier_engines._look.cache_clear()
    earlier_engines.ensure_next()
    return round_24


def engines() -> list[str]:
    return sorted(Verdict.objects.values_list("engine", flat=True))


def test_lines_of_an_open_round_are_judged_again_and_count(upgraded, work_through):
    assert [work_through(), work_through()] == [1, 1]  # the round, then its sheet
    assert engines() == [str(int(ENGINE_VERSION) - 1)] * 2 + [ENGINE_VERSION] * 2
    assert Result.objects.get().points == 20
    call_command("rescore", check=True)


@pytest.mark.parametrize(
    ("table", "state"), [(Round, {"status": Round.Status.FINAL}), (Event, {"archived_at": timezone.now()})]
)
def test_decided_points_stay_and_the_check_names_the_difference(upgraded, work_through, capsys, table, state):
    table.objects.update(**state)
    work_through()
    assert engines()[-1] == ENGINE_VERSION
    assert Result.objects.get().points == 0
    with pytest.raises(SystemExit):
        call_command("rescore", check=True)
    assert "stored 0, worked out 20" in capsys.readouterr().out


def test_what_takes_long_is_done_in_several_jobs(upgraded, monkeypatch):
    monkeypatch.setattr(earlier_engines, "TOGETHER", 1)
    monkeypatch.setattr(earlier_engines, "TIME_PER_JOB", -1)
    for _job in range(2):
        assert perform(Job.objects.get(kind=Job.JUDGE_AGAIN, state=Job.State.WAITING).pk) == 1
    assert engines().count(ENGINE_VERSION) == 2
    assert not Job.objects.filter(kind=Job.JUDGE_AGAIN, state=Job.State.WAITING).exists()


def test_nobody_looks_again_once_all_is_judged(upgraded, work_through):
    work_through()
    Job.objects.all().delete()
    earlier_engines._look.cache_clear()
    earlier_engines.ensure_next()
    assert not Job.objects.exists()
