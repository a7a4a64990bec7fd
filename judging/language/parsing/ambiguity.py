"""The kind of question that a text with several readings asks."""

from collections.abc import Sequence

from judging.language.expression import Node, Number
from judging.language.parsing import grammar


def kind_of(expressions: Sequence[str]) -> str:
    """The functions between which readings, as the engine writes them, differ. It is equal for equal questions,
    whatever the numbers and the rest of the text. `6/2(1+3)` and `9 - 8/4(1+1)` are both a division or a product."""
    nodes = [_read(each) for each in expressions]
    while len({_function(node) for node in nodes}) == 1:
        inputs = zip(*map(_inputs, nodes), strict=False)
        differing = [each for each in inputs if len({_shape(node) for node in each}) > 1]
        if len(differing) != 1:
            break
        nodes = list(differing[0])
    return " or ".join(map(_function, nodes))


def _read(expression: str) -> Node:
    return grammar.readings(expression, 0, len(expression))[0]


def _function(node: Node) -> str:
    return node.text if type(node) is Number else node.function


def _inputs(node: Node) -> tuple[Node, ...]:
    return () if type(node) is Number else node.inputs


def _shape(node: Node) -> tuple[object, ...]:
    return (_function(node), *map(_shape, _inputs(node)))
