"""Why two methods count once or twice, in a sentence that names the rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from judging.language.evaluation import Evaluation
from judging.language.expression import Apply
from judging.language.functions import FUNCTIONS
from judging.language.legality import NUMBER_TOURNAMENT, Edition
from judging.language.verdict import ENGINE_VERSION, Verdict, evaluated, judge

Relation = Literal["same", "kin", "different", "not_accepted"]
__all__ = ["ENGINE_VERSION", "Explanation", "explain"]


class Explanation(NamedTuple):
    relation: Relation
    sentence: str
    rule: str


def explain(
    first: str, second: str, numbers: Sequence[int], edition: Edition = NUMBER_TOURNAMENT
) -> Explanation:
    """Whether two written methods are the same, kin or different, and by which rule."""
    one, other = judge(first, numbers, edition=edition), judge(second, numbers, edition=edition)
    for text, verdict in ((first, one), (second, other)):
        if verdict.verdict != "accepted":
            return Explanation(
                "not_accepted", f"“{text}” is not accepted: {verdict.reasons[0].message}", "NT-D0"
            )
    if one.method_key == other.method_key:
        return Explanation("same", *_why_same(one, other))
    if one.kin_key == other.kin_key:
        return Explanation(
            "kin",
            "They are the same as algebra but not by the rules on order and brackets: a judge may rule that they count once.",
            "NT-D6",
        )
    return Explanation("different", _why_different(one, other), "NT-D4")


def _why_same(one: Verdict, other: Verdict) -> tuple[str, str]:
    (a, b) = evaluated(one), evaluated(other)
    names_a, names_b = _functions(a), _functions(b)
    if "abs" in names_a + names_b:
        return (
            "They count once: bars change nothing around what is not below zero, and turning a difference inside bars "
            "makes no new method.",
            "NT-D2",
        )
    if sorted(map(_one_input_only, names_a)) != sorted(map(_one_input_only, names_b)) and names_a != names_b:
        dropped = [name for name in names_a + names_b if FUNCTIONS[name].most == 1]
        if dropped:
            title = FUNCTIONS[dropped[0]].title
            return (
                f"They count once: the {title} leads back to a number that was there already, so it changes nothing.",
                "NT-D1",
            )
    if sorted(names_a) != sorted(names_b):
        return (
            "They count once: brackets behind a minus sign or below a line open into the same terms.",
            "NT-D3",
        )
    if names_a == names_b and a.values == b.values:
        return "They count once: only the way of writing differs.", "NT-D5"
    return "They count once: the same numbers are joined by the same operations in another order.", "NT-D3"


def _one_input_only(name: str) -> str:
    return name if FUNCTIONS[name].most == 1 else ""


def _functions(found: Evaluation) -> list[str]:
    return [node.function for node in found.nodes if type(node) is Apply]


def _why_different(one: Verdict, other: Verdict) -> str:
    if one.value != other.value:
        return f"They count twice: one makes {one.value}, the other {other.value}."
    return (
        "They count twice: no rule turns one into the other, since other operations or other parts are used."
    )
