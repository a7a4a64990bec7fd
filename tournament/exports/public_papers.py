"""The lines of the public export and what each counts as: the part from which points can be recounted."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from ..models import Entrant, Mark, Result, Round, Ruling
from ..rest.references import EntrantField
from ..rulings.api import label, ruling_facts, verdict_facts
from ..scoring.loader import AskedQuestion, EntrantInRound, Scoring
from ..scoring.what_if import CountedLine
from ..standings.points import Points


class PaperExport:
    """The papers of the rounds that may be shown, one round in memory at a time. Read `same_methods` after `rows`."""

    def __init__(self, rounds: list[Round], everyone: list[Entrant]):
        self.rounds, self.everyone, self.named = rounds, everyone, EntrantField().to_representation
        given = Ruling.objects.filter(puzzle__round__in=rounds).order_by("pk").values_list("pk", flat=True)
        self.ruling = {pk: at for at, pk in enumerate(given, start=1)}
        self.shown: dict[tuple[int, tuple[int, ...]], dict[str, str]] = defaultdict(dict)

    def rows(self) -> Iterator[dict]:
        for round_ in self.rounds:
            yield from self._of(round_)

    def same_methods(self) -> Iterator[dict]:
        """Groups of methods that count once by a judge's ruling or the event's policy, by puzzle."""
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
            paper = EntrantInRound(round_.pk, entrant.pk)
            lines = scoring.by_paper.get(paper, [])
            result = points.results.get(paper)
            if lines or result or paper in points.waiting:
                waiting = paper in points.waiting or result is None
                row: dict[str, Any] = {"round": round_.position, "entrant": self.named(entrant), "waiting": waiting}
                if result:
                    row |= {"points": result.points, "bonus": result.bonus, "methods": result.methods}
                share = {} if waiting else {each["line"]: each for each in shares[entrant.pk]}
                question = None if waiting else scoring.asked.get((round_.pk, entrant.plays_in))
                row["provisional"] = waiting or result is None or result.provisional
                row["lines"] = [
                    {"sheet_number": numbers[line.sheet_id], **self._line(round_, question, line, share.get(line.pk))}
                    for line in lines
                ]
                yield row

    def _line(self, round_: Round, question: AskedQuestion | None, line: CountedLine, share: dict | None) -> dict:
        """One line. Without a question, which means it is not counted yet, only what was written."""
        row = {"box": line.box, "text": line.text, "mark": line.mark}
        if share:
            row |= {"points": share["points"], "code": share["code"]}
        return row | self._counts_as(round_, question, line) if question else row

    def _counts_as(self, round_: Round, question: AskedQuestion, line: CountedLine) -> dict:
        row: dict[str, Any] = {}
        ruling = question.marking.ruling_on(line)
        if ruling:
            row["ruling"] = {"number": self.ruling[ruling.pk], **ruling_facts(ruling)}
        # the same text may have been judged on another sheet, where it was not struck out
        judged = ruling is not None or line.mark == Mark.WRITTEN
        if judged and (verdict := question.marking.verdict_counted(line, ruling)):
            row["verdict"] = verdict_facts(verdict)
            if key := verdict.method_key:
                puzzle = round_.position, tuple(sorted(question.grades.values()))
                self.shown[puzzle][label(key)] = question.same.get(key, key)
        return row
