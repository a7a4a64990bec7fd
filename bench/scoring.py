"""How long the demo event takes from its lines to its points, beside parsing the same texts with `ast.parse`.

The event is loaded into a database of its own (SQLite in memory) and its verdicts and results are deleted. Then the
worker's own functions do the work again: judge each text, store the verdicts, compute the results, with as many sheets
together as the worker takes. At the end whole jobs go through broker and worker (`bench.whole_jobs`).
"""

import ast
import io
import os
import statistics
from collections.abc import Callable
from time import process_time

from bench.databases import on_each

ROUNDS = 3


def main() -> None:
    os.environ["DATABASE_URL"] = "sqlite://:memory:"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    seconds = _timed(lambda: call_command("demo", verbosity=0, stdout=io.StringIO()))
    _report(seconds)
    on_each("bench.whole_jobs", check=False)


def _timed(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


def _report(load_seconds: float) -> None:
    from tournament.models import Submission

    texts = list(Submission.objects.values_list("text", flat=True))
    runs = [_from_raw_lines() for _ in range(ROUNDS)]
    judging = statistics.median(run[0] for run in runs)
    scoring = statistics.median(run[1] for run in runs)
    parsing = statistics.median(_timed(lambda: [_parsed(text) for text in texts]) for _ in range(ROUNDS))
    different, sheets = runs[0][2], runs[0][3]
    print(f"demo event: {len(texts)} lines, {different} different texts in their boxes, {sheets} sheets")
    print(f"  loaded through the actions, once      {load_seconds:8.2f} s")
    print(f"  judge every different text, store     {judging:8.2f} s   {different / judging:10.0f} texts/s")
    print(f"  points of every sheet from the record {scoring:8.2f} s   {sheets / scoring:10.0f} sheets/s")
    print(f"  yardstick: ast.parse of every line    {parsing:8.2f} s   {len(texts) / parsing:10.0f} lines/s")


def _parsed(text: str) -> bool:
    try:
        ast.parse(text, mode="eval")
    except (SyntaxError, ValueError):
        return False
    return True


def _from_raw_lines() -> tuple[float, float, int, int]:
    """Seconds to judge, seconds to score, and the numbers of verdicts and sheets."""
    from django.db import connection

    from tournament.jobs.queue import BATCH
    from tournament.models import Keying, Result, Round, Sheet, Verdict
    from tournament.models.append_only import guard, unguard
    from tournament.scoring.loader import EntrantInRound, Scoring
    from tournament.scoring.worker import judge_missing, work_out

    unguard(connection)
    Verdict.objects.all().delete()
    Result.objects.all().delete()
    guard(connection)
    sheets = Sheet.objects.filter(keyings__state=Keying.State.AGREED).order_by("pk")
    papers = [EntrantInRound(*ids) for ids in sheets.values_list("round_id", "entrant_id")]
    batches = [papers[at : at + BATCH] for at in range(0, len(papers), BATCH)]
    judging = _timed(lambda: judge_missing(Scoring(Round.objects.select_related("event"))))
    scoring = _timed(lambda: [work_out(set(batch)) for batch in batches])
    return judging, scoring, Verdict.objects.count(), len(papers)
