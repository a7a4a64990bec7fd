"""Why a line counts once with an earlier one: the rule that makes the methods the same, or the judge's word on them."""

import json
from collections.abc import Sequence
from functools import lru_cache

from judging.language.editions import edition as read_edition
from judging.language.explanation import explain
from judging.messages import Message, message

from ..common.wording.stored_words import read
from ..models import PairRuling, Round
from ..scoring.answers import BY_RULING, MarkingContext
from ..scoring.rulings import AnyLine
from ..scoring.same_methods import in_force


def same_method_reason(
    round_: Round, marking: MarkingContext, line: AnyLine, earlier: Sequence[AnyLine], code: str
) -> Message | None:
    """The reason why the line counts once with an earlier one: a rule, or a judge's ruling. `earlier` are the lines
    above it in its box. None where there is nothing to add."""
    text, key = _method(marking, line)
    if code == BY_RULING:
        ruling = _ruled(round_, key)
        return message("judge_ruled_once", reason=read(ruling.reason)) if ruling else message("kin_count_once")
    for other in earlier:
        other_text, other_key = _method(marking, other)
        if key and other_key == key:
            rules = json.dumps(round_.edition, sort_keys=True)
            return _explained(other_text, text, marking.boxes[line.box].numbers, rules)
    return None


def _method(marking: MarkingContext, line: AnyLine) -> tuple[str, str | None]:
    """The text that a line counts as, and its method key."""
    ruling = marking.ruling_on(line)
    verdict = marking.verdict_counted(line, ruling)
    return (ruling.method if ruling and ruling.method else line.text), verdict.method_key if verdict else None


@lru_cache(maxsize=4096)
def _explained(one: str, other: str, numbers: tuple[int, ...], edition: str) -> Message | None:
    explanation = explain(one, other, numbers, read_edition(json.loads(edition)))
    return explanation.message if explanation.relation == "same" else None


def ruling_that_joins(round_: Round, marking: MarkingContext, line: AnyLine) -> PairRuling | None:
    """The judge's ruling by which the line's method counts once with another."""
    return _ruled(round_, _method(marking, line)[1])


def _ruled(round_: Round, key: str | None) -> PairRuling | None:
    given = in_force(round_.event).items()
    return next((ruling for keys, ruling in given if key in keys and ruling.says == PairRuling.Says.SAME), None)
