"""The parser: a text to every conventional reading of it.

Where respectable conventions differ the parser asks `choose`. A parse follows one path of answers; `readings` walks
all paths, drops those that lead nowhere and those that lead to a tree already seen.
"""

import sys

from judging.language.expression import Apply, Node, TooDeep, bracketed, depth, structure
from judging.language.limits import MAX_DEPTH, MAX_READ_TOKENS, MAX_READINGS
from judging.language.parsing.arithmetic import PLAIN, arithmetic
from judging.language.parsing.cursor import NESTING
from judging.language.parsing.power_parser import PowerParser, infix
from judging.language.parsing.signs import CALLS, CHOICES, PRODUCTS, SUMS
from judging.language.parsing.tokens import Token, Unreadable, inner, tokens
from judging.messages import message

_OPENS_VALUE = frozenset({"(", "name", "√", "∛", "∜", "postfix", "⌈", "⌊"})
_STARTS_VALUE = _OPENS_VALUE | {"number", "-", "|", "super", "sub", "mod", "bang", "unknown"}
_ENDS_VALUE = frozenset({"number", ")", "bang", "postfix", "super", "sub", "|", "⌉", "⌋"})
_OPERATIONS = frozenset({*SUMS, *PRODUCTS} - {"mod"})
# what binds as tightly as × and leaves nothing to ask
_FACTORS = {sign: name for sign, name in PRODUCTS.items() if sign not in ("/", "mod")}
_NEVER_BEGIN_VALUE = _OPERATIONS - {"-"} | {"mod", "^", ")", ",", "end"}
_NEVER_BEGIN_FACTOR = _OPERATIONS | {")", "^", "end"}

if sys.getrecursionlimit() < 4000:  # a hundred brackets are within the budget, at nine calls a bracket
    sys.setrecursionlimit(4000)


class TooManyReadings(Exception):
    """More readings than are listed."""


def readings(text: str, start: int, end: int, on: frozenset[str] = frozenset(), cards: bool = False) -> list[Node]:
    """All different trees that text[start:end] can be read as, the default first; `on` are words of functions that
    the edition adds, and with `cards` it has A, J, Q and K. Raises Unreadable, TooDeep or TooManyReadings."""
    plain = arithmetic(text, start, end) if PLAIN.fullmatch(text, start, end) else None
    trees = [plain] if plain is not None else general_readings(tokens(text, start, end, cards), on)
    if end - start > MAX_DEPTH and any(depth(tree) > MAX_DEPTH for tree in trees):
        raise TooDeep
    return trees


def general_readings(all_tokens: list[Token], on: frozenset[str] = frozenset()) -> list[Node]:
    """Every reading of any text, whatever stands in it."""
    trees: dict[object, Node] = {}
    furthest: Unreadable | None = None
    path: list[int] = []
    steps = 0
    while steps < MAX_READ_TOKENS:
        parser = ExpressionParser(all_tokens, path, on)
        try:
            tree = parser.whole()
            if not parser.sizes:
                return [tree]
            trees.setdefault(structure(tree), tree)
        except Unreadable as error:
            if furthest is None or error.start > furthest.start:
                furthest = error
        if len(trees) > MAX_READINGS:
            raise TooManyReadings
        steps += parser.at + 1
        if not _next_path(path, parser.sizes):
            break
    else:
        if trees:
            raise TooManyReadings
    if trees:
        return list(trees.values())
    assert furthest is not None
    raise furthest


def _next_path(path: list[int], sizes: list[int]) -> bool:
    """Turn a path into the next one. Returns False if it was the last. A parse that failed made no more choices."""
    del path[len(sizes) :]
    while path and path[-1] == sizes[len(path) - 1] - 1:
        path.pop()
    if path:
        path[-1] += 1
    return bool(path)


def _ends_in_radical(node: Node) -> bool:
    """Whether the last factor of a product is a radical."""
    while type(node) is Apply and node.function in PRODUCTS.values():
        node = node.inputs[-1]
    return type(node) is Apply and node.function in {"sqrt", "root"}


class ExpressionParser(PowerParser):
    """One parse along one path of answers. Each method reads one level of binding, loosest first."""

    def __init__(self, tokens: list[Token], path: list[int], on: frozenset[str]):
        super().__init__(tokens, path, on)
        self.mod_is_loose: bool | None = None
        self.bar_opens: dict[int, bool] = {}

    def whole(self) -> Node:
        if self.token.kind == "end":
            raise Unreadable(self.token.start, self.token.end, message("nothing_written"))
        tree = self.expression()
        if self.token.kind != "end":
            raise self.unexpected()
        return tree

    def script(self, token: Token) -> Node:
        """A superscript or subscript as a tree of its own; its choices are asked on the same path."""
        part = ExpressionParser(inner(token), self.path, self.on)
        part.asked, part.sizes, part.level = self.asked, self.sizes, self.level
        tree = part.whole()
        self.asked = part.asked
        return bracketed(tree, token.start, token.end) if type(tree) is Apply else tree

    # levels of binding, loosest first

    def expression(self) -> Node:
        """The tree of a text between two brackets. One convention holds for every mod in it."""
        outside, self.mod_is_loose = self.mod_is_loose, None
        left = self._sum()
        while self.token.kind == "mod":  # only what was put off as looser than + comes here
            self._mod_sign()
            left = infix("mod", left, self._sum())
        self.mod_is_loose = outside
        return left

    def _sum(self) -> Node:
        left = self._product(False)
        while (kind := self.token.kind) in SUMS:
            self.next()
            left = infix(SUMS[kind], left, self._product(True))
        return left

    def _product(self, in_sum: bool) -> Node:
        left = self.power()
        while True:
            kind = self.token.kind
            if kind in _FACTORS:
                self.next()
                left = infix(_FACTORS[kind], left, self.power())
            elif kind == "/":
                left = self._quotient(left)
            elif kind == "mod" and not self.is_call():
                if self.mod_is_loose is None:
                    self.mod_is_loose = (in_sum or self._goes_on()) and self.choose() == 1
                if self.mod_is_loose:
                    return left
                self._mod_sign()
                left = infix("mod", left, self.power())
            elif self._opens_factor(left):
                left = infix("multiply", left, self.power())
            else:
                return left

    def _mod_sign(self) -> None:
        """Pass mod. Behind a % that means percent stands nothing that could be divided by."""
        sign = self.next()
        if sign.text == "%" and (self.token.kind in _NEVER_BEGIN_VALUE or self.token.text == "of"):
            raise Unreadable(sign.start, sign.end, message("percent"))

    def _quotient(self, left: Node) -> Node:
        self.next()
        right = self.power()
        while self._opens_factor(right) and self.choose() == 1:
            right = infix("multiply", right, self.power())
        return infix("divide", left, right)

    def _goes_on(self) -> bool:
        """Whether an operation of this level other than mod may follow the mod here; if none does, its binding is no
        question: a chain of only mods goes from left to right by either convention."""
        level, last = 0, "mod"
        for token in self.tokens[self.at + 1 :]:
            kind = token.kind
            if level == 0 and (kind in _OPERATIONS or last in _ENDS_VALUE and (kind in _STARTS_VALUE)):
                return True
            level += NESTING.get(kind, 0)
            if level < 0 or kind == "end" or (kind == "," and level == 0):
                return False
            last = kind
        return False

    def _opens_factor(self, left: Node) -> bool:
        """Whether the next token begins a factor behind `left` without a sign between them."""
        kind = self.token.kind
        if kind in _NEVER_BEGIN_FACTOR:
            return False
        if kind == "|":
            return self._bar_opens()
        if kind == "number" or (kind == "super" and self.peek().kind == "√"):
            return self.tokens[self.at - 1].kind == ")"
        if kind == "sub":  # a choice, behind a bracket or a radical: √(9) ₆P₃
            is_choice = self.peek().kind == "name" and self.peek().text in CHOICES
            return is_choice and (self.tokens[self.at - 1].kind == ")" or _ends_in_radical(left))
        if kind == "mod" or (kind == "name" and self.token.text in CHOICES):
            return self.is_call()
        if kind == "name" and self._is_remainder():
            raise Unreadable(self.token.start, self.token.end, message("remainder_sign", text=self.token.text))
        if kind == "postfix":
            return self.token.text in CALLS
        if kind == "unknown":  # a sign that is no letter would stand between the two: 5 & 3
            return self.token.text.isalpha()
        return kind in _OPENS_VALUE

    def _is_remainder(self) -> bool:
        """Whether an r stands apart between two numbers, as children write what a division leaves: 6 r 4."""
        before, token, behind = self.tokens[self.at - 1], self.token, self.peek()
        has_spaces = before.end < token.start and token.end < behind.start
        return has_spaces and token.text == "r" and before.kind == behind.kind == "number"

    def _bar_opens(self) -> bool:
        """Whether a bar behind a value opens another pair (outer first) instead of closing the open one (inner
        first)."""
        behind = self.peek().kind
        if behind not in _STARTS_VALUE:
            return False
        if not self.bars or behind == "number":  # no number can follow a closing bar
            return True
        if self.at not in self.bar_opens:
            self.bar_opens[self.at] = self.choose() == 1
        return self.bar_opens[self.at]
