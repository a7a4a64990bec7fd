"""What was written, and what each line counts as: the part of the public export that points are counted from."""

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from ..models import Entrant, Mark, Result, Round, Ruling, Verdict
from ..record.points import Points
from ..record.scoring import Question, Scoring
from ..record.what_if import Line


def label(method_key: str) -> str:
    """Stands for a method key: equal for two methods of which one counts, and short."""
    return hashlib.sha256(method_key.encode()).hexdigest()[:20]


class Papers:
    """The papers of the rounds that may be shown, one round in memory at a time.

    `same_methods` speaks of the methods that `rows` has shown, so it is read after them.
    """

    def __init__(self, rounds: list[Round], everyone: list[Entrant], names: Mapping[int, str]):
        self.rounds, self.everyone, self.names = rounds, everyone, names
        given = Ruling.objects.filter(puzzle__round__in=rounds).order_by("pk").values_list("pk", flat=True)
        self.ruling = {pk: f"ruling {at}" for at, pk in enumerate(given, start=1)}
        self.shown: dict[tuple[int, tuple[int, ...]], dict[str, str]] = defaultdict(dict)

    def rows(self) -> Iterator[dict]:
        for round_ in self.rounds:
            yield from self._of(round_)

    def same_methods(self) -> Iterator[dict]:
        """Groups of methods that count once, puzzle by puzzle: those that judges or the event's policy joined."""
        for (position, grades), counts_as in sorted(self.shown.items()):
            groups: dict[str, list[str]] = defaultdict(list)
            for method, leader in counts_as.items():
                groups[leader].append(method)
            for methods in sorted(sorted(group) for group in groups.values() if len(group) > 1):
                yield {"round": position, "grades": list(grades), "methods": methods}

    def _of(self, round_: Round) -> Iterator[dict]:
        scoring, points = Scoring([round_]), Points([round_], self.everyone)
        numbers = dict(round_.sheets.values_list("pk", "number"))
        results = Result.objects.in_force().filter(round=round_)
        shares = dict(results.values_list("entrant", "lines").iterator())
        for entrant in self.everyone:
            place, lines = (entrant.pk, round_.pk), scoring.by_seat.get((round_.pk, entrant.pk), [])
            if lines or place in points.results or place in points.waiting:
                waiting = place in points.waiting or place not in points.results
                said = {"round": round_.position, "entrant": self.names[entrant.pk], "waiting": waiting}
                if result := points.results.get(place):
                    said |= {
                        "points": result.points,
                        "bonus": {"points": result.bonus},
                        "methods": result.methods,
                    }
                share = {} if waiting else {each["line"]: each for each in shares[entrant.pk]}
                asked = None if waiting else scoring.asked.get((round_.pk, entrant.division_id))
                said["provisional"] = waiting or result.provisional
                said["lines"] = [
                    {"sheet": numbers[line.sheet_id], **self._line(round_, asked, line, share.get(line.pk))}
                    for line in lines
                ]
                yield said

    def _line(self, round_: Round, asked: Question | None, line: Line, share: dict | None) -> dict:
        """A line that still waits to be counted is shown as it was written and no more."""
        said = {"box": line.box + 1, "text": line.text, "mark": line.mark}
        if share:
            said |= {"points": share["points"], "code": share["code"]}
        return said | self._counts_as(round_, asked, line) if asked else said

    def _counts_as(self, round_: Round, asked: Question, line: Line) -> dict:
        said: dict[str, Any] = {}
        ruling = asked.on.ruling_on(line)
        if ruling:
            said["ruling"] = {"ruling": self.ruling[ruling.pk], **_ruling(ruling)}
        # a text that was struck out here may have been judged where it was not
        judged = ruling is not None or line.mark == Mark.WRITTEN
        if judged and (verdict := asked.on.verdict_counted(line, ruling)):
            said["verdict"] = _verdict(verdict)
            if key := verdict.method_key:
                puzzle = round_.position, tuple(sorted(asked.grades.values()))
                self.shown[puzzle][label(key)] = asked.same.get(key, key)
        return said


def _ruling(ruling: Ruling) -> dict:
    said = {"counts_as": ruling.counts_as, "reason": ruling.reason}
    if ruling.method:
        said["method"] = ruling.method
    if ruling.value:
        said["value"] = ruling.value
    return said


def _verdict(verdict: Verdict) -> dict:
    """What the engine says, in five words. `distance` is rounded up (NT-HT-4)."""
    said: dict[str, Any] = {"outcome": verdict.outcome}
    if verdict.outcome == Verdict.Outcome.ACCEPTED:
        said |= {
            "value": verdict.value,
            "on_target": bool(verdict.on_target),
            "distance": None if verdict.distance_up is None else int(verdict.distance_up),
            "method": label(verdict.method_key),
        }
    return said
