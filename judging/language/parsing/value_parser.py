"""The parser of values: numbers, brackets, bars, radicals and the functions that are written before their inputs."""

from collections.abc import Callable

from judging.language.expression import Apply, Node, Number, bracketed
from judging.language.functions.table import FORBIDDEN, FUNCTIONS
from judging.language.parsing.cursor import NESTING, Cursor, T
from judging.language.parsing.signs import CALLS, HOLDING, POSTFIXES, PREFIXES
from judging.language.parsing.tokens import Token, Unreadable, number
from judging.messages import message

# names that are read without a bracket behind them too, though the program knows no such function
BARE_NAMES = FORBIDDEN | frozenset("ln lg exp sin cos tan max min sum avg mean".split())
POSTFIX = frozenset({"bang", "super", "postfix"})
# what may begin what a logarithm is taken of, behind a base on the line
_OPENS = frozenset({"number", "(", "√", "∛", "∜", "|", "name"})


class ValueParser(Cursor):
    """The tightest level. What stands behind a value is read by the levels above."""

    def __init__(self, tokens: list[Token], path: list[int], on: frozenset[str]):
        super().__init__(tokens, path)
        self.on = on

    def with_suffix(self, node: Node, *, choose: bool = False, bracket: bool = True) -> Node:
        """`node`, or `node` with what stands behind it taken in: the place has both readings."""
        raise NotImplementedError

    def script(self, token: Token) -> Node:
        """A superscript or subscript as a tree of its own."""
        raise NotImplementedError

    def one_choice(self, left: Node) -> Node:
        """`left` with the C or P that stands here and its second number."""
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
        return self._applied("negative", self.next())

    def _raised_or_lowered(self) -> Node:
        """³√8, or a choice whose first number is raised or lowered: ⁴C₃, ₄C₃."""
        token = self.next()
        if token.kind == "super" and self.token.kind == "√":
            return self.radical(self.script(token))
        if not self.is_lowered_choice():
            raise self.not_a_value(token)
        return self.one_choice(self.script(token))

    def _subfactorial(self) -> Node:
        token = self.next()
        if len(token.text) > 1:
            raise Unreadable(token.start, token.end, message("before_signs"))
        return self._applied("subfactorial", token)

    # brackets and bars

    def bracketed(self) -> Node:
        start = self.token.start
        tree, end = self._in_brackets(self.expression)
        return bracketed(tree, start, end)

    def _in_brackets(self, read: Callable[[], T]) -> tuple[T, int]:
        """What is read between two brackets, and the place behind the closing one."""
        start, bars, self.bars = self.next(), self.bars, 0
        inside = self.nested(read)
        self.bars = bars
        if self.token.kind != ")":
            raise self.unclosed(start)
        return inside, self.next().end

    def _inputs(self) -> tuple[Node, ...]:
        """The inputs between the brackets behind a function's name."""
        inputs = [self.expression()]
        while self.token.kind == ",":
            self.next()
            inputs.append(self.expression())
        return tuple(inputs)

    def _absolute(self) -> Node:
        start = self.next()
        self.bars += 1
        tree = self.nested(self.expression)
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
        index = HOLDING[token.text][1]
        return self._radicand(Number(int(index), token.start, token.end, index), token.start)

    def _radicand(self, index: Node | None, start: int) -> Node:
        inside = self.bracketed() if self.token.kind == "(" else self.with_suffix(self.nested(self.value), choose=True)
        if index is None:
            return Apply("sqrt", (inside,), start, inside.end)
        return Apply("root", (index, inside), start, inside.end)

    # names

    def _named(self) -> Node:
        token = self.next()
        name, opens = token.text, self.token.kind == "("
        if name in PREFIXES:
            return self._prefixed(PREFIXES[name], token)
        if name == "log":
            return self._logarithm(token)
        if (name == "sqrt" and not opens) or (name == "root" and self.token.kind == "number"):
            return self._radicand(None, token.start)
        if not opens:
            raise Unreadable(token.start, token.end, message("no_bracket", text=name))
        return self._called(CALLS.get(name, ""), token)

    def _function_word(self) -> Node:
        """factorial(4) or factorial 4: a word that may stand behind its input too."""
        if CALLS.get(self.token.text) != POSTFIXES.get(self.token.text, ""):
            raise self.expected_value()
        token = self.next()
        function = CALLS[token.text]
        return self._called(function, token) if self.token.kind == "(" else self._applied(function, token)

    def _prefixed(self, function: str, token: Token) -> Node:
        """T4, T(4) or T₄. A letter whose function the edition lacks is one's own before a bracket: f(x)."""
        if FUNCTIONS[function].default or token.text in self.on:
            return self._shape_number(function, token)
        return self._forbidden(token) if self.token.kind == "(" else self._shape_number(function, token)

    def _applied(self, function: str, token: Token) -> Node:
        inside = self.nested(self.value)
        return Apply(function, (inside,), token.start, inside.end)

    def _called(self, function: str, token: Token) -> Node:
        inputs, end = self._in_brackets(self._inputs)
        if function == "root" and len(inputs) == 1:
            return Apply("sqrt", inputs, token.start, end)
        if not function:
            raise Unreadable(token.start, token.end, message("between_numbers", text=token.text))
        row = FUNCTIONS[function]
        if len(inputs) < row.min_inputs or (row.max_inputs is not None and len(inputs) > row.max_inputs):
            code = "inputs" if row.max_inputs == row.min_inputs else "inputs_or_more"
            title = message(f"function_{function}")
            why = message(code, title=title, wanted=row.min_inputs, inputs=len(inputs))
            raise Unreadable(token.start, end, why)
        return Apply(function, inputs, token.start, end)

    def _shape_number(self, function: str, token: Token) -> Node:
        kind = self.token.kind
        if kind == "(":
            return self._called(function, token)
        if kind == "sub" or kind == "_":
            inside = self._lowered_input() if kind == "sub" else self._subscript()
        elif kind == "number":
            inside = self.with_suffix(self.nested(self.value), choose=True, bracket=False)
        else:
            inside = self.nested(self.value)
        return Apply(function, (inside,), token.start, inside.end)

    def _lowered_input(self) -> Node:
        """T₄; in T₄C₃ the lowered number may be that of the T or of the C."""
        inside = self.script(self.next())
        if self.is_lowered_choice() and self.choose() == 1:
            return self.one_choice(inside)
        return inside

    def _subscript(self) -> Node:
        """₂, _2 or _(1+1)."""
        if (token := self.next()).kind == "sub":
            return self.script(token)
        if self.token.kind == "(":
            return self.bracketed()
        if self.token.kind != "number":
            raise self.expected_value()
        return number(self.next())

    def _logarithm(self, token: Token) -> Node:
        kind = self.token.kind
        if kind == "_" or kind == "sub":
            base = self._subscript()
            inside = self.bracketed() if self.token.kind == "(" else self.nested(self.value)
            return Apply("log", (base, inside), token.start, inside.end)
        if kind == "(":
            inputs, end = self._in_brackets(self._inputs)
            if len(inputs) > 2:
                raise Unreadable(token.start, end, message("inputs_of_log"))
            return Apply("log" if len(inputs) == 2 else "log10", inputs, token.start, end)
        inside = self.nested(self.value)
        if kind == "number" and self.token.kind in _OPENS and not self.is_choose() and self.choose() == 0:
            number_of = self.bracketed() if self.token.kind == "(" else self.nested(self.value)
            return Apply("log", (inside, number_of), token.start, number_of.end)
        return Apply("log10", (inside,), token.start, inside.end)

    # what the table does not have

    def _unknown(self) -> Node:
        """A name or sign that the table does not have: a name before a bracket, a sign before a number too."""
        behind = self.peek().kind
        may_stand = behind == "(" or self.token.text in BARE_NAMES or (behind == "number" and self.token.is_sign)
        if not may_stand:
            raise self.expected_value()
        token = self.next()
        if token.text in FUNCTIONS and self.token.kind == "(":
            return self._called(token.text, token)
        return self._forbidden(token)

    def _forbidden(self, token: Token) -> Node:
        """A function that the table does not have. Where what stands in its brackets cannot be read, only its numbers
        are kept."""
        if self.token.kind != "(":
            return self._applied(token.text, token)
        if inputs := self._readable_inputs():
            return Apply(token.text, inputs, token.start, self.next().end)
        opened, level = self.token, 0
        numbers: list[Node] = []
        while True:
            if self.token.kind == "end":
                raise self.unclosed(opened)
            level += NESTING.get(self.token.kind, 0)
            if self.token.kind == "number":
                numbers.append(number(self.token))
            last = self.next()
            if level == 0:
                return Apply(token.text, tuple(numbers), token.start, last.end)

    def _readable_inputs(self) -> tuple[Node, ...]:
        """The inputs in the brackets that open here, up to the one that closes them, by the usual convention wherever
        there are several: no reading of it is accepted without a judge. Empty, and nothing is passed, where it cannot
        be read."""
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
        inside = self.nested(self.expression)
        if self.token.kind not in "⌉⌋":
            raise self.unclosed(start)
        return Apply("ceiling" if start.kind == "⌈" else "floor", (inside,), start.start, self.next().end)


_READERS = {
    "number": ValueParser._number,
    "(": ValueParser.bracketed,
    "-": ValueParser._negative,
    "√": ValueParser.radical,
    "postfix": ValueParser._function_word,
    "|": ValueParser._absolute,
    "bang": ValueParser._subfactorial,
    "unknown": ValueParser._unknown,
    **dict.fromkeys(("∛", "∜"), ValueParser._named_radical),
    **dict.fromkeys(("super", "sub"), ValueParser._raised_or_lowered),
    **dict.fromkeys(("name", "mod"), ValueParser._named),
    **dict.fromkeys(("⌈", "⌊"), ValueParser._rounded),
}
