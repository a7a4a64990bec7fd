"""Powers, C and P, and what stands behind a value: the levels of binding between products and values."""

from __future__ import annotations

from judging.language.cursor import INFIX_NAMES
from judging.language.expression import Apply, Node
from judging.language.tokens import Token, Unreadable
from judging.language.values import POSTFIX, Values, number
from judging.messages import message

# what may stand behind a number so that it is a factor as it is
_ENDS_NUMBER = frozenset({"+", "-", "*", "/", "mod", ")", "|", ",", "end"})


def joined(function: str, left: Node, right: Node) -> Apply:
    """A function of two inputs that stands between them."""
    return Apply(function, (left, right), left.start, right.end)


class Powers(Values):
    """Powers, loosest of these, then choose and permute, then postfixes."""

    def __init__(self, found: list[Token], path: list[int], on: frozenset[str]):
        super().__init__(found, path, on)
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
                left = joined("power", left, self.power(in_exponent=True))
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
            left = self._postfixed(joined(name, left, right))
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
                node = joined("power", node, self.power(in_exponent=True))
            elif kind == "(":
                node = joined("multiply", node, self.value())
            else:
                node = self._chosen_after(node, False)

    # postfixes

    def _postfixed(self, node: Node) -> Node:
        while self.token.kind in POSTFIX:
            if self.token.kind == "super" and self.peek().kind == "√" and self.choose() == 1:
                index = self.small(self.next())
                return joined("multiply", node, self._postfixed(self.radical(index)))
            node = self._one_postfix(node)
        return node

    def _one_postfix(self, node: Node) -> Node:
        token = self.next()
        if token.kind == "super":
            return joined("power", node, self.small(token))
        if token.kind == "#":
            return Apply("primorial", (node,), node.start, token.end)
        many = len(token.text)
        if many > 3:
            raise Unreadable(token.start, token.end, message("bangs"))
        if many == 3:
            first = ("double_factorial", "factorial")[self.choose()]
            node = Apply(first, (node,), node.start, token.end - (1 if first == "double_factorial" else 2))
            many = 1 if first == "double_factorial" else 2
        return Apply(("factorial", "double_factorial")[many - 1], (node,), node.start, token.end)
