"""Twelve browsers undo a move of a very long game again and again, while somebody plays at another table."""

import itertools
import json
import threading
import time
from collections import Counter
from uuid import uuid4

from bench.drills.meanwhile import SLOWEST_P95, in_threads, p95

THREADS = 12
EVERY = 0.3  # seconds between two moves of the honest host, who has a rate too
BUSY = {429, 503}


def run(report, *, short: bool, seed: int) -> None:
    from bench import machine
    from bench.running import House

    seconds, answers, lock = (6 if short else 30), Counter[int](), threading.Lock()
    moves = 3_000 if short else 12_000
    long_table, about = long_game(moves)
    honest_table = new_game()
    with House() as house:
        undoing = [Player(house.port, long_table) for _ in range(THREADS)]
        honest, took, wrong = Player(house.port, honest_table), list[float](), list[int]()
        kinds = itertools.cycle(("pause", "resume"))

        def undo(number: int) -> None:
            status = undoing[number].move("undo", {"about": about})
            with lock:
                answers[status] += 1
            time.sleep(0.05)  # otherwise the program that attacks takes the machine, and not what it sends

        def play(end: float) -> None:
            while time.monotonic() < end:
                time.sleep(EVERY)
                began = time.perf_counter()
                status = honest.move(next(kinds), {})
                took.append(time.perf_counter() - began)
                wrong.extend([status] * (status != 200))

        play(time.monotonic() + 2)
        stretch, calm = max(1.0, machine.stretch(0.3)), p95(took)
        in_threads(THREADS, undo, 3)  # until each process has read the long game
        took.clear()
        playing = threading.Thread(target=play, args=(time.monotonic() + seconds,))
        playing.start()
        in_threads(THREADS, undo, seconds)
        playing.join()
        ended = undoing[0].move("end", {})
    stretch = max(stretch, machine.stretch(0.3))
    shown = ", ".join(f"{count} got {status}" for status, count in sorted(answers.items()))
    report.say(f"{sum(answers.values())} undos at a table of {moves:,} moves, {THREADS} at a time: {shown}")
    report.say(f"before, a move at another table took {calm * 1e3:.0f} ms (p95); {machine.description()}")
    slow, most = p95(took), SLOWEST_P95 * stretch
    report.promise(set(answers) <= {200, *BUSY} and answers[200] > 0, "each undo was done, or told to come back")
    report.promise(
        slow < most,
        f"of {len(took)} moves at another table each took less than {most * 1e3:.0f} ms (p95 {slow * 1e3:.0f} ms)",
    )
    report.promise(not wrong, "each of these moves was stored")
    report.promise(ended == 200, "the long game could be ended")


def new_game() -> tuple[str, str]:
    """The code of a Duel of two players that has begun, and the secret of its host."""
    from tournament.game_tables import actions
    from tournament.moves.recording import Sent, now, record

    table, secret = actions.open_table(by=None, game="duel", settings={})
    for name in ("Ana", "Ben"):
        actions.join(table=table, name=name, by_host=True)
    record(table, Sent("begin", "host", None, {}, uuid4().hex, now()))
    return table.code, secret


def long_game(moves: int) -> tuple[tuple[str, str], int]:
    """Another one with so many moves, and the number of a turn in it."""
    from tournament.models import Table, TableMove
    from tournament.moves.recording import Sent, now, record

    code, secret = new_game()
    table = Table.objects.get(code=code)
    about = record(table, Sent("turn", "host", 1, {"text": "nothing"}, uuid4().hex, now())).move.number
    at = now() - 60_000
    rows = [
        TableMove(
            table=table,
            number=number,
            kind=("pause", "resume")[number % 2],
            by="host",
            at=at,
            key=uuid4().hex,
            guarded=False,
        )
        for number in range(about + 1, moves + 1)
    ]
    TableMove.objects.bulk_create(rows, batch_size=500)
    Table.objects.filter(pk=table.pk).update(moves_made=moves, changes=moves)
    return (code, secret), about


class Player:
    """A browser that hosts a table, with one open connection."""

    def __init__(self, port: int, table: tuple[str, str]):
        from bench.volunteers import Volunteer

        self.code, secret = table
        self.browser = Volunteer(port, "", "")
        self.browser.cookies = {"csrftoken": "c" * 32, "host": secret}

    def move(self, kind: str, facts: dict) -> int:
        """The status of the answer; 0 without one."""
        from bench.volunteers import Unreachable

        body = json.dumps({"kind": kind, "facts": facts, "key": uuid4().hex, "as": "host"}).encode()
        try:
            return self.browser.send(f"/play/{self.code}/moves/", body)[0]
        except Unreachable:
            return 0
