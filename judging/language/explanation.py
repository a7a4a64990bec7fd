"""The explanation why two methods count once or twice: a message, and the rule."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Literal, NamedTuple

from judging.language.editions import NUMBER_TOURNAMENT, Edition
from judging.language.evaluation.evaluate import Evaluation
from judging.language.expression import Apply, Number
from judging.language.functions.table import FUNCTIONS
from judging.language.judged_trees import canonical_form
from judging.language.keys import method_keys
from judging.language.keys.canonical_forms import LEAF, OTHER, PRODUCT, SUM, CanonicalForm, applied
from judging.language.numbers import exact
from judging.language.verdict import ENGINE_VERSION, Verdict, evaluated, judge
from judging.messages import Message, in_a_row, message

MethodRelation = Literal["same", "kin", "different", "not_accepted"]
__all__ = ["ENGINE_VERSION", "Explanation", "explain"]

ORDER, BRACKETS, DROPPED, BARS, WRITING = "NT-D3", "NT-D4", "NT-D1", "NT-D2", "NT-D6"
_OF_BAG = {SUM: ("add", "subtract"), PRODUCT: ("multiply", "divide")}
_WHY_SAME = {ORDER: "alike_order", BRACKETS: "alike_brackets", BARS: "alike_bars"}


class Explanation(NamedTuple):
    relation: MethodRelation
    message: Message
    rule: str

    def as_dict(self) -> dict[str, object]:
        """The explanation as JSON, as the same command writes it."""
        return {"relation": self.relation, "rule": self.rule, "code": self.message.code, "message": str(self.message)}


def explain(first: str, second: str, numbers: Sequence[int], edition: Edition = NUMBER_TOURNAMENT) -> Explanation:
    """Explains whether two written methods are the same, near-duplicates or different, and by which rule."""
    one, other = judge(first, numbers, edition=edition), judge(second, numbers, edition=edition)
    for text, verdict in ((first, one), (second, other)):
        if verdict.verdict != "accepted":
            first_reason = verdict.reasons[0]
            why = message("not_accepted", text=text, message=first_reason.as_message)
            return Explanation("not_accepted", why, first_reason.rule)
    if one.method_key == other.method_key:
        return _why_same(evaluated(one), evaluated(other), edition)
    if one.kin_key == other.kin_key:
        return Explanation("kin", message("kin"), "NT-D8")
    return Explanation("different", _why_different(one, other, edition), "NT-D5")


def _why_same(one: Evaluation, other: Evaluation, edition: Edition) -> Explanation:
    """The fewest rules that make them the same, found by leaving out the others."""
    usable = (
        (ORDER, BRACKETS, DROPPED, BARS) if edition.policy("through_brackets") == "same" else (ORDER, DROPPED, BARS)
    )
    for count in range(len(usable) + 1):
        for rules in combinations(usable, count):
            if _key_by(one, rules) == _key_by(other, rules):
                why = message("once", rules=_because(rules, one, other))
                return Explanation("same", why, (WRITING, *rules)[-1])
    raise AssertionError("equal method keys follow from the rules")


def _key_by(evaluation: Evaluation, rules: Sequence[str]) -> str:
    """The key that only these rules would give."""
    stack: list[CanonicalForm] = []
    for node, value in zip(evaluation.nodes, evaluation.values, strict=True):
        if type(node) is Number:
            stack.append(method_keys.number(value))
            continue
        first = len(stack) - len(node.inputs)
        inputs = stack[first:]
        del stack[first:]
        if _rule(node.function) in rules:
            stack.append(method_keys.build_form(node.function, inputs, value, BRACKETS in rules))
        else:
            stack.append(applied(OTHER, node.function, tuple(inputs), value))
    return stack[0].method_key


def _rule(function: str) -> str:
    if function == "abs":
        return BARS
    return DROPPED if FUNCTIONS[function].max_inputs == 1 else ORDER


def _because(rules: Sequence[str], one: Evaluation, other: Evaluation) -> Message:
    if not rules:
        return message("alike_writing")
    used = (_functions(one) - _functions(other)) + (_functions(other) - _functions(one))
    dropped = sorted(name for name in used or _functions(one) if _rule(name) == DROPPED)
    why = [_why(rule, dropped) for rule in rules if rule != ORDER or BRACKETS not in rules]
    return in_a_row(why, "rules_in_a_row", "rule", "rules")


def _why(rule: str, dropped: Sequence[str]) -> Message:
    if rule != DROPPED:
        return message(_WHY_SAME[rule])
    functions = _titles(dropped) if dropped else message("one_input")
    return message("alike_dropped_many" if len(dropped) > 1 else "alike_dropped", functions=functions)


def _functions(evaluation: Evaluation) -> Counter[str]:
    return Counter(node.function for node in evaluation.nodes if type(node) is Apply)


def _why_different(one: Verdict, other: Verdict, edition: Edition) -> Message:
    """The difference that is left once all rules are applied; what the rules drop or open is none."""
    first, second = evaluated(one), evaluated(other)
    if not exact.equal(first.value, second.value):
        return message("values_differ", value=one.value, second=other.value)
    numbers, others = _numbers(first), _numbers(second)
    if numbers != others:
        return message(
            "numbers_differ", numbers=tuple(sorted(numbers.elements())), others=tuple(sorted(others.elements()))
        )
    joins, other_joins = _joins(canonical_form(first, edition)), _joins(canonical_form(second, edition))
    here = joins - other_joins
    there = other_joins - joins
    if here and there:
        return message("functions_differ", functions=_titles(here), others=_titles(there))
    if here or there:
        return message("functions_added", functions=_titles(here or there))
    return message("joins_differ")


def _numbers(evaluation: Evaluation) -> Counter[int]:
    return Counter(int(node.text) for node in evaluation.nodes if type(node) is Number)


def _joins(form: CanonicalForm) -> Counter[str]:
    """The functions that a canonical form consists of; its bags by the operations that join what is in them."""
    counted: Counter[str] = Counter()
    todo = [form]
    while todo:
        each = todo.pop()
        todo += each.plus + each.minus
        if each.kind in _OF_BAG:
            joined, parted = _OF_BAG[each.kind]
            counted[joined] += max(len(each.plus) - 1, 0)
            counted[parted] += len(each.minus)
        elif each.kind != LEAF:
            counted[each.name] += 1
    return +counted


def _titles(names: Iterable[str]) -> Message:
    """The functions in a row; `names` are one or more, a name as often as it is to stand there."""
    titles = [message("the_function", title=message(f"function_{name}")) for name in sorted(names)]
    return in_a_row(titles, "functions_in_a_row", "function", "functions")
