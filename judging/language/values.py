"""What a value begins with: numbers, brackets, bars, radicals and the functions that are written before their inputs."""

from __future__ import annotations

from fractions import Fraction

from judging.language.cursor import Cursor
from judging.language.expression import Apply, Node, Number, Rational, bracketed
from judging.language.functions import FUNCTIONS
from judging.language.tokens import OVER, Token, Unreadable
from judging.messages import message

FORBIDDEN_WORDS = frozenset(
    "ceil ceiling floor round trunc int frac pentagonal pent hexagonal hex ln lg exp sin cos tan max min sum avg mean".split()
)
POSTFIX = frozenset({"bang", "super", "#"})
_SHAPES = {"t": "triangular", "r": "rectangle", "f": "fibonacci"}
_CALLS = {word: row.name for row in FUNCTIONS.values() if row.default for word in row.calls}


class Values(Cursor):
    """The tightest level. What stands behind a value is read by the levels above."""

    def __init__(self, found: list[Token], path: list[int], on: frozenset[str]):
        super().__init__(found, path)
        self.on = on

    def rest_first(self, node: Node, *, choose: bool = False, bracket: bool = True) -> Node:
        """`node`, or `node` with what stands behind it taken in: the place has both readings."""
        raise NotImplementedError

    def small(self, token: Token) -> Node:
        """A superscript or subscript as a tree of its own."""
        raise NotImplementedError

    def value(self) -> Node:
        reader = _READERS.get(self.token.kind)
        if reader is None:
            raise self.expected_value()
        return reader(self)

    def _number(self) -> Node:
        node = number(self.next())
        if self.token.kind == "√" and self.choose() == 1:
            return self.radical(node)
        return node

    def _negative(self) -> Node:
        self.deeper()
        sign = self.next()
        inside = self.value()
        self.level -= 1
        return Apply("negative", (inside,), sign.start, inside.end)

    def _raised_index(self) -> Node:
        if self.peek().kind != "√":
            raise self.expected_value()
        return self.radical(self.small(self.next()))

    def _lowered(self) -> Node:
        if self.peek().text not in ("c", "p"):
            raise self.expected_value()
        return self.small(self.next())

    def _subfactorial(self) -> Node:
        token = self.next()
        if len(token.text) > 1:
            raise Unreadable(token.start, token.end, message("before_signs"))
        inside = self._deep_value()
        return Apply("subfactorial", (inside,), token.start, inside.end)

    def _deep_value(self) -> Node:
        """The value behind a function that is written before it."""
        self.deeper()
        inside = self.value()
        self.level -= 1
        return inside

    # brackets and bars

    def bracketed(self) -> Node:
        start, bars, self.bars = self.next(), self.bars, 0
        self.deeper()
        tree = self.expression()
        self.level -= 1
        self.bars = bars
        if self.token.kind != ")":
            raise self.unclosed(start)
        return bracketed(tree, start.start, self.next().end)

    def _inputs(self) -> tuple[tuple[Node, ...], int]:
        """What stands between brackets behind a function's name, and the place behind the closing one."""
        start, bars, self.bars = self.next(), self.bars, 0
        self.deeper()
        inputs = [self.expression()]
        while self.token.kind == ",":
            self.next()
            inputs.append(self.expression())
        self.level -= 1
        self.bars = bars
        if self.token.kind != ")":
            raise self.unclosed(start)
        return tuple(inputs), self.next().end

    def _absolute(self) -> Node:
        start = self.next()
        self.bars += 1
        self.deeper()
        tree = self.expression()
        self.level -= 1
        if self.token.kind != "|":
            raise Unreadable(start.start, start.end, message("lone_bar"))
        self.bars -= 1
        return Apply("abs", (tree,), start.start, self.next().end)

    # radicals

    def radical(self, index: Node | None = None) -> Node:
        token = self.next()
        return self._radicand(index, token.start if index is None else index.start)

    def _named_radical(self) -> Node:
        token = self.next()
        index = "3" if token.kind == "∛" else "4"
        return self._radicand(Number(int(index), token.start, token.end, index), token.start)

    def _radicand(self, index: Node | None, start: int) -> Node:
        inside = self.bracketed() if self.token.kind == "(" else self.rest_first(self._deep_value())
        if index is None:
            return Apply("sqrt", (inside,), start, inside.end)
        return Apply("root", (index, inside), start, inside.end)

    # names

    def _named(self) -> Node:
        token = self.next()
        name, opens = token.text, self.token.kind == "("
        if name in _SHAPES and not (name == "f" and opens and name not in self.on):
            return self._shape_number(_SHAPES[name], token)
        if name == "log":
            return self._logarithm(token)
        if name == "sqrt" and not opens:
            return self._radicand(None, token.start)
        if name == "f":
            return self._forbidden(token)
        if not opens:
            raise Unreadable(token.start, token.end, message("no_bracket", text=name))
        return self._called(_CALLS.get(name, ""), token)

    def _called(self, function: str, token: Token) -> Node:
        inputs, end = self._inputs()
        if not function:
            raise Unreadable(token.start, token.end, message("between_numbers", text=token.text))
        row = FUNCTIONS[function]
        if len(inputs) < row.least or (row.most is not None and len(inputs) > row.most):
            code = "inputs" if row.most == row.least else "inputs_or_more"
            title = message(f"function_{function}")
            why = message(code, title=title, wanted=row.least, inputs=len(inputs))
            raise Unreadable(token.start, end, why)
        return Apply(function, inputs, token.start, end)

    def _shape_number(self, function: str, token: Token) -> Node:
        kind = self.token.kind
        if kind == "(":
            return self._called(function, token)
        if kind == "sub" or kind == "_":
            inside = self._subscript()
        elif kind == "number":
            inside = self.rest_first(self._deep_value(), bracket=False)
        else:
            inside = self._deep_value()
        return Apply(function, (inside,), token.start, inside.end)

    def _subscript(self) -> Node:
        """₂, _2 or _(1+1)."""
        if self.next().kind == "sub":
            self.at -= 1
            self.token = self.tokens[self.at]
            return self.small(self.next())
        if self.token.kind == "(":
            return self.bracketed()
        if self.token.kind != "number":
            raise self.expected_value()
        return number(self.next())

    def _logarithm(self, token: Token) -> Node:
        kind = self.token.kind
        if kind == "_" or kind == "sub":
            base = self._subscript()
            inside = self.bracketed() if self.token.kind == "(" else self._deep_value()
            return Apply("log", (base, inside), token.start, inside.end)
        if kind == "(":
            inputs, end = self._inputs()
            if len(inputs) > 2:
                raise Unreadable(token.start, end, message("inputs_of_log"))
            return Apply("log" if len(inputs) == 2 else "log10", inputs, token.start, end)
        inside = self._deep_value()
        return Apply("log10", (inside,), token.start, inside.end)

    # what nobody may use

    def _unknown(self) -> Node:
        if self.peek().kind != "(" and self.token.text not in FORBIDDEN_WORDS:
            raise self.expected_value()
        return self._forbidden(self.next())

    def _forbidden(self, token: Token) -> Node:
        """A function nobody may use. Where what stands in its brackets cannot be read, its numbers are kept alone."""
        if self.token.kind != "(":
            inside = self._deep_value()
            return Apply(token.text, (inside,), token.start, inside.end)
        if inputs := self._readable_inputs():
            return Apply(token.text, inputs, token.start, self.next().end)
        opened, level = self.token, 0
        numbers: list[Node] = []
        while True:
            if self.token.kind == "end":
                raise self.unclosed(opened)
            level += (self.token.kind == "(") - (self.token.kind == ")")
            if self.token.kind == "number":
                numbers.append(number(self.token))
            last = self.next()
            if level == 0:
                return Apply(token.text, tuple(numbers), token.start, last.end)

    def _readable_inputs(self) -> tuple[Node, ...]:
        """What stands in the brackets that open here, up to the one that closes them, by the usual convention wherever
        there are several: no reading of it is accepted. Empty, and nothing is passed, where it cannot be read."""
        ahead = type(self)(self.tokens, [], self.on)
        ahead.at, ahead.token, ahead.level = self.at, self.token, self.level
        inputs: list[Node] = []
        try:
            while ahead.token.kind == ("," if inputs else "("):
                ahead.next()
                ahead.deeper()
                inputs.append(ahead.expression())
                ahead.level -= 1
        except Unreadable:
            return ()
        if ahead.token.kind != ")":
            return ()
        self.at, self.token = ahead.at, ahead.token
        return tuple(inputs)

    def _rounded(self) -> Node:
        start = self.next()
        self.deeper()
        inside = self.expression()
        self.level -= 1
        if self.token.kind not in "⌉⌋":
            raise self.unclosed(start)
        return Apply("ceiling" if start.kind == "⌈" else "floor", (inside,), start.start, self.next().end)


_READERS = {
    "number": Values._number,
    "(": Values.bracketed,
    "-": Values._negative,
    "√": Values.radical,
    "∛": Values._named_radical,
    "∜": Values._named_radical,
    "super": Values._raised_index,
    "sub": Values._lowered,
    "|": Values._absolute,
    "name": Values._named,
    "mod": Values._named,
    "bang": Values._subfactorial,
    "unknown": Values._unknown,
    "⌈": Values._rounded,
    "⌊": Values._rounded,
}


def number(token: Token) -> Number:
    """A number as written; with a point or a line over it, which are faults, its value where it is clear."""
    text = token.text
    if text.isdigit():
        return Number(int(text), token.start, token.end, text)
    if text.endswith("...") or any(mark in text for mark in OVER):
        return Number(
            _repeating(*text.partition(".")[::2]), token.start, token.end, text, "repeating_decimal"
        )
    whole, _, part = text.partition(".")
    if "." in part:
        raise Unreadable(token.start, token.end, message("second_point"))
    value = Fraction(int((whole + part) or "0"), 10 ** len(part))
    return Number(_lowest(value), token.start, token.end, text, "decimal")


def _repeating(whole: str, part: str) -> Rational | None:
    """Its value: what repeats begins with the first digit that has a mark and ends with the last digit."""
    marked = next((at for at, character in enumerate(part) if character in OVER), 0)
    if not marked or "." in part or (whole and not whole.isdigit()):
        return None
    digits = "".join(character for character in part if character not in OVER)
    start = marked - 1
    nines = 10 ** (len(digits) - start) - 1
    before = int((whole + digits[:start]) or "0")
    return _lowest(Fraction(before * nines + int(digits[start:]), 10**start * nines))


def _lowest(value: Fraction) -> Rational:
    return value.numerator if value.denominator == 1 else value
