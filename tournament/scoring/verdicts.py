"""The engine's verdicts as rows that are not saved: for the worker, who saves them, and for a look at what would be."""

import logging

from judging.games.paper import Box
from judging.language.editions import edition as read_edition
from judging.language.parsing.writing import mathml
from judging.language.verdict import ENGINE_VERSION, Verdict as EngineVerdict, failed, judge

from ..common.line_text import digest
from ..models import PuzzleVersion, Round, Verdict
from .equal_answers import answer_of

log = logging.getLogger(__name__)


def verdict_row(version: PuzzleVersion, box: int, question: Box, round_: Round, text: str) -> Verdict:
    """The engine's verdict on one text in one box."""
    return _row(
        version, box, round_, text, judge(text, question.numbers, question.target, read_edition(round_.edition))
    )


def verdict_or_failure_row(version: PuzzleVersion, box: int, question: Box, round_: Round, text: str) -> Verdict:
    """Like `verdict_row`, but a text on which the engine fails is left to a judge."""
    try:
        return verdict_row(version, box, question, round_, text)
    except Exception:
        log.exception("the engine failed on %r", text)
        return failure_row(version, box, question, round_, text)


def failure_row(version: PuzzleVersion, box: int, question: Box, round_: Round, text: str) -> Verdict:
    """A verdict that leaves a text to a judge without reading it: it may be what ended the worker."""
    return _row(version, box, round_, text, failed())


def _row(version: PuzzleVersion, box: int, round_: Round, text: str, verdict: EngineVerdict) -> Verdict:
    row = Verdict(
        puzzle_version=version,
        box=box,
        text=text,
        digest=digest(text),
        edition=round_.edition_id,
        engine=ENGINE_VERSION,
        outcome=verdict.verdict,
        value=verdict.value,
        on_target=verdict.on_target,
        distance_up=None if verdict.distance_up is None else str(verdict.distance_up),
        method_key=verdict.method_key,
        kin_key=verdict.kin_key,
        reasons=[each.export() for each in verdict.reasons],
        readings=[each.export() for each in verdict.readings],
        mathml=mathml(verdict.trees[0]) if verdict.trees else "",
    )
    row.answer = answer_of(row)
    return row
