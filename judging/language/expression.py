"""The tree of a method: small, frozen, with the place of every part in the text it was read from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, final

from judging.language.numbers.rationals import Rational

_new = tuple.__new__  # half the time of calling the class
_CHAINS = {"add": 1, "subtract": 1, "multiply": 2, "divide": 2}


class TooDeep(Exception):
    """Brackets and functions inside each other beyond the budget."""


@final
class Number(NamedTuple):
    """A number, with its own writing as `text`. `fault` is the code it is refused for (decimal, repeating_decimal), or
    empty; `brackets` counts those around just this part."""

    value: Rational | None
    start: int
    end: int
    text: str
    fault: str = ""
    brackets: int = 0


@final
class Apply(NamedTuple):
    """A function applied to its inputs. `function` is a name in FUNCTIONS, or a name nobody may use."""

    function: str
    inputs: tuple[Node, ...]
    start: int
    end: int
    brackets: int = 0


Node = Number | Apply


def postorder(node: Node) -> list[Node]:
    """The nodes of a tree in postorder, without recursion: inputs before the function over them."""
    todo, done = [node], []
    while todo:
        each = todo.pop()
        done.append(each)
        if type(each) is Apply:
            todo.extend(each.inputs)
    done.reverse()
    return done


def bracketed(node: Node, start: int, end: int) -> Node:
    """The node with one pair of brackets more around it."""
    if type(node) is Number:
        return Number(node.value, start, end, node.text, node.fault, node.brackets + 1)
    function, inputs, _, _, brackets = node
    return _new(Apply, (function, inputs, start, end, brackets + 1))


def depth(tree: Node) -> int:
    """The number of brackets and functions inside each other. A chain of + and -, or of x and /, is one level."""
    stack: list[tuple[int, int]] = []  # depth, and that of the chain it may continue
    for node in postorder(tree):
        if type(node) is Number:
            stack.append((node.brackets, 0))
            continue
        count = len(node.inputs)
        inputs = stack[len(stack) - count :]
        del stack[len(stack) - count :]
        deep = 1 + max((each for each, _ in inputs), default=0)
        chain = _CHAINS.get(node.function, 0)
        if chain and inputs[0][1] == chain:
            deep = max(inputs[0][0], 1 + inputs[1][0])
        stack.append((deep + node.brackets, 0 if node.brackets else chain))
    return stack[0][0]


def structure(tree: Node) -> tuple[object, ...]:
    """A tree without its places in the text: equal for equal trees."""
    return tuple(
        (node.text,) if type(node) is Number else (node.function, len(node.inputs)) for node in postorder(tree)
    )


def number_nodes(tree: Node) -> Iterator[Number]:
    """The numbers in a tree, in the order of the text."""
    return (node for node in postorder(tree) if type(node) is Number)
