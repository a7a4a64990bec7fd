"""A re-score of 1,000 players with 100 lines each: how long computing and applying it take, and how long a reader
waits meanwhile.

On SQLite and PostgreSQL; `--players` and `--lines` make it smaller. The lines are those of the demo; about a quarter of
the texts are new.
"""

import argparse
import random
import statistics
import threading
from collections.abc import Callable, Collection
from time import perf_counter, sleep

BOXES = 10


def main() -> None:
    from bench.databases import on_each

    on_each("bench.rescoring")


def measure() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    parser = argparse.ArgumentParser()
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--lines", type=int, default=100)
    chosen = parser.parse_args()
    call_command("migrate", verbosity=0)
    report(*made(chosen.players, chosen.lines))


def made(players: int, lines: int):
    """An event with one round of ten boxes in marking, made past the actions; its sheets are judged and scored."""
    import datetime

    from django.contrib.auth.hashers import make_password

    from tournament.demo.puzzles import puzzle
    from tournament.models import DivisionPuzzle, Puzzle, PuzzleVersion, Round, User
    from tournament.organiser import actions as events
    from tournament.rounds import actions as rounds

    by = User.objects.create(username="bench", password=make_password(None), may_create_events=True)
    event = events.create(by=by, name="Bench", slug="bench", held_on=datetime.date(2026, 5, 9), grades=[5])
    round_ = rounds.add(by=by, event=event, format_slug="one_to_many")
    boxes = puzzle(round_, 5, random.Random(1))
    asked = Puzzle.objects.create(round=round_)
    asked.active = PuzzleVersion.objects.create(
        puzzle=asked, number=1, boxes=[box.export() for box in boxes], made_by=by
    )
    asked.save()
    DivisionPuzzle.objects.create(round=round_, division=event.divisions.get(), puzzle=asked)
    Round.objects.filter(pk=round_.pk).update(status="marking")
    round_.refresh_from_db()
    _fill(event, round_, asked, by, players, lines)
    return event, round_, asked, by


def _fill(event, round_, asked, by, players: int, lines: int) -> None:
    from bench.hall import add_players, type_sheets
    from tournament.models import Result
    from tournament.scoring.loader import Scoring
    from tournament.scoring.worker import as_result, judge_missing

    entrants = add_players(event, players)
    written = type_sheets(round_, entrants, by, asked.version.read_boxes(), lines)
    scoring = Scoring([round_])
    texts = judge_missing(scoring)
    Result.objects.bulk_create(
        (Result(round=round_, entrant_id=entrant, **as_result(worth)) for (_round, entrant), worth in scoring.scores()),
        batch_size=100,
    )
    print(f"{len(entrants)} sheets, {written} lines, {texts} different texts in their boxes", flush=True)


def report(event, round_, puzzle, by, chosen: Collection[str] = ()) -> None:
    """Work each change out and apply it, or the `chosen` ones."""
    from judging.games.paper import Box
    from tournament.rescoring import actions as rescores, checks as proposals

    boxes = puzzle.version.read_boxes()
    other_target = tuple(
        Box(box.label, box.numbers, box.target + 1) if at == 0 else box for at, box in enumerate(boxes)
    )
    other_numbers = tuple(Box(box.label, (*box.numbers[:-1], box.numbers[-1] % 9 + 1), box.target) for box in boxes)
    cases: dict[str, Callable[[], object]] = {
        "a box made void": lambda: proposals.void(by=by, puzzle=puzzle, boxes=[3]),
        "another target": lambda: proposals.puzzle(by=by, puzzle=puzzle, boxes=other_target),
        "other numbers": lambda: proposals.puzzle(by=by, puzzle=puzzle, boxes=other_numbers),
        "another edition": lambda: proposals.edition(by=by, round_=round_, edition={"edition": "basic-24"}),
        "kin count once": lambda: proposals.near_duplicates(by=by, event=event, counts_as="same"),
    }
    print(f"   {'':18}{'worked out':>11}{'applied':>10}   a reader's slowest query (median)")
    quiet = Reader(event)
    with quiet:
        sleep(2)
    print(f"   {'nothing happens':18}{'':>21}   {quiet}")
    for name in chosen or cases:
        change = cases[name]
        puzzle.refresh_from_db(), event.refresh_from_db(), round_.refresh_from_db()
        meant = change()
        with Reader(event) as reader:
            began = perf_counter()
            rescore = rescores.propose(by=by, event=event, changes=[meant], reason="bench")
            worked_out = perf_counter() - began
            began = perf_counter()
            rescores.apply(by=by, rescore=rescore)
            applied = perf_counter() - began
        print(f"   {name:18}{worked_out:9.2f} s{applied:8.2f} s   {reader}", flush=True)


class Reader:
    """Another process that reads the points of a player again and again."""

    def __init__(self, event):
        self.event, self.waits, self.stop = event, [], threading.Event()

    def __enter__(self) -> "Reader":
        import multiprocessing

        context = multiprocessing.get_context("spawn")
        self.ours, child_end = context.Pipe()
        self.process = context.Process(target=_read_on, args=(child_end, self.event.pk))
        self.process.start()
        self.ours.recv()
        return self

    def __exit__(self, *_error) -> None:
        self.ours.send("stop")
        self.waits = self.ours.recv()
        self.process.join()

    def __str__(self) -> str:
        return (
            f"{max(self.waits) * 1000:6.0f} ms ({statistics.median(self.waits) * 1000:.1f} ms), {len(self.waits)} reads"
        )


def _read_on(pipe, event_id: int) -> None:
    import django

    django.setup()
    from tournament.models import Entrant, Result

    entrants = list(Entrant.objects.filter(event=event_id, player__isnull=False).values_list("pk", flat=True))
    waits, at = [], 0
    pipe.send("ready")
    while not pipe.poll():
        began = perf_counter()
        list(Result.objects.in_force().filter(entrant=entrants[at % len(entrants)]).values_list("points"))
        waits.append(perf_counter() - began)
        at += 1
        sleep(0.005)
    pipe.send(waits)


if __name__ == "__main__":
    measure()
