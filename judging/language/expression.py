"""The tree of a method: small, frozen, with the place of every part in the text it was read from."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple, final

Rational = int | Fraction


@final
class Number(NamedTuple):
    """A number as written. `fault` is the code it is refused for (decimal, repeating_decimal), or empty."""

    value: Rational | None
    start: int
    end: int
    digits: str
    fault: str = ""
    depth: int = 0


@final
class Apply(NamedTuple):
    """A function applied to its inputs. `function` is a name in FUNCTIONS, or a name nobody may use."""

    function: str
    inputs: tuple[Node, ...]
    start: int
    end: int
    depth: int
    bracketed: bool = False


Node = Number | Apply


def parts(node: Node) -> Iterator[Node]:
    """Every part of a tree, inputs before what is made of them, without recursion."""
    todo, done = [node], []
    while todo:
        each = todo.pop()
        done.append(each)
        if type(each) is Apply:
            todo.extend(each.inputs)
    return reversed(done)
