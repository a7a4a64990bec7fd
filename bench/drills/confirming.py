"""Fifty people confirm one sheet at the same instant, again and again: exactly one succeeds, the others are told so.

A sheet is *opened* to be typed (one person gets it), opened where two people type it *blind* (two get it), *settled*
where two readings differ (one person does it), and a new reading is *confirmed* (by one person). Threads with
connections of their own wait at a barrier, start together and call the actions that the pages call.
"""

import threading
import uuid
from collections import Counter
from collections.abc import Callable, Sequence
from time import perf_counter

PEOPLE = 50
TIMES = {"opened": 40, "blind": 20, "settled": 20, "confirmed": 200}
REFUSALS = {
    "opened": {"taken"},
    "blind": {"taken"},
    "settled": {"taken"},
    "confirmed": {"decided"},
}
WINNERS = {"opened": 1, "blind": 2, "settled": 1, "confirmed": 1}
Act = Callable[[int], object]


class Crowd:
    """People who act at the same instant, each with a database connection that they keep."""

    def __init__(self, count: int):
        self.begin, self.end = threading.Barrier(count + 1), threading.Barrier(count + 1)
        self.act: Act | None = None
        self.answers: list[object] = [None] * count
        self.threads = [threading.Thread(target=self._live, args=(at,), daemon=True) for at in range(count)]
        for thread in self.threads:
            thread.start()

    def _live(self, at: int) -> None:
        from django.db import connection

        connection.ensure_connection()
        while True:
            self.begin.wait()
            if self.act is None:
                connection.close()
                return
            try:
                self.answers[at] = self.act(at)
            except Exception as error:
                self.answers[at] = error
            self.end.wait()

    def act_together(self, act: Act) -> list[object]:
        """The outcome for each of them: a result, or an exception."""
        self.act = act
        self.begin.wait()
        self.end.wait()
        return list(self.answers)

    def leave(self) -> None:
        self.act = None
        self.begin.wait()
        for thread in self.threads:
            thread.join()


def run(report, *, short: bool, seed: int) -> None:
    people, times = (12, dict.fromkeys(TIMES, 4)) if short else (PEOPLE, TIMES)
    scenes = _scenes(people, times)
    crowd = Crowd(people)
    try:
        for name, scene in scenes.items():
            _play(report, name, crowd, scene, times[name])
    finally:
        crowd.leave()


def _play(report, name: str, crowd: Crowd, scene: Callable[[int], Act], times: int) -> None:
    from tournament.common.refusals import Refused

    wins: Counter = Counter()
    strange: list[str] = []
    slowest = 0.0
    for time in range(times):
        act = scene(time)
        began = perf_counter()
        answers = crowd.act_together(act)
        slowest = max(slowest, perf_counter() - began)
        wins[sum(not isinstance(each, Exception) for each in answers)] += 1
        strange += [
            repr(each)
            for each in answers
            if isinstance(each, Exception) and not (isinstance(each, Refused) and each.code in REFUSALS[name])
        ]
    wanted = WINNERS[name]
    outcomes = ", ".join(f"{count} times {winners}" for winners, count in sorted(wins.items()))
    report.promise(
        wins == {wanted: times} and not strange,
        f"{name}: of {len(crowd.answers)} at once, {wanted} won, {times} times ({outcomes}; the slowest was over after"
        f" {slowest * 1e3:.0f} ms; {len(strange)} not refused as they should{': ' + strange[0] if strange else ''})",
    )


def _scenes(people: int, times: dict[str, int]) -> dict[str, Callable[[int], Act]]:
    from bench import hall
    from tournament.keying import actions as keyings

    mark, single, blind = uuid.uuid4().hex[:6], times["opened"], times["blind"]
    confirmed_event = hall.make(
        f"once-{mark}", volunteers=people, players=single + times["confirmed"], organisers=people
    )
    twice = hall.make(f"twice-{mark}", volunteers=people + 2, players=blind + times["settled"], policy="twice")

    def opened(made, at: int, crew: Sequence) -> Act:
        return lambda who: keyings.open_sheet(by=crew[who], round_=made.round, entrant=made.entrants[at])

    def settled(at: int) -> Act:
        for keyer, text in zip(twice.volunteers[-2:], ("1 + 2", "7 + 2"), strict=True):
            _hand_in(twice, blind + at, keyer, text)
        return opened(twice, blind + at, twice.volunteers)

    return {
        "opened": lambda at: opened(confirmed_event, at, confirmed_event.volunteers),
        "blind": lambda at: opened(twice, at, twice.volunteers),
        "settled": settled,
        "confirmed": lambda at: _confirmed(confirmed_event, single + at),
    }


def _hand_in(made, at: int, keyer, text: str) -> None:
    from tournament.jobs import queue as jobs
    from tournament.keying import actions as keyings

    keying = keyings.open_sheet(by=keyer, round_=made.round, entrant=made.entrants[at])
    line = keyings.TypedLine(uuid.uuid4(), 0, 0, text, revision=1)
    with jobs.done_here():
        keyings.hand_in(by=keyer, keying=keying, lines=[line])


def _confirmed(made, at: int) -> Act:
    """A sheet that was typed, called back and typed anew, whose new reading is not confirmed yet."""
    from django.db.models import F

    from tournament.models import Keying, Sheet
    from tournament.rescoring import actions as rescores, checks as proposals

    chief, sheet = made.organisers[0], Sheet.objects.filter(entrant=made.entrants[at])
    _hand_in(made, at, made.volunteers[0], "1 + 2")
    sheet.update(turn=F("turn") + 1)  # it is called back
    _hand_in(made, at, made.volunteers[1], "7 + 2")
    proposed = Keying.objects.get(sheet=sheet.get(), state=Keying.State.PROPOSED)
    change = proposals.keying(by=chief, keying=proposed)
    rescore = rescores.propose(by=chief, event=made.event, changes=[change], reason="misread")
    return lambda who: rescores.apply(by=made.organisers[who], rescore=rescore)
