"""Rows -> answers: what each recorded line counts as, after its verdict and any ruling."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from judging.language.verdict import ENGINE_VERSION

from judging.games.paper import Answer, Box

from ..models import Mark, PuzzleVersion, Round, Ruling, Submission, Verdict
from ..texts import digest

Place = tuple[int, str]  # box and digest of the text


@dataclass(frozen=True)
class Bench:
    """Everything needed to say what the lines of one puzzle count as: verdicts and rulings in force."""

    boxes: tuple[Box, ...]
    verdicts: dict[Place, Verdict]
    rulings: tuple[Ruling, ...]

    def ruling_on(self, line: Submission) -> Ruling | None:
        """The ruling in force: the latest that names this line, or its box, text and mark. None where it was withdrawn."""
        for ruling in reversed(self.rulings):
            if applies(ruling, line):
                return None if ruling.counts_as == Ruling.CountsAs.WITHDRAWN else ruling
        return None

    def verdict_on(self, line: Submission) -> Verdict | None:
        return self.verdicts.get((line.box, line.digest))

    def answer(self, line: Submission) -> Answer:
        if ruling := self.ruling_on(line):
            return self._ruled(line, ruling)
        if line.mark in {Mark.STRUCK_OUT, Mark.BLANK}:
            return Answer(line.pk, line.box, "nothing", note=_MARK_NOTES[line.mark])
        if line.mark == Mark.ILLEGIBLE:
            return Answer(line.pk, line.box, "pending", note="Illegible: a judge will look at the paper.")
        return self._judged(line, self.verdict_on(line))

    def _ruled(self, line: Submission, ruling: Ruling) -> Answer:
        if ruling.counts_as == Ruling.CountsAs.NOTHING:
            return Answer(line.pk, line.box, "nothing", note="Ruled out by a judge.")
        if ruling.counts_as == Ruling.CountsAs.METHOD:
            return self._judged(line, self.verdicts.get((line.box, digest(ruling.method))))
        value = Fraction(ruling.value)
        distance = math.ceil(abs(value - self.boxes[line.box].target))
        return Answer(
            line.pk,
            line.box,
            "judged",
            on_target=distance == 0,
            distance=distance,
            value=value,
            method=f"ruling {ruling.pk}",
        )

    @staticmethod
    def _judged(line: Submission, verdict: Verdict | None) -> Answer:
        if verdict is None:
            return Answer(line.pk, line.box, "pending", note="Not judged yet.")
        if verdict.outcome == Verdict.Outcome.NEEDS_RULING:
            return Answer(line.pk, line.box, "pending", note="Waits for a judge.")
        if verdict.outcome == Verdict.Outcome.REFUSED:
            return Answer(line.pk, line.box, "nothing", note=verdict.reasons[0]["message"])
        return Answer(
            line.pk,
            line.box,
            "judged",
            on_target=bool(verdict.on_target),
            distance=int(verdict.distance_up),
            method=verdict.method_key,
            shown=verdict.value,
        )


_MARK_NOTES = {Mark.STRUCK_OUT: "Struck out on the paper.", Mark.BLANK: "Nothing was written."}


def applies(ruling: Ruling, line: Submission) -> bool:
    if ruling.submission_id is not None:
        return ruling.submission_id == line.pk
    if line.mark == Mark.ILLEGIBLE:  # nobody could read it, so an equal text says nothing
        return False
    return (ruling.box, ruling.digest, ruling.mark) == (line.box, line.digest, line.mark)


def bench(round_: Round, version: PuzzleVersion, lines: Iterable[Submission] | None = None) -> Bench:
    """The bench of a puzzle version; with `lines`, only the verdicts those lines (and rulings) can need."""
    rulings = tuple(Ruling.objects.filter(puzzle_id=version.puzzle_id))
    verdicts = Verdict.objects.filter(
        puzzle_version=version, engine=ENGINE_VERSION, edition=round_.edition_id
    )
    if lines is not None:
        methods = {digest(ruling.method) for ruling in rulings if ruling.method}
        verdicts = verdicts.filter(digest__in={line.digest for line in lines} | methods)
    return Bench(version.read_boxes(), {(each.box, each.digest): each for each in verdicts}, rulings)
