"""Text -> every conventional reading of it.

Where respectable conventions differ the parser asks `_choose`. A parse follows one path of answers; `readings` walks
all paths, drops those that lead nowhere and those that lead to a tree already seen.
"""

from __future__ import annotations

import sys
from fractions import Fraction

from judging.language.expression import Apply, Node, Number, Rational
from judging.language.functions import FUNCTIONS
from judging.language.tokens import OVER, Token, Unreadable, inner, tokens

MOST_READINGS = 16
MOST_PATHS = 400
DEEPEST = 100
FORBIDDEN_WORDS = frozenset(
    {"ceil", "ceiling", "floor", "round", "trunc", "pentagonal", "pent", "hexagonal", "hex", "ln"}
)
POSTFIX = frozenset({"bang", "super", "#"})
OPENS_VALUE = frozenset({"(", "name", "√", "∛", "∜", "unknown", "⌈", "⌊"})

if sys.getrecursionlimit() < 4000:  # a hundred brackets are within the budget, at eight calls a bracket
    sys.setrecursionlimit(4000)


class TooDeep(Exception):
    """Brackets and functions inside each other beyond the budget."""


class TooManyReadings(Exception):
    """More readings than are listed."""


def readings(text: str, start: int, end: int, extra: frozenset[str] = frozenset()) -> list[Node]:
    """All different trees that text[start:end] can be read as, the default first. Raises Unreadable, TooDeep or
    TooManyReadings."""
    found = tokens(text, start, end, extra)
    if len(found) == 1:
        raise Unreadable(start, end, "Nothing is written here. A method was expected.")
    trees: dict[object, Node] = {}
    trouble: Unreadable | None = None
    path: list[int] = []
    for _ in range(MOST_PATHS):
        parser = _Parser(found, path, extra)
        try:
            tree = parser.whole()
            trees.setdefault(_shape(tree), tree)
        except Unreadable as error:
            if trouble is None or error.start > trouble.start:
                trouble = error
        if len(trees) > MOST_READINGS:
            raise TooManyReadings
        path, sizes = parser.path, parser.sizes
        while path and path[-1] == sizes[len(path) - 1] - 1:
            path.pop()
        if not path:
            break
        path[-1] += 1
    else:
        raise TooManyReadings
    if not trees:
        raise trouble or Unreadable(start, end, "This cannot be read.")
    return list(trees.values())


def _shape(node: Node) -> object:
    """What a tree says, without its places."""
    if type(node) is Number:
        return (node.digits, node.fault)
    return (node.function, *(_shape(each) for each in node.inputs))


class _Parser:
    """One parse along one path of answers. Each method reads one level of binding, loosest first."""

    def __init__(self, found: list[Token], path: list[int], extra: frozenset[str]):
        self.tokens, self.path, self.extra = found, path, extra
        self.sizes: list[int] = []
        self.asked = 0
        self.at = 0
        self.token = found[0]
        self.bars = 0
        self.level = 0
        self.loose: set[int] = set()
        self.left_to_power: set[int] = set()
        self.bar_opens: dict[int, bool] = {}

    def _choose(self, options: int = 2) -> int:
        if self.asked == len(self.path):
            self.path.append(0)
        self.sizes.append(options)
        self.asked += 1
        return self.path[self.asked - 1]

    def _next(self) -> Token:
        token = self.token
        self.at += 1
        self.token = self.tokens[self.at]
        return token

    def _peek(self) -> Token:
        return self.tokens[min(self.at + 1, len(self.tokens) - 1)]

    def whole(self) -> Node:
        tree = self._expression()
        if self.token.kind != "end":
            raise self._unexpected()
        return tree

    def _unexpected(self) -> Unreadable:
        token = self.token
        said = {
            "end": "The method stops here, but more was expected: a number, a bracket or a function.",
            ")": "This bracket closes nothing that was opened.",
            "|": "This bar has no partner.",
            ",": "A comma only stands between the inputs of a function such as root(3, 8).",
            "number": "A sign such as + or x was expected before this number.",
            "sub": "A lowered number only stands behind T, R, C, P or log.",
        }.get(token.kind, f"“{token.text}” was not expected here.")
        return Unreadable(token.start, max(token.end, token.start), said)

    def _expected_value(self) -> Unreadable:
        token = self.token
        if token.kind == "end":
            return Unreadable(
                token.start, token.end, "Something is missing at the end: a number, a bracket or a function."
            )
        if token.kind == "unknown":
            return Unreadable(token.start, token.end, f"“{token.text}” is no number and no function.")
        return Unreadable(
            token.start,
            token.end,
            f"A number, a bracket or a function was expected here, not “{token.text}”.",
        )

    # levels of binding, loosest first

    def _expression(self) -> Node:
        left = self._sum()
        while self.token.kind == "mod":  # only what was put off as looser than + comes here
            self._next()
            left = _apply("mod", left, self._sum())
        return left

    def _sum(self) -> Node:
        left = self._product()
        while (kind := self.token.kind) == "+" or kind == "-":
            self._next()
            left = _apply("add" if kind == "+" else "subtract", left, self._product())
        return left

    def _product(self) -> Node:
        left = self._power()
        while True:
            kind = self.token.kind
            if kind == "*":
                self._next()
                left = _apply("multiply", left, self._power())
            elif kind == "/":
                self._next()
                right = self._power()
                while self._opens_factor() and self._choose() == 1:
                    right = _apply("multiply", right, self._power())
                left = _apply("divide", left, right)
            elif kind == "mod" and self._is_call():
                left = _apply("multiply", left, self._power())
            elif kind == "mod" and self.at not in self.loose:
                if self._choose() == 1:
                    self.loose.add(self.at)
                    return left
                self._next()
                left = _apply("mod", left, self._power())
            elif self._opens_factor():
                left = _apply("multiply", left, self._power())
            else:
                return left

    def _opens_factor(self) -> bool:
        """Whether the next token begins a factor without a sign before it."""
        kind = self.token.kind
        if kind == "|":
            return self._bar_opens()
        if kind == "number" or (kind == "super" and self._peek().kind == "√"):
            return self.tokens[self.at - 1].kind == ")"
        if kind == "name" and self.token.text in _INFIX_NAMES:
            return self._is_call()
        return kind in OPENS_VALUE

    def _bar_opens(self) -> bool:
        """Behind a value a bar closes the one that is open (inner first), or opens another (outer first)."""
        if not self.bars:
            return True
        if self.at not in self.bar_opens:
            self.bar_opens[self.at] = self._choose() == 1
        return self.bar_opens[self.at]

    def _power(self, in_exponent: bool = False) -> Node:
        """Powers, and what binds tighter. All nesting passes here, so here its depth is watched."""
        self.level += 1
        if self.level > DEEPEST + 2:
            raise TooDeep
        node = self._power_inside(in_exponent)
        self.level -= 1
        return node

    def _power_inside(self, in_exponent: bool) -> Node:
        if self.token.kind == "-":
            sign = self._next()
            return _apply_at("negative", (self._power(in_exponent),), sign.start)
        left = self._chosen(in_exponent)
        while True:
            if self.token.kind == "^":
                self._next()
                left = _apply("power", left, self._power(in_exponent=True))
            elif self.at in self.left_to_power and not in_exponent:
                left = self._chosen_after(left, in_exponent)
            else:
                return left

    def _is_choose(self) -> bool:
        return self.token.kind == "name" and self.token.text in _INFIX_NAMES and not self._is_call()

    def _is_call(self) -> bool:
        """Whether C or P here begins C(4, 3): an opening bracket with a comma of its own level inside."""
        if self._peek().kind != "(":
            return False
        level = 0
        for token in self.tokens[self.at + 1 :]:
            level += (token.kind == "(") - (token.kind == ")")
            if token.kind == "," and level == 1:
                return True
            if level == 0:
                return False
        return False

    def _chosen(self, in_exponent: bool) -> Node:
        left = self._postfixed(self._value())
        return self._chosen_after(left, in_exponent) if self._is_choose() else left

    def _chosen_after(self, left: Node, in_exponent: bool) -> Node:
        """C and P behind `left`, from left to right, or with what follows taken into their right side first."""
        while self._is_choose():
            if in_exponent and self.at not in self.left_to_power and self._choose() == 1:
                self.left_to_power.add(self.at)
                return left
            if in_exponent and self.at in self.left_to_power:
                return left
            name = _INFIX_NAMES[self._next().text]
            right = self._subscript() if self.token.kind == "sub" else self._value()
            left = self._postfixed(_apply(name, left, self._rest_first(right, choose=True)))
        return left

    def _rest_first(self, node: Node, *, choose: bool = False, bracket: bool = True) -> Node:
        """`node`, or `node` with the postfix, power or bracket behind it: the place has both readings."""
        while True:
            kind = self.token.kind
            if kind in POSTFIX:
                if self._choose() == 0:
                    return node
                node = self._one_postfix(node)
            elif kind == "^":
                if self._choose() == 0:
                    return node
                self._next()
                node = _apply("power", node, self._power(in_exponent=True))
            elif kind == "(" and bracket:
                if self._choose() == 0:
                    return node
                node = _apply("multiply", node, self._value())
            elif choose and self._is_choose():
                if self._choose() == 0:
                    return node
                node = self._chosen_after(node, False)
            else:
                return node

    # postfixes

    def _postfixed(self, node: Node) -> Node:
        while self.token.kind in POSTFIX:
            if self.token.kind == "super" and self._peek().kind == "√" and self._choose() == 1:
                index = self._raised()
                return _apply("multiply", node, self._postfixed(self._radical(index)))
            node = self._one_postfix(node)
        return node

    def _one_postfix(self, node: Node) -> Node:
        if self.token.kind == "super":
            return _apply("power", node, self._raised())
        token = self._next()
        if token.kind == "#":
            return _apply_to("primorial", node, token.end)
        if len(token.text) > 3:
            raise Unreadable(token.start, token.end, "At most three ! can stand in a row. Use brackets.")
        if len(token.text) == 3:
            first, second = (("double_factorial", "factorial"), ("factorial", "double_factorial"))[
                self._choose()
            ]
            node = _apply_to(first, node, token.start + (2 if first == "double_factorial" else 1))
            return _apply_to(second, node, token.end)
        return _apply_to("factorial" if len(token.text) == 1 else "double_factorial", node, token.end)

    def _raised(self) -> Node:
        token = self._next()
        return self._small(token)

    def _subscript(self) -> Node:
        return self._small(self._next())

    def _small(self, token: Token) -> Node:
        """A superscript or subscript as a tree of its own; its choices are asked on the same path."""
        part = _Parser(inner(token), self.path, self.extra)
        part.asked, part.sizes = self.asked, self.sizes
        tree = part.whole()
        self.asked = part.asked
        return _deeper(tree, token.start, token.end) if type(tree) is Apply else tree

    # values

    def _value(self) -> Node:
        token = self.token
        kind = token.kind
        if kind == "number":
            self._next()
            node = _number(token)
            if self.token.kind == "√" and self._choose() == 1:
                return self._radical(node)
            return node
        if kind == "(":
            return self._bracketed()
        if kind == "√":
            return self._radical(None)
        if kind in "∛∜":
            self._next()
            index = Number(3 if kind == "∛" else 4, token.start, token.end, "3" if kind == "∛" else "4")
            return self._radicand("root", index, token.start)
        if kind == "super" and self._peek().kind == "√":
            return self._radical(self._raised())
        if kind == "sub" and self._peek().kind == "name" and self._peek().text in ("c", "p"):
            return self._subscript()
        if kind == "|":
            return self._absolute()
        if kind == "name" or (kind == "mod" and token.text == "mod" and self._peek().kind == "("):
            return self._named()
        if kind == "bang" and len(token.text) == 1:
            self._next()
            return _apply_at("subfactorial", (self._value(),), token.start)
        if kind == "unknown" and (self._peek().kind == "(" or token.text in FORBIDDEN_WORDS):
            return self._forbidden()
        if kind in "⌈⌊":
            return self._rounded()
        raise self._expected_value()

    def _bracketed(self) -> Node:
        start, bars, self.bars = self._next(), self.bars, 0
        tree = self._expression()
        self.bars = bars
        if self.token.kind != ")":
            raise self._unclosed(start)
        return _deeper(tree, start.start, self._next().end)

    def _unclosed(self, start: Token) -> Unreadable:
        if self.token.kind == "end":
            return Unreadable(start.start, start.end, "This bracket is never closed.")
        return self._unexpected()

    def _inputs(self) -> tuple[list[Node], int]:
        """What stands between brackets behind a function's name, and the place behind the closing one."""
        start, bars, self.bars = self._next(), self.bars, 0
        inputs = [self._expression()]
        while self.token.kind == ",":
            self._next()
            inputs.append(self._expression())
        self.bars = bars
        if self.token.kind != ")":
            raise self._unclosed(start)
        return inputs, self._next().end

    def _absolute(self) -> Node:
        start = self._next()
        self.bars += 1
        tree = self._expression()
        if self.token.kind != "|":
            raise Unreadable(start.start, start.end, "This bar has no partner.")
        self.bars -= 1
        return _made("abs", (tree,), start.start, self._next().end)

    def _radical(self, index: Node | None) -> Node:
        token = self._next()
        start = token.start if index is None else index.start
        return self._radicand("sqrt" if index is None else "root", index, start)

    def _radicand(self, function: str, index: Node | None, start: int) -> Node:
        inside = self._bracketed() if self.token.kind == "(" else self._rest_first(self._value())
        inputs = (inside,) if index is None else (index, inside)
        return _made(function, inputs, start, inside.end)

    def _named(self) -> Node:
        token = self._next()
        name, kind = token.text, self.token.kind
        if name in ("t", "r", "f"):
            return self._shape_number({"t": "triangular", "r": "rectangle", "f": "fibonacci"}[name], token)
        if name == "log":
            return self._logarithm(token)
        if kind == "(":
            function = _CALLS.get(name)
            inputs, end = self._inputs()
            if function is None:
                raise Unreadable(token.start, token.end, f"“{token.text}” stands between two numbers.")
            self._count(function, inputs, token, end)
            return _made(function, tuple(inputs), token.start, end)
        if name == "sqrt":
            return self._radicand("sqrt", None, token.start)
        raise Unreadable(token.start, token.end, f"Behind “{token.text}” a bracket was expected.")

    def _count(self, function: str, inputs: list[Node], token: Token, end: int) -> None:
        row = FUNCTIONS[function]
        if len(inputs) < row.least or (row.most is not None and len(inputs) > row.most):
            wanted = f"{row.least}" if row.most == row.least else f"{row.least} or more"
            raise Unreadable(
                token.start, end, f"The {row.title} takes {wanted} inputs; here stand {len(inputs)}."
            )

    def _shape_number(self, function: str, token: Token) -> Node:
        kind = self.token.kind
        if kind == "(":
            inputs, end = self._inputs()
            self._count(function, inputs, token, end)
            return _made(function, tuple(inputs), token.start, end)
        if kind == "sub":
            inside = self._subscript()
        elif kind == "_":
            self._next()
            inside = self._bracketed() if self.token.kind == "(" else self._plain_number()
        else:
            on_the_line = kind == "number"
            inside = self._value()
            if on_the_line:
                inside = self._rest_first(inside, bracket=False)
        return _made(function, (inside,), token.start, inside.end)

    def _plain_number(self) -> Node:
        if self.token.kind != "number":
            raise self._expected_value()
        return _number(self._next())

    def _logarithm(self, token: Token) -> Node:
        kind = self.token.kind
        if kind in ("_", "sub"):
            if kind == "_":
                self._next()
                base = self._bracketed() if self.token.kind == "(" else self._plain_number()
            else:
                base = self._subscript()
            inside = self._bracketed() if self.token.kind == "(" else self._value()
            return _made("log", (base, inside), token.start, inside.end)
        if kind == "(":
            inputs, end = self._inputs()
            if len(inputs) > 2:
                self._count("log", inputs, token, end)
            return _made("log" if len(inputs) == 2 else "log10", tuple(inputs), token.start, end)
        inside = self._value()
        return _made("log10", (inside,), token.start, inside.end)

    def _forbidden(self) -> Node:
        """A function nobody may use. Of what stands in its brackets only the numbers are kept."""
        token = self._next()
        if self.token.kind != "(":
            inside = self._value()
            return _made(token.text, (inside,), token.start, inside.end)
        opened, level = self.token, 0
        numbers: list[Node] = []
        while True:
            if self.token.kind == "end":
                raise Unreadable(opened.start, opened.end, "This bracket is never closed.")
            level += (self.token.kind == "(") - (self.token.kind == ")")
            if self.token.kind == "number":
                numbers.append(_number(self.token))
            last = self._next()
            if level == 0:
                return _made(token.text, tuple(numbers), token.start, last.end)

    def _rounded(self) -> Node:
        start = self._next()
        inside = self._expression()
        if self.token.kind not in "⌉⌋":
            raise Unreadable(start.start, start.end, "This bracket is never closed.")
        return _made("ceiling" if start.kind == "⌈" else "floor", (inside,), start.start, self._next().end)


_INFIX_NAMES = {"c": "choose", "choose": "choose", "p": "permute"}
_CALLS = {word: row.name for row in FUNCTIONS.values() if row.default for word in row.calls}
_CHAINS = {"add": 1, "subtract": 1, "multiply": 2, "divide": 2}


def _apply(function: str, left: Node, right: Node) -> Apply:
    return _made(function, (left, right), left.start, right.end)


def _apply_to(function: str, node: Node, end: int) -> Apply:
    return _made(function, (node,), node.start, end)


def _apply_at(function: str, inputs: tuple[Node, ...], start: int) -> Apply:
    return _made(function, inputs, start, inputs[-1].end)


def _made(function: str, inputs: tuple[Node, ...], start: int, end: int) -> Apply:
    """The node, a level deeper than its inputs; a chain of + and - or of x and / stays on one level."""
    first = inputs[0] if inputs else None
    depth = 1 + max((each.depth for each in inputs), default=0)
    level = _CHAINS.get(function)
    if level and type(first) is Apply and not first.bracketed and _CHAINS.get(first.function) == level:
        depth = max(first.depth, 1 + inputs[1].depth)
    if depth > DEEPEST:
        raise TooDeep
    return Apply(function, inputs, start, end, depth)


def _deeper(tree: Node, start: int, end: int) -> Node:
    if tree.depth >= DEEPEST:
        raise TooDeep
    if type(tree) is Number:
        return tree._replace(start=start, end=end, depth=tree.depth + 1)
    return tree._replace(start=start, end=end, depth=tree.depth + 1, bracketed=True)


def _number(token: Token) -> Number:
    text = token.text
    if text.isdigit():
        return Number(int(text[:4300]) if len(text) <= 4300 else None, token.start, token.end, text)
    digits = "".join(character for character in text if character.isdigit())
    dots = text.count(".")
    repeating = any(mark in text for mark in OVER) or text.endswith("...")
    if dots > 1 and not text.endswith("..."):
        raise Unreadable(token.start, token.end, "A number has at most one point.")
    value: Rational | None = None
    if not repeating:
        whole, _, part = text.partition(".")
        exactly = Fraction(int((whole + part) or "0"), 10 ** len(part))
        value = exactly.numerator if exactly.denominator == 1 else exactly
    return Number(value, token.start, token.end, digits, "repeating_decimal" if repeating else "decimal")
