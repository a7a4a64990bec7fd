"""Which texts of one question are the same answer: spelled in two ways, and read the same way by the engine.

A judge rules on an answer. So a ruling holds for each of its texts, whenever it is typed. `Verdict.answer` names the
answer; a text without a verdict, and a line that was struck out, is only ever equal to the very same text.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import QuerySet

from judging.language.parsing.spelling import spelled
from judging.language.verdict import ENGINE_VERSION
from judging.messages import Fact

from ..models import Mark, Puzzle, PuzzleVersion, Round, Ruling, Submission, Verdict
from .what_if import CountedLine

BoxText = tuple[int, str]  # box and digest of the text


def answer_of(verdict: Verdict) -> str:
    """The name of a text's answer, in hex: a hash of its spelling and of the engine's verdict without positions."""
    readings = [each["expression"] for each in verdict.readings]
    reasons = [(each.code, _respelled(each.as_message.as_dict())) for each in verdict.read_reasons()]
    parts = (spelled(verdict.text), verdict.outcome, verdict.method_key, verdict.value, readings, reasons)
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def _respelled(facts: Fact | object) -> object:
    """The facts of a message, each text in its one spelling."""
    if isinstance(facts, Mapping):
        return {name: _respelled(each) for name, each in facts.items()}
    if isinstance(facts, list):
        return [_respelled(each) for each in facts]
    return spelled(facts) if isinstance(facts, str) else facts


AnyText = Submission | CountedLine | Ruling  # a text written in a box


class Answers:
    """Names the answers of one question, by the verdicts on its texts."""

    def __init__(self, verdicts: Mapping[BoxText, Verdict]):
        self._verdicts = verdicts

    def of(self, text: AnyText) -> str:
        verdict = self._verdicts.get((text.box, text.digest)) if text.mark == Mark.WRITTEN else None
        return verdict.answer if verdict else text.digest


def answers_among(version: PuzzleVersion, round_: Round, texts: Iterable[AnyText]) -> Answers:
    """The names of the answers of these texts."""
    verdicts = verdicts_on(version.pk, round_).filter(digest__in={each.digest for each in texts})
    return Answers({(each.box, each.digest): each for each in verdicts.only("box", "digest", "answer")})


def spellings(text: AnyText, puzzle: Puzzle) -> QuerySet[Any]:
    """The digests of the texts that are judged and are the same answer; none where the text has no verdict."""
    judged = verdicts_on(puzzle.active_id, puzzle.round).filter(box=text.box)
    same = judged.filter(answer__in=judged.filter(digest=text.digest).values("answer"))
    return same.values("digest") if text.mark == Mark.WRITTEN else same.none()


def verdicts_on(version_id: int | None, round_: Round) -> QuerySet[Verdict]:
    """The engine's verdicts on the texts of a question."""
    return Verdict.objects.filter(puzzle_version=version_id, engine=ENGINE_VERSION, edition=round_.edition_id)
