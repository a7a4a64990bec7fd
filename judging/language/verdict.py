"""judge(): the one door into the engine."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from judging.language import claims, exact, grammar, hands, keys, writing
from judging.language.evaluation import Evaluation, evaluate
from judging.language.exact import Value
from judging.language.expression import Node, Number, TooDeep
from judging.language.findings import Reading, Step, Verdict
from judging.language.legality import NUMBER_TOURNAMENT, Edition, Reason, in_order, reason, reasons
from judging.language.limits import TooLarge
from judging.language.rationals import is_rational
from judging.language.tokens import Unreadable
from judging.messages import Message, message

__all__ = ["ENGINE_VERSION", "LONGEST", "Reading", "Step", "Verdict", "evaluated", "judge", "strict_form"]

ENGINE_VERSION = "2"  # what a verdict says is a code with its facts
LONGEST = 1000
Target = int | Fraction | None


class _Judged(NamedTuple):
    """One tree with everything found about it, and the keys where it is accepted."""

    tree: Node
    found: Evaluation
    value: Value
    reasons: list[Reason]
    verdict: str
    method_key: str | None
    kin_key: str | None


class _Asked(NamedTuple):
    """What is judged, as far as the verdict needs it once the text is read."""

    text: str
    target: Target
    claims: list[claims.Place]
    steps: bool


def judge(
    text: str,
    numbers: Sequence[int],
    target: Target = None,
    edition: Edition = NUMBER_TOURNAMENT,
    steps: bool = False,
) -> Verdict:
    """Judge what a contestant wrote, with these given numbers, under this edition.

    Without given numbers, and where the edition deals cards, the text shows its own hand (SM-1).
    Depends on its arguments and the engine's version alone. Never raises for a text, however odd or hostile.
    """
    if len(text) > LONGEST:
        return _undecided("too_large", message("too_long", most=LONGEST))
    if edition.hand and not numbers:
        numbers, text = hands.split(text)
        if against := hands.against(numbers, text, edition):
            return Verdict("refused", reasons=tuple(against))
    (start, end), answers = claims.method_part(text)
    try:
        trees = grammar.readings(text, start, end, edition.words)
    except Unreadable as error:
        return Verdict("refused", reasons=(reason("unreadable", error.message, error.start, error.end),))
    except TooDeep:
        return _undecided("too_large", message("too_deep"))
    except grammar.TooManyReadings:
        return _undecided("ambiguous", message("too_many_readings"))
    asked = _Asked(text, target, answers, steps)
    if len(trees) == 1:
        return _single(_judge_tree(trees[0], numbers, edition), asked)
    return _several([_judge_tree(tree, numbers, edition) for tree in trees], asked)


def _undecided(code: str, why: Message) -> Verdict:
    return Verdict("needs_ruling", reasons=(reason(code, why),))


def _judge_tree(tree: Node, numbers: Sequence[int], edition: Edition) -> _Judged:
    found = evaluate(tree)
    against: list[Reason] = []
    if edition.hand and not numbers:
        numbers = hands.shown(found.nodes)
        against = hands.problems(numbers, edition)
    against += reasons(found, numbers, edition)
    value = found.values[-1]
    if not against and value is not None:
        form = strict_form(found, edition)
        return _Judged(tree, found, value, against, "accepted", form.key, keys.kin_key(form))
    verdict = "refused" if any(each.refuses for each in against) else "needs_ruling"
    return _Judged(tree, found, value, against, verdict, None, None)


def _single(one: _Judged, asked: _Asked) -> Verdict:
    accepted = one.verdict == "accepted"
    on_target, distance, distance_up = _distance(one.value, asked.target if accepted else None)
    notes = claims.wrong(asked.text, asked.claims, one.value) if asked.claims else ()
    return Verdict(
        one.verdict,
        None if one.value is None else exact.write(one.value),
        on_target,
        distance,
        one.method_key,
        one.kin_key,
        (*one.reasons, *notes),
        _steps(one.found) if asked.steps else None,
        (),
        (one.tree,),
        distance_up,
    )


def _several(judged: list[_Judged], asked: _Asked) -> Verdict:
    values = [one.value for one in judged if one.value is not None]
    common = values[0] if values and all(exact.equal(values[0], each) for each in values[1:]) else None
    verdicts = {one.verdict for one in judged}
    found = Verdict(
        "needs_ruling",
        None if common is None else exact.write(common),
        steps=_steps(judged[0].found) if asked.steps else None,
        readings=tuple(_reading(one) for one in judged),
        trees=tuple(one.tree for one in judged),
    )
    notes = claims.wrong(asked.text, asked.claims, common)
    if verdicts == {"refused"}:
        every = in_order([each for one in judged for each in one.reasons])
        return found._replace(verdict="refused", reasons=(*every, *notes))
    if verdicts == {"accepted"} and common is not None:
        on_target, distance, distance_up = _distance(common, asked.target)
        return found._replace(
            verdict="accepted",
            on_target=on_target,
            distance=distance,
            method_key=judged[0].method_key,
            kin_key=judged[0].kin_key,
            reasons=tuple(notes),
            distance_up=distance_up,
        )
    tree = judged[0].tree
    unclear = reason("ambiguous", message("ambiguous"), tree.start, tree.end)
    return found._replace(reasons=(unclear, *notes))


def _reading(one: _Judged) -> Reading:
    value = None if one.value is None else exact.write(one.value)
    return Reading(
        writing.plain(one.tree), value, one.verdict, one.method_key, one.kin_key, tuple(one.reasons)
    )


def strict_form(found: Evaluation, edition: Edition) -> keys.Form:
    """The strict form of an accepted method, from its evaluation."""
    opens = edition.policy("through_brackets") == "same"
    stack: list[keys.Form] = []
    for node, value in zip(found.nodes, found.values, strict=True):
        if type(node) is Number:
            stack.append(keys.number(value))
        else:
            count = len(node.inputs)
            stack[-count:] = (keys.key_of(node.function, stack[-count:], value, opens),)
    return stack[0]


def evaluated(verdict: Verdict) -> Evaluation:
    """The evaluation of a verdict's default reading; of use to whoever explains it."""
    return evaluate(verdict.trees[0])


def _distance(value: Value, target: Target) -> tuple[bool | None, str | None, int | None]:
    """Whether the target is hit, |value - target| as text, and rounded up. Targets have no budget of digits."""
    if value is None or target is None:
        return None, None, None
    if is_rational(value):
        away = abs(value - target)
        return away == 0, exact.write(away), away if type(away) is int else exact.ceiling(away)
    try:
        away = exact.absolute(exact.subtract(value, target))
    except TooLarge:
        return False, None, None
    return False, exact.write(away), exact.ceiling(away)


def _steps(found: Evaluation) -> tuple[Step, ...]:
    return tuple(
        Step(writing.applied(node.function, [exact.write(each) for each in inputs]), exact.write(value))
        for node, value, inputs in zip(found.nodes, found.values, found.inputs, strict=True)
        if type(node) is not Number and value is not None
    )
