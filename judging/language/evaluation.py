"""Tree -> exact value, or where and why there is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from judging.language import exact
from judging.language.exact import Value
from judging.language.expression import Apply, Node, Number, parts
from judging.language.functions import FUNCTIONS
from judging.language.limits import TooLarge
from judging.language.rationals import within
from judging.messages import Message, message


def _bounded(meaning: Callable[..., Value]) -> Callable[..., Value]:
    """The functions of `exact` keep to the budget themselves; what the others come to is checked behind them."""
    if meaning.__module__ == exact.__name__:
        return meaning
    return lambda *inputs: within(meaning(*inputs))


_MEANING = {name: _bounded(row.meaning) for name, row in FUNCTIONS.items()}
_LEFT_OPEN = {
    TooLarge: ("too_large", message("too_large")),
    exact.NotProved: ("not_proved", message("not_proved")),
}


class Trouble(NamedTuple):
    """Why a part has no value: undefined, too_large or not_proved."""

    code: str
    node: Node
    message: Message


class Evaluation(NamedTuple):
    """`nodes` are the parts of the tree, inputs first; `values` and `inputs` are theirs in the same order, with None
    where there is no value."""

    nodes: list[Node]
    values: list[Value]
    inputs: list[tuple[Value, ...]]
    troubles: list[Trouble]

    @property
    def value(self) -> Value:
        return self.values[-1]


def evaluate(tree: Node) -> Evaluation:
    """Every part's exact value. A part whose inputs have none has none and adds no trouble of its own."""
    nodes = parts(tree)
    values: list[Value] = []
    given: list[tuple[Value, ...]] = []
    troubles: list[Trouble] = []
    stack: list[Value] = []
    inputs: tuple[Value, ...]
    for node in nodes:
        if type(node) is Number:
            inputs = ()
            value: Value = node.value
        elif len(node.inputs) == 2:
            second = stack.pop()
            first = stack.pop()
            inputs = (first, second)
            value = None if first is None or second is None else _applied(node, inputs, troubles)
        else:
            start = len(stack) - len(node.inputs)
            inputs = tuple(stack[start:])
            del stack[start:]
            value = None if any(each is None for each in inputs) else _applied(node, inputs, troubles)
        values.append(value)
        given.append(inputs)
        stack.append(value)
    return Evaluation(nodes, values, given, troubles)


def _applied(node: Apply, inputs: tuple[Value, ...], troubles: list[Trouble]) -> Value:
    meaning = _MEANING.get(node.function)
    if meaning is None:
        return None
    try:
        return meaning(*inputs)
    except exact.Undefined as error:
        troubles.append(Trouble("undefined", node, error.message))
    except (TooLarge, exact.NotProved) as error:
        code, why = _LEFT_OPEN[type(error)]
        troubles.append(Trouble(code, node, why))
    return None
