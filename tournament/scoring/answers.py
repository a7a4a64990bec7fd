"""Rows -> answers: what each recorded line counts as, after its verdict and any ruling."""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from judging.games.paper import Box, LineAnswer
from judging.games.paper.marking import HIT_CODES
from judging.language.evaluation.legality import VerdictReason
from judging.messages import message

from ..common.line_text import digest
from ..models import Mark, Ruling, Verdict
from .equal_answers import Answers, BoxText
from .rulings import AnyLine, RulingsInForce

BY_RULING = "ruled_same"
SAME_CODES = {"same", BY_RULING}  # codes of shares: by the rules, or by the judges' word
# code of a line's share -> its outcome; a code of HIT_CODES is on target
OUTCOMES = {
    **dict.fromkeys(("same", "ruled_same", "made"), "counts_once"),
    **dict.fromkeys(("nothing", "void", "no_box"), "does_not_count"),
    "pending": "pending",
}


def outcome(code: str) -> str:
    """The outcome of a line with this code of its share: on_target, off_target, counts_once, does_not_count or
    pending."""
    return "on_target" if code in HIT_CODES else OUTCOMES.get(code, "off_target")


@dataclass(frozen=True)
class MarkingContext:
    """Everything needed to say what the lines of one puzzle count as: verdicts, and rulings in the order given."""

    boxes: tuple[Box, ...]
    verdicts: dict[BoxText, Verdict]
    rulings: tuple[Ruling, ...]

    @cached_property
    def answers(self) -> Answers:
        return Answers(self.verdicts)

    @cached_property
    def _standing(self) -> RulingsInForce:
        return RulingsInForce(self.rulings, self.answers)

    @cached_property
    def _answers_ruled_on(self) -> set[tuple]:
        return {(each.box, self.answers.of(each)) for each in self.rulings}

    def was_ruled_on(self, line: AnyLine) -> bool:
        """Whether a ruling speaks of this answer, perhaps on another sheet."""
        return (line.box, self.answers.of(line)) in self._answers_ruled_on

    def ruling_on(self, line: AnyLine) -> Ruling | None:
        """The ruling in force: the latest that speaks of this line. None where there is none or it was withdrawn."""
        return self._standing.in_force_on(line) if self.rulings else None

    def verdict_on(self, line: AnyLine) -> Verdict | None:
        return self.verdicts.get((line.box, line.digest))

    def verdict_counted(self, line: AnyLine, ruling: Ruling | None) -> Verdict | None:
        """The verdict on what the line counts as: on the method that a judge named, or on its own text."""
        if ruling is None:
            return self.verdict_on(line)
        return self.verdicts.get((line.box, digest(ruling.method))) if ruling.method else None

    def tag(self, line: AnyLine, code: str, scored: int | None) -> str:
        """The tag of a line whose share has this code and these points, the same for judges, coaches and families: its
        `outcome`, its mark, or `needs_ruling`. Only a line with points is tagged `on_target`."""
        landed = outcome(code)
        if not self.ruling_on(line):
            verdict = self.verdict_on(line)
            if line.mark != Mark.WRITTEN:
                return line.mark
            if landed in {"does_not_count", "pending"} and verdict and verdict.is_unreadable:
                return "unreadable"
            if landed == "pending" and verdict and verdict.outcome == Verdict.Outcome.NEEDS_RULING:
                return "needs_ruling"
        return "on_target_unscored" if landed == "on_target" and not scored else landed

    def answer(self, line: AnyLine) -> LineAnswer:
        if ruling := self.ruling_on(line):
            return self._ruled(line, ruling)
        if line.mark in {Mark.STRUCK_OUT, Mark.BLANK, Mark.SHEET_LOST}:
            return LineAnswer(line.pk, line.box, "nothing", note=message(line.mark))
        if line.mark == Mark.ILLEGIBLE:
            return LineAnswer(line.pk, line.box, "pending", note=message(line.mark))
        return self._judged(line, self.verdict_on(line))

    def _ruled(self, line: AnyLine, ruling: Ruling) -> LineAnswer:
        if ruling.counts_as == Ruling.CountsAs.NOTHING:
            return LineAnswer(line.pk, line.box, "nothing", note=message("ruled_out"))
        if ruling.counts_as == Ruling.CountsAs.METHOD:
            return self._judged(line, self.verdicts.get((line.box, digest(ruling.method))))
        return self.worth(line, Fraction(ruling.value), method=f"ruling {ruling.pk}")

    def worth(self, line: AnyLine, value: Fraction, method: str) -> LineAnswer:
        """The line as a method with this key and value."""
        distance = math.ceil(abs(value - self.boxes[line.box].target))
        return LineAnswer(
            line.pk, line.box, "judged", on_target=distance == 0, distance=distance, value=value, method=method
        )

    def _judged(self, line: AnyLine, verdict: Verdict | None) -> LineAnswer:
        if verdict is None:
            return LineAnswer(line.pk, line.box, "pending", note=message("not_judged"))
        place = verdict.box, verdict.digest
        if place not in self._read:
            self._read[place] = _as_answer(verdict)
        return LineAnswer(line.pk, line.box, **self._read[place])

    @cached_property
    def _read(self) -> dict[BoxText, dict]:
        """A cache: the answer of each verdict that was read."""
        return {}


def _as_answer(verdict: Verdict) -> dict:
    """The fields of an answer that a verdict gives every line with its text."""
    if verdict.outcome == Verdict.Outcome.NEEDS_RULING:
        return {"state": "pending", "note": message("waits_for_judge")}
    if verdict.outcome == Verdict.Outcome.REFUSED:
        state = "pending" if verdict.is_unreadable else "nothing"
        return {"state": state, "note": VerdictReason.read(verdict.reasons[0]).as_message}
    return {
        "state": "judged",
        "on_target": bool(verdict.on_target),
        "distance": int(verdict.distance_up) if verdict.distance_up else None,
        "value": as_rational(verdict.value),
        "method": verdict.method_key,
        "shown": verdict.value or "",
    }


def as_rational(value: str | None) -> Fraction | None:
    """A value as the engine writes it, where there is one and it is rational."""
    try:
        return Fraction(value) if value is not None else None
    except ValueError:
        return None
