"""A cursor over the tokens of a text, which also chooses where conventions differ."""

from collections.abc import Callable
from typing import TypeVar

from judging.language.expression import Node, TooDeep
from judging.language.limits import MAX_DEPTH
from judging.language.parsing.signs import CHOICES
from judging.language.parsing.tokens import Token, Unreadable
from judging.messages import message

T = TypeVar("T")
NESTING = {"(": 1, ")": -1}
# the message about a token that stands where none of its kind can
_UNEXPECTED = {
    ")": "nothing_opened",
    "|": "lone_bar",
    ",": "lone_comma",
    "number": "lone_number",
    "sub": "lone_lowered",
    "unknown": "no_word",
}
_WORDS_IN_USE = {"rem": "remainder_sign", "remainder": "remainder_sign", "percent": "percent"}


class Cursor:
    """A place in the tokens, and a path of choices. Where a text has several readings, `choose` returns the next choice
    of the path, or adds the default to it."""

    def __init__(self, tokens: list[Token], path: list[int]):
        self.tokens, self.path = tokens, path
        self.sizes: list[int] = []
        self.asked = 0
        self.at = 0
        self.token = tokens[0]
        self.bars = 0
        self.level = 0

    def choose(self, options: int = 2) -> int:
        if self.asked == len(self.path):
            self.path.append(0)
        self.sizes.append(options)
        self.asked += 1
        return self.path[self.asked - 1]

    def next(self) -> Token:
        token = self.token
        self.at += 1
        self.token = self.tokens[self.at]
        return token

    def peek(self) -> Token:
        return self.tokens[min(self.at + 1, len(self.tokens) - 1)]

    def deeper(self) -> None:
        """Count one more level of nesting. Raises TooDeep beyond the budget, before Python's own limit."""
        self.level += 1
        if self.level > MAX_DEPTH + 2:
            raise TooDeep

    def nested(self, read: Callable[[], T]) -> T:
        """What is read one level further in."""
        self.deeper()
        inside = read()
        self.level -= 1
        return inside

    def is_call(self) -> bool:
        """Whether C, P or mod here begins a call such as C(4, 3): a bracket with a comma of its own level inside."""
        if self.peek().kind != "(":
            return False
        level = 0
        for token in self.tokens[self.at + 1 :]:
            level += NESTING.get(token.kind, 0)
            if token.kind == "," and level == 1:
                return True
            if level == 0:
                return False
        return False

    def is_lowered_choice(self) -> bool:
        """Whether a C or P stands here that a lowered number before it may belong to."""
        return self.is_choose() and len(self.token.text) == 1

    def is_choose(self) -> bool:
        return self.token.kind == "name" and self.token.text in CHOICES and not self.is_call()

    def expression(self) -> Node:
        """The loosest level, which brackets start anew."""
        raise NotImplementedError

    # the message about a text that cannot be read

    def unexpected(self) -> Unreadable:
        return self._unexpected(self.token)

    def _unexpected(self, token: Token) -> Unreadable:
        code = _WORDS_IN_USE.get(token.text) or _UNEXPECTED.get(token.kind, "not_expected")
        if code == "no_word" and token.is_sign:
            code = "no_meaning"
        return Unreadable(token.start, token.end, message(code, text=token.text))

    def expected_value(self) -> Unreadable:
        return self.not_a_value(self.token)

    def not_a_value(self, token: Token) -> Unreadable:
        """The message about a token where a value was to begin."""
        if token.kind == "unknown":
            return self._unexpected(token)
        code = "value_missing" if token.kind == "end" else "value_expected"
        return Unreadable(token.start, token.end, message(code, text=token.text))

    def unclosed(self, opened: Token) -> Unreadable:
        if self.token.kind == "end":
            return Unreadable(opened.start, opened.end, message("never_closed"))
        return self.unexpected()
