"""Text -> every conventional reading of it.

Where respectable conventions differ the parser asks `choose`. A parse follows one path of answers; `readings` walks
all paths, drops those that lead nowhere and those that lead to a tree already seen.
"""

from __future__ import annotations

import sys

from judging.language.arithmetic import PLAIN, arithmetic
from judging.language.cursor import INFIX_NAMES
from judging.language.expression import DEEPEST, Apply, Node, TooDeep, bracketed, depth, shape
from judging.language.tokens import Token, Unreadable, inner, tokens
from judging.language.values import POSTFIX, Values, number

MOST_READINGS = 16
MOST_STEPS = 20_000  # tokens read on all paths together; a text has at most a thousand
_OPENS_VALUE = frozenset({"(", "name", "√", "∛", "∜", "unknown", "⌈", "⌊"})
_STARTS_VALUE = _OPENS_VALUE | {"number", "-", "|", "super", "sub", "mod", "bang"}
_ENDS_VALUE = frozenset({"number", ")", "bang", "super", "sub", "#", "|", "⌉", "⌋"})
_OPERATIONS = frozenset({"+", "-", "*", "/"})
_ENDS_NUMBER = _OPERATIONS | {")", "|", ",", "mod", "end"}  # nothing that binds tighter than ×
_NO_FACTOR = frozenset({"+", "-", "*", "/", ")", "^", "end"})

if sys.getrecursionlimit() < 4000:  # a hundred brackets are within the budget, at eight calls a bracket
    sys.setrecursionlimit(4000)


class TooManyReadings(Exception):
    """More readings than are listed."""


def readings(text: str, start: int, end: int, on: frozenset[str] = frozenset()) -> list[Node]:
    """All different trees that text[start:end] can be read as, the default first; `on` are words of functions that
    the edition adds. Raises Unreadable, TooDeep or TooManyReadings."""
    plain = arithmetic(text, start, end) if PLAIN.fullmatch(text, start, end) else None
    trees = [plain] if plain is not None else general_readings(tokens(text, start, end), on)
    if end - start > DEEPEST and any(depth(tree) > DEEPEST for tree in trees):
        raise TooDeep
    return trees


def general_readings(found: list[Token], on: frozenset[str] = frozenset()) -> list[Node]:
    """Every reading of any text, whatever stands in it."""
    trees: dict[object, Node] = {}
    trouble: Unreadable | None = None
    path: list[int] = []
    steps = 0
    while steps < MOST_STEPS:
        parser = Parser(found, path, on)
        try:
            tree = parser.whole()
            if not parser.sizes:
                return [tree]
            trees.setdefault(shape(tree), tree)
        except Unreadable as error:
            if trouble is None or error.start > trouble.start:
                trouble = error
        if len(trees) > MOST_READINGS:
            raise TooManyReadings
        steps += parser.at + 1
        if not _next_path(path, parser.sizes):
            break
    else:
        if trees:
            raise TooManyReadings
    if trees:
        return list(trees.values())
    assert trouble is not None
    raise trouble


def _next_path(path: list[int], sizes: list[int]) -> bool:
    """Turns a path into the next one, or says that it was the last. A parse that failed asked no further."""
    del path[len(sizes) :]
    while path and path[-1] == sizes[len(path) - 1] - 1:
        path.pop()
    if path:
        path[-1] += 1
    return bool(path)


class Parser(Values):
    """One parse along one path of answers. Each method reads one level of binding, loosest first."""

    def __init__(self, found: list[Token], path: list[int], on: frozenset[str]):
        super().__init__(found, path, on)
        self.mod_is_loose: bool | None = None
        self.left_to_power: set[int] = set()
        self.bar_opens: dict[int, bool] = {}

    def whole(self) -> Node:
        if self.token.kind == "end":
            said = "Nothing is written here. A method was expected."
            raise Unreadable(self.token.start, self.token.end, said)
        tree = self.expression()
        if self.token.kind != "end":
            raise self.unexpected()
        return tree

    def small(self, token: Token) -> Node:
        """A superscript or subscript as a tree of its own; its choices are asked on the same path."""
        part = Parser(inner(token), self.path, self.on)
        part.asked, part.sizes, part.level = self.asked, self.sizes, self.level
        tree = part.whole()
        self.asked = part.asked
        return bracketed(tree, token.start, token.end) if type(tree) is Apply else tree

    # levels of binding, loosest first

    def expression(self) -> Node:
        """What stands between two brackets. One convention holds for every mod in it."""
        outside, self.mod_is_loose = self.mod_is_loose, None
        left = self._sum()
        while self.token.kind == "mod":  # only what was put off as looser than + comes here
            self.next()
            left = _apply("mod", left, self._sum())
        self.mod_is_loose = outside
        return left

    def _sum(self) -> Node:
        left = self._product(False)
        while (kind := self.token.kind) == "+" or kind == "-":
            self.next()
            left = _apply("add" if kind == "+" else "subtract", left, self._product(True))
        return left

    def _product(self, in_sum: bool) -> Node:
        left = self._power()
        while True:
            kind = self.token.kind
            if kind == "*":
                self.next()
                left = _apply("multiply", left, self._power())
            elif kind == "/":
                left = self._quotient(left)
            elif kind == "mod" and not self.is_call():
                if self.mod_is_loose is None:
                    self.mod_is_loose = (in_sum or self._goes_on()) and self.choose() == 1
                if self.mod_is_loose:
                    return left
                self.next()
                left = _apply("mod", left, self._power())
            elif self._opens_factor():
                left = _apply("multiply", left, self._power())
            else:
                return left

    def _quotient(self, left: Node) -> Node:
        self.next()
        right = self._power()
        while self._opens_factor() and self.choose() == 1:
            right = _apply("multiply", right, self._power())
        return _apply("divide", left, right)

    def _goes_on(self) -> bool:
        """Whether an operation of this level other than mod may follow the mod here; if none does, its binding is no
        question: mods alone go from left to right by either convention."""
        level, last = 0, "mod"
        for token in self.tokens[self.at + 1 :]:
            kind = token.kind
            if level == 0 and (kind in _OPERATIONS or last in _ENDS_VALUE and (kind in _STARTS_VALUE)):
                return True
            level += (kind == "(") - (kind == ")")
            if level < 0 or kind == "end" or (kind == "," and level == 0):
                return False
            last = kind
        return False

    def _opens_factor(self) -> bool:
        """Whether the next token begins a factor without a sign before it."""
        kind = self.token.kind
        if kind in _NO_FACTOR:
            return False
        if kind == "|":
            return self._bar_opens()
        if kind == "number" or (kind == "super" and self.peek().kind == "√"):
            return self.tokens[self.at - 1].kind == ")"
        if kind == "mod" or (kind == "name" and self.token.text in INFIX_NAMES):
            return self.is_call()
        return kind in _OPENS_VALUE

    def _bar_opens(self) -> bool:
        """Behind a value a bar closes the one that is open (inner first), or opens another (outer first)."""
        behind = self.peek().kind
        if behind not in _STARTS_VALUE:
            return False
        if not self.bars or behind == "number":  # no number can follow a closing bar
            return True
        if self.at not in self.bar_opens:
            self.bar_opens[self.at] = self.choose() == 1
        return self.bar_opens[self.at]

    # powers

    def _power(self, in_exponent: bool = False) -> Node:
        """Powers, and what binds tighter."""
        if self.token.kind == "number" and self.tokens[self.at + 1].kind in _ENDS_NUMBER:
            return number(self.next())
        self.deeper()
        if self.token.kind == "-":
            sign = self.next()
            inside = self._power(in_exponent)
            node: Node = Apply("negative", (inside,), sign.start, inside.end)
        else:
            node = self._powered(self._chosen(in_exponent), in_exponent)
        self.level -= 1
        return node

    def _powered(self, left: Node, in_exponent: bool) -> Node:
        while True:
            if self.token.kind == "^":
                self.next()
                left = _apply("power", left, self._power(in_exponent=True))
            elif self.at in self.left_to_power and not in_exponent:
                left = self._chosen_after(left, in_exponent)
            else:
                return left

    # choose and permute

    def _chosen(self, in_exponent: bool) -> Node:
        left = self._postfixed(self.value())
        return self._chosen_after(left, in_exponent) if self.is_choose() else left

    def _chosen_after(self, left: Node, in_exponent: bool) -> Node:
        """C and P behind `left`, from left to right, or with what follows taken into their right side first."""
        while self.is_choose():
            if in_exponent and self.at not in self.left_to_power and self.choose() == 1:
                self.left_to_power.add(self.at)
                return left
            if in_exponent and self.at in self.left_to_power:
                return left
            name = INFIX_NAMES[self.next().text]
            if self.token.kind == "sub":
                right = self.small(self.next())  # lowered, it takes in nothing of what follows on the line
            else:
                right = self.rest_first(self.value(), choose=True)
            left = self._postfixed(_apply(name, left, right))
        return left

    def rest_first(self, node: Node, *, choose: bool = False, bracket: bool = True) -> Node:
        """`node`, or `node` with the postfix, power or bracket behind it: the place has both readings."""
        while True:
            kind = self.token.kind
            asked = (
                kind in POSTFIX or kind == "^" or (kind == "(" and bracket) or (choose and self.is_choose())
            )
            if not asked or self.choose() == 0:
                return node
            if kind in POSTFIX:
                node = self._one_postfix(node)
            elif kind == "^":
                self.next()
                node = _apply("power", node, self._power(in_exponent=True))
            elif kind == "(":
                node = _apply("multiply", node, self.value())
            else:
                node = self._chosen_after(node, False)

    # postfixes

    def _postfixed(self, node: Node) -> Node:
        while self.token.kind in POSTFIX:
            if self.token.kind == "super" and self.peek().kind == "√" and self.choose() == 1:
                index = self.small(self.next())
                return _apply("multiply", node, self._postfixed(self.radical(index)))
            node = self._one_postfix(node)
        return node

    def _one_postfix(self, node: Node) -> Node:
        token = self.next()
        if token.kind == "super":
            return _apply("power", node, self.small(token))
        if token.kind == "#":
            return Apply("primorial", (node,), node.start, token.end)
        many = len(token.text)
        if many > 3:
            raise Unreadable(token.start, token.end, "At most three ! can stand in a row. Use brackets.")
        if many == 3:
            first = ("double_factorial", "factorial")[self.choose()]
            node = Apply(first, (node,), node.start, token.end - (1 if first == "double_factorial" else 2))
            many = 1 if first == "double_factorial" else 2
        return Apply(("factorial", "double_factorial")[many - 1], (node,), node.start, token.end)


def _apply(function: str, left: Node, right: Node) -> Apply:
    return Apply(function, (left, right), left.start, right.end)
