"""One tree of a text: its evaluation, and the reasons against it."""

from collections.abc import Sequence
from typing import NamedTuple

from judging.language.editions import Edition
from judging.language.evaluation import dealt_hands
from judging.language.evaluation.evaluate import Evaluation, Shared, evaluate
from judging.language.evaluation.legality import VerdictReason, reasons, that_count
from judging.language.expression import Node, Number
from judging.language.keys import method_keys
from judging.language.numbers import exact
from judging.language.numbers.rationals import Value
from judging.language.parsing import writing
from judging.language.verdict_types import EvaluationStep, MethodReading


class JudgedTree(NamedTuple):
    """One tree with its evaluation and the reasons against it, and the keys where it is accepted."""

    tree: Node
    evaluation: Evaluation
    value: Value
    reasons: list[VerdictReason]
    verdict: str
    method_key: str | None
    loose_key: str | None

    @property
    def written(self) -> str | None:
        """Its value in writing, where it has one."""
        return None if self.value is None else exact.write(self.value)

    @property
    def steps(self) -> tuple[EvaluationStep, ...]:
        """Every function applied in it that came to a value, in the order of working."""
        evaluation = self.evaluation
        return tuple(
            EvaluationStep(writing.applied(node.function, [exact.write(each) for each in inputs]), exact.write(value))
            for node, value, inputs in zip(evaluation.nodes, evaluation.values, evaluation.inputs, strict=True)
            if type(node) is not Number and value is not None
        )

    @property
    def reading(self) -> MethodReading:
        """The verdict on it where it is one of several."""
        expression = writing.plain(self.tree)
        return MethodReading(
            expression, self.written, self.verdict, self.method_key, self.loose_key, tuple(self.reasons)
        )


def judge_tree(tree: Node, numbers: Sequence[int], edition: Edition, shared: Shared | None = None) -> JudgedTree:
    """The tree judged as if it were the only one; `shared` caches values for all trees of a text."""
    evaluation = evaluate(tree, edition.evaluated, shared)
    objections: list[VerdictReason] = []
    if edition.hand and not numbers:
        numbers = dealt_hands.hand_in_method(evaluation.nodes)
        objections = dealt_hands.card_reasons(numbers, edition)
    objections = that_count(objections + reasons(evaluation, numbers, edition))
    value = evaluation.values[-1]
    if not objections and value is not None:
        form = canonical_form(evaluation, edition)
        return JudgedTree(tree, evaluation, value, objections, "accepted", form.method_key, method_keys.loose_key(form))
    verdict = "refused" if any(each.refuses for each in objections) else "needs_ruling"
    return JudgedTree(tree, evaluation, value, objections, verdict, None, None)


def canonical_form(evaluation: Evaluation, edition: Edition) -> method_keys.CanonicalForm:
    """The canonical form of an accepted method, from its evaluation."""
    stack: list[method_keys.CanonicalForm] = []
    for node, value in zip(evaluation.nodes, evaluation.values, strict=True):
        if type(node) is Number:
            stack.append(method_keys.number(value))
        else:
            count = len(node.inputs)
            stack[-count:] = (method_keys.build_form(node.function, stack[-count:], value, edition.opens_brackets),)
    return stack[0]


def common_value(judged: list[JudgedTree]) -> Value:
    """The value that all trees with a value share; None where they differ."""
    values = [one.value for one in judged if one.value is not None]
    return values[0] if values and all(exact.equal(values[0], each) for each in values[1:]) else None
