"""Tree -> exact value, or where and why there is none."""

from collections.abc import Callable, Container
from typing import NamedTuple

from judging.language.expression import Apply, Node, Number, postorder
from judging.language.functions.table import FUNCTIONS
from judging.language.limits import TooLarge, line_budget
from judging.language.numbers import exact
from judging.language.numbers.rationals import Value, is_rational, within_budget
from judging.messages import Message, message


def _bounded(implementation: Callable[..., Value]) -> Callable[..., Value]:
    """The implementation with its result checked against the budget of digits; those of `exact` check it themselves."""
    if implementation.__module__ == exact.__name__:
        return implementation
    return lambda *inputs: within_budget(implementation(*inputs))


IMPLEMENTATIONS = {name: _bounded(row.implementation) for name, row in FUNCTIONS.items()}
_UNDECIDED = {
    TooLarge: ("too_large", message("too_large")),
    exact.NotProved: ("not_proved", message("not_proved")),
}


class EvaluationError(NamedTuple):
    """The reason why a node has no value: undefined, too_large or not_proved."""

    code: str
    node: Node
    message: Message


class Evaluation(NamedTuple):
    """The nodes of a tree, inputs first, with the value and the inputs of each in the same order; None where there is
    no value."""

    nodes: list[Node]
    values: list[Value]
    inputs: list[tuple[Value, ...]]
    errors: list[EvaluationError]

    @property
    def value(self) -> Value:
        return self.values[-1]


class Shared:
    """A cache of function values for the readings of one line, which have most of their parts in common."""

    def __init__(self) -> None:
        self._results: dict[object, tuple[tuple[Value, ...], Value | Exception]] = {}

    def apply(self, function: str, inputs: tuple[Value, ...]) -> Value:
        """The value of a function, computed once for equal inputs; raises the same error again."""
        name = (function, *[each if is_rational(each) else ("at", id(each)) for each in inputs])
        if name not in self._results:
            try:
                result: Value | Exception = IMPLEMENTATIONS[function](*inputs)
            except (exact.Undefined, exact.NotProved, TooLarge) as error:
                result = error
            self._results[name] = inputs, result  # the inputs are kept, so no other object gets their ids
        result = self._results[name][1]
        if isinstance(result, Exception):
            raise result
        return result


def evaluate(tree: Node, functions: Container[str] = FUNCTIONS, shared: Shared | None = None) -> Evaluation:
    """The exact value of every node, within the budget of a line. A node has no value, and adds no error of its own, if
    one of its inputs has none or if `functions` lacks its function."""
    with line_budget():
        return _evaluated(tree, functions, shared)


def _evaluated(tree: Node, functions: Container[str], shared: Shared | None) -> Evaluation:
    nodes = postorder(tree)
    values: list[Value] = []
    node_inputs: list[tuple[Value, ...]] = []
    errors: list[EvaluationError] = []
    stack: list[Value] = []
    inputs: tuple[Value, ...]
    for node in nodes:
        if type(node) is Number:
            inputs = ()
            value: Value = node.value
        else:
            start = len(stack) - len(node.inputs)
            inputs = tuple(stack[start:])
            del stack[start:]
            known = node.function in functions and all(each is not None for each in inputs)
            value = _applied(node, inputs, errors, shared) if known else None
        values.append(value)
        node_inputs.append(inputs)
        stack.append(value)
    return Evaluation(nodes, values, node_inputs, errors)


def _applied(node: Apply, inputs: tuple[Value, ...], errors: list[EvaluationError], shared: Shared | None) -> Value:
    implementation = IMPLEMENTATIONS.get(node.function)
    if implementation is None:
        return None
    try:
        return implementation(*inputs) if shared is None else shared.apply(node.function, inputs)
    except exact.Undefined as error:
        errors.append(EvaluationError("undefined", node, error.message))
    except (TooLarge, exact.NotProved) as error:
        code, why = _UNDECIDED[type(error)]
        errors.append(EvaluationError(code, node, why))
    return None
