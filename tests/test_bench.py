"""`make bench` names the benchmarks that failed and goes on; its sheets have different codes."""

import itertools
import random

import pytest

import bench
from bench import rescoring
from bench.__main__ import main
from bench.databases import on_each
from tournament.common import sheet_codes
from tournament.models import Sheet


@pytest.fixture
def benchmarks(tmp_path, monkeypatch):
    """run(*names) -> the message at the run's end. `breaks`, `leaves` and `well` can be run."""
    (tmp_path / "breaks.py").write_text("def main(): raise ValueError('no more paper')")
    (tmp_path / "leaves.py").write_text("def main(): raise SystemExit('no database')")
    (tmp_path / "well.py").write_text("def main(): print('all is well')")
    monkeypatch.setattr(bench, "__path__", [*bench.__path__, str(tmp_path)])

    def run(*names: str) -> str | None:
        monkeypatch.setattr("sys.argv", ["bench", *names])
        try:
            main()
        except SystemExit as ended:
            return ended.code
        return None

    return run


def test_benchmarks_that_fail_are_named_and_the_next_ones_run(benchmarks, capfd):
    assert benchmarks("breaks", "leaves", "well") == "Failed: breaks, leaves"
    said, traceback = capfd.readouterr()
    assert ("leaves failed: no database" in said, "all is well" in said) == (True, True)
    assert "ValueError: no more paper" in traceback


def test_when_all_end_well_the_run_does(benchmarks):
    assert benchmarks("well") is None


def test_a_benchmark_that_fails_on_sqlite_still_runs_on_postgresql(capfd, monkeypatch):
    monkeypatch.setattr("bench.databases.new_postgresql", lambda: "postgresql://localhost/none")
    with pytest.raises(SystemExit) as ended:
        on_each("bench.no_such_benchmark")
    assert ended.value.code == "bench.no_such_benchmark on SQLite and PostgreSQL"


@pytest.mark.django_db
def test_the_sheets_of_the_re_score_get_codes_that_differ_where_chance_repeats_itself(monkeypatch):
    by_chance = random.Random(1)
    drawn = itertools.chain(["K7M4RXF"] * 3, iter(lambda: sheet_codes.new_code(by_chance), None))
    monkeypatch.setattr("tournament.sheets.actions.new_code", lambda chance: next(drawn))
    monkeypatch.setattr("tournament.models.sheets.new_code", lambda chance: next(drawn))
    rescoring.made(players=4, lines=1)
    assert Sheet.objects.values("code").distinct().count() == 4
