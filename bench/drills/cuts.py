"""Applying a re-score is killed with SIGKILL after each of its statements.

Promises: the standings are byte for byte the old or the new ones, every stored result is what the record gives, and
trying again completes it. A forked child applies the re-score, and a wrapper around its statements kills it; after the
last one it dies before its commit. Then further children are killed from outside at seeded moments, so that some die
during a commit or after it.
"""

import os
import random
import signal
import time
import uuid
from collections import Counter
from collections.abc import Iterable

from django.db import connection, connections

from tournament.organiser import round_steps

LINES = 6


def run(report, *, short: bool, seed: int) -> None:
    scene = Scene(players=4 if short else 24)
    count = scene.statements()
    chosen = sorted({*range(1, count + 1, 9 if short else 1), count})
    _report(report, f"killed after statement 1 to {count}", (scene.cut(statement=at) for at in chosen))
    chance, took = random.Random(seed), scene.seconds()
    moments = [chance.uniform(0, 1.2 * took) for _ in range(3 if short else 60)]
    label = f"killed from outside within {1.2 * took * 1e3:.0f} ms"
    _report(report, label, (scene.cut(moment=each) for each in moments))


def _report(report, label: str, cuts: Iterable[tuple[str, str]]) -> None:
    """Report a promise about the children: what each left behind, and what was wrong."""
    left: Counter = Counter()
    wrong = []
    for outcome, trouble in cuts:
        left[outcome] += 1
        wrong += [trouble] if trouble else []
    outcomes = ", ".join(f"{number} {outcome}" for outcome, number in sorted(left.items()))
    report.promise(
        not wrong,
        f"{label}: the standings are the old or the new ones, and a retry completes ({outcomes}){''.join(wrong[:1])}",
    )


class Scene:
    """An event with a final round, and a re-score of it that is applied again and again."""

    def __init__(self, players: int):
        from bench import hall

        self.made = hall.make(f"cuts-{uuid.uuid4().hex[:6]}", volunteers=1, players=players)
        self.by = self.made.organisers[0]
        self._play()
        self.old = self.bytes()
        self.rescore = self._propose()
        self.new = b""
        self.apply()
        self.new = self.bytes()
        assert self.old != self.new
        self.put_back()

    def _play(self) -> None:
        from tournament.demo.handwriting import KnownMethods, line
        from tournament.jobs import queue as jobs
        from tournament.keying import actions as keyings
        from tournament.models import Job
        from tournament.tasks import perform

        chance = random.Random(3)
        known = [KnownMethods(box, chance) for box in self.made.boxes]
        with jobs.done_here():
            for entrant in self.made.entrants:
                keying = keyings.open_sheet(by=self.by, round_=self.made.round, entrant=entrant)
                written = [(at % len(known), *line(known[at % len(known)], 0.8, chance, [])) for at in range(LINES)]
                lines = [
                    keyings.TypedLine(uuid.uuid4(), box, at, text, mark, revision=1)
                    for at, (box, text, mark) in enumerate(written)
                ]
                keyings.hand_in(by=self.by, keying=keying, lines=lines)
            for job in Job.objects.filter(state=Job.State.WAITING):
                perform(job.pk)
            round_steps.move(by=self.by, round_=self.made.round, status="final", anyway=True)

    def _propose(self):
        from tournament.rescoring import actions as rescores, checks as proposals

        void = proposals.void(by=self.by, puzzle=self.made.round.puzzles.get(), boxes=[0, 1])
        return rescores.propose(by=self.by, event=self.made.event, changes=[void], reason="misprinted")

    def apply(self) -> None:
        from tournament.rescoring import actions as rescores

        rescores.apply(by=self.by, rescore=self.rescore)

    def put_back(self) -> None:
        """Undo what is applied; it then waits to be applied again."""
        from tournament.rescoring import actions as rescores

        back = rescores.reverse(by=self.by, rescore=self.rescore, reason="back")
        rescores.apply(by=self.by, rescore=back)
        assert self.bytes() == self.old
        self.rescore = self._propose()

    def bytes(self) -> bytes:
        """Everything that pages show of the standings, and every result that counts."""
        from tournament.models import Event, Result
        from tournament.standings.standings import standings_tables

        event = Event.objects.get(pk=self.made.event.pk)
        shown = [
            [(each.name, each.ranked.place, each.total, each.cells) for each in table.everyone]
            for table in standings_tables(event).values()
        ]
        results = Result.objects.in_force().filter(round__event=event).order_by("round", "entrant")
        held = list(results.values_list("round", "entrant", "points", "bonus", "provisional", "lines"))
        return repr((shown, held)).encode()

    def statements(self) -> int:
        """The number of statements that applying takes; undoes it."""
        count = 0

        def counted(execute, *statement):
            nonlocal count
            count += 1
            return execute(*statement)

        with connection.execute_wrapper(counted):
            self.apply()
        self.put_back()
        return count

    def seconds(self) -> float:
        """The seconds that a child needs to apply it; undoes it."""
        child, ready = self._child(None)
        os.read(ready, 1)
        began = time.perf_counter()
        os.waitpid(child, 0)
        os.close(ready)
        took = time.perf_counter() - began
        self.put_back()
        return took

    def cut(self, statement: int | None = None, moment: float = 0) -> tuple[str, str]:
        """Apply in a child that is killed. Returns the standings that hold then, and what was wrong; it waits again."""
        child, ready = self._child(statement)
        os.read(ready, 1)
        if statement is None:
            time.sleep(moment)
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        os.close(ready)
        wrong = self._wrong()
        if statement and not os.WIFSIGNALED(status):
            wrong += f" It was not killed after statement {statement}."
        outcome = "new" if self.bytes() == self.new else "old"
        self.apply()  # once more, as people do: now it is applied, or it already was
        if self.bytes() != self.new:
            wrong += " Trying again does not give the new standings."
        self.put_back()
        return outcome, wrong

    def _child(self, statement: int | None) -> tuple[int, int]:
        """A process that applies and kills itself after this statement: its id, and a pipe that says when it begins."""
        connections.close_all()  # or the child would close our connection to the server
        ready, says = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                connection.ensure_connection()
                os.write(says, b"!")
                with connection.execute_wrapper(_killer(statement)):
                    self.apply()
            finally:
                os._exit(0)
        os.close(says)
        return child, ready

    def _wrong(self) -> str:
        from tournament.models import Event
        from tournament.scoring.stored_points import differences

        if self.bytes() not in (self.old, self.new):
            return " The standings are neither the old nor the new ones."
        different = list(differences(Event.objects.get(pk=self.made.event.pk)))
        return f" Stored results differ from the record: {different[0]}." if different else ""


def _killer(statement: int | None):
    count = 0

    def execute_and_die(execute, *what):
        nonlocal count
        count += 1
        done = execute(*what)
        if count == statement:
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    return execute_and_die
