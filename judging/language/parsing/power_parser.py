"""Powers, C and P, and what stands behind a value: the levels of binding between products and values."""

from judging.language.expression import Apply, Node, Number
from judging.language.parsing.signs import CALLS, CHOICES, HOLDING, POSTFIXES
from judging.language.parsing.tokens import Token, Unreadable, number
from judging.language.parsing.value_parser import POSTFIX, ValueParser
from judging.messages import message

# what may stand behind a number so that it is a factor as it is
_ENDS_NUMBER = frozenset({"+", "-", "*", "/", "mod", ")", "|", ",", "end"})


def infix(function: str, left: Node, right: Node) -> Apply:
    """A function of two inputs that stands between them."""
    return Apply(function, (left, right), left.start, right.end)


class PowerParser(ValueParser):
    """Powers, loosest of these, then choose and permute, then postfixes."""

    def __init__(self, tokens: list[Token], path: list[int], on: frozenset[str]):
        super().__init__(tokens, path, on)
        self.left_to_power: set[int] = set()

    def power(self, in_exponent: bool = False) -> Node:
        """Powers, and what binds tighter."""
        if self.token.kind == "number" and self.tokens[self.at + 1].kind in _ENDS_NUMBER:
            return number(self.next())
        self.deeper()
        if self.token.kind == "-":
            sign = self.next()
            inside = self.power(in_exponent)
            node: Node = Apply("negative", (inside,), sign.start, inside.end)
        else:
            node = self._powered(self._chosen(in_exponent), in_exponent)
        self.level -= 1
        return node

    def _powered(self, left: Node, in_exponent: bool) -> Node:
        while True:
            if self.token.kind == "^":
                self.next()
                left = infix("power", left, self.power(in_exponent=True))
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
            left = self._postfixed(self.one_choice(left))
        return left

    def one_choice(self, left: Node) -> Node:
        """`left` with the C or P that stands here and its second number. A lowered one takes in nothing of what follows
        on the line but a C or P that it may belong to as well; behind a word it belongs to that C or P."""
        word = self.next().text
        if self.token.kind != "sub" or (len(word) > 1 and self._begins_choice()):
            right = self.with_suffix(self.value(), choose=True)
        else:
            right = self.script(self.next())
            if self.is_lowered_choice() and self.choose() == 1:
                right = self._lowered_choices(right)
        return infix(CHOICES[word], left, right)

    def _lowered_choices(self, left: Node) -> Node:
        left = self.one_choice(left)
        while self.is_lowered_choice() and self.choose() == 1:
            left = self.one_choice(left)
        return left

    def _begins_choice(self) -> bool:
        """Whether a C or P stands behind the lowered number here."""
        behind = self.peek()
        return behind.text in CHOICES and len(behind.text) == 1

    def with_suffix(self, node: Node, *, choose: bool = False, bracket: bool = True) -> Node:
        """`node`, or `node` with the postfix, power or bracket behind it: the place has both readings."""
        while True:
            kind = self.token.kind
            asked = kind in POSTFIX or kind == "^" or (kind == "(" and bracket) or (choose and self.is_choose())
            if not asked or self.choose() == 0:
                return node
            if kind in POSTFIX:
                node = self._one_postfix(node)
            elif kind == "^":
                self.next()
                node = infix("power", node, self.power(in_exponent=True))
            elif kind == "(":
                node = infix("multiply", node, self.value())
            else:
                node = self._chosen_after(node, False)

    # postfixes

    def _postfixed(self, node: Node) -> Node:
        while self.token.kind in POSTFIX:
            if self.token.kind == "super" and self.peek().kind == "√" and self.choose() == 1:
                index = self.script(self.next())
                return infix("multiply", node, self._postfixed(self.radical(index)))
            if self.token.text in CALLS and self.peek().kind == "(" and self.choose() == 1:
                return node  # 2 factorial(3) may be 2 times the factorial of 3
            node = self._one_postfix(node)
        return node

    def _one_postfix(self, node: Node) -> Node:
        token = self.next()
        if token.kind == "super":
            return infix("power", node, self.script(token))
        if token.kind == "postfix":
            return self._word_behind(node, token)
        many = len(token.text)
        if many > 3:
            raise Unreadable(token.start, token.end, message("bangs"))
        if many == 3:
            first = ("double_factorial", "factorial")[self.choose()]
            node = Apply(first, (node,), node.start, token.end - (1 if first == "double_factorial" else 2))
            many = 1 if first == "double_factorial" else 2
        return Apply(("factorial", "double_factorial")[many - 1], (node,), node.start, token.end)

    def _word_behind(self, node: Node, token: Token) -> Node:
        """A sign or word from the table behind its input: 5#, 4 factorial, and 4 squared, which holds a 2."""
        if token.text not in HOLDING:
            return Apply(POSTFIXES[token.text], (node,), node.start, token.end)
        function, held = HOLDING[token.text]
        return infix(function, node, Number(int(held), token.start, token.end, held))
