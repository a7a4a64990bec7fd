"""One tree, two writings: plain text that reads back as the same tree, and MathML Core."""

from collections.abc import Callable
from html import escape

from judging.language.expression import Apply, Node, Number, postorder
from judging.language.functions.function import PRODUCT, SUM, Function
from judging.language.functions.table import FUNCTIONS

WrittenPart = tuple[str, int]  # a text and how tightly it binds
TIGHT = 99


def plain(tree: Node) -> str:
    """Text that no convention reads in another way: brackets wherever there could be a doubt."""
    stack: list[tuple[str, int]] = []
    for node in postorder(tree):
        if type(node) is Number:
            stack.append((node.text, TIGHT))
        else:
            count = len(node.inputs)
            inside = stack[len(stack) - count :]
            del stack[len(stack) - count :]
            stack.append(written(node.function, inside))
    return stack[0][0]


def applied(function: str, inputs: list[str]) -> str:
    """One function over inputs already written, each taken as a whole: a step of an evaluation."""
    return written(function, [(each, TIGHT if each.isdigit() else 0) for each in inputs])[0]


def _bracket(part: tuple[str, int], least: int) -> str:
    return part[0] if part[1] >= least else f"({part[0]})"


def written(function: str, inside: list[WrittenPart]) -> WrittenPart:
    """One function over inputs as (text, how tightly it binds): its own text, with brackets where there could be a
    doubt, and how tightly that binds. The solver writes its methods with it."""
    row = FUNCTIONS.get(function)
    if row is None:
        return _called(function, inside)
    return _SHAPES[row.plain_shape](row, inside)


def _called(name: str, inside: list[WrittenPart]) -> WrittenPart:
    return f"{name}({', '.join([part[0] for part in inside])})", PRODUCT + 2


def _between(row: Function, inside: list[WrittenPart]) -> WrittenPart:
    level = row.precedence
    return f"{_bracket(inside[0], level)} {row.symbols[0]} {_bracket(inside[1], level + 1)}", level


def _power(row: Function, inside: list[WrittenPart]) -> WrittenPart:
    return f"{_bracket(inside[0], TIGHT)}{row.symbols[0]}{_bracket(inside[1], TIGHT)}", PRODUCT + 1


def _behind(row: Function, inside: list[WrittenPart]) -> WrittenPart:
    return f"{_bracket(inside[0], TIGHT)}{row.symbols[0]}", PRODUCT + 1


def _before(row: Function, inside: list[WrittenPart]) -> WrittenPart:
    return f"{row.symbols[0]}({inside[0][0]})", PRODUCT + 1


def _with_sign(row: Function, inside: list[WrittenPart]) -> WrittenPart:
    return f"{row.symbols[0]}{_bracket(inside[0], TIGHT)}", 1


_SHAPES: dict[str, Callable[[Function, list[WrittenPart]], WrittenPart]] = {
    "infix": _between,
    "power": _power,
    "postfix": _behind,
    "prefix": _before,
    "sign": _with_sign,
    "call": lambda row, inside: _called(row.plain_name, inside),
}


# MathML


def mathml(tree: Node, differing: frozenset[int] = frozenset()) -> str:
    """A <math> element. Everything in it comes from the tree, so no text of a contestant reaches the page unescaped.
    The parts at the positions `differing` of `postorder` have the class "differs"."""
    stack: list[tuple[str, int]] = []
    for at, node in enumerate(postorder(tree)):
        if type(node) is Number:
            stack.append((f"<mn>{escape(node.text)}</mn>", TIGHT))
        else:
            count = len(node.inputs)
            inside = stack[len(stack) - count :]
            del stack[len(stack) - count :]
            stack.append(_marked(node, inside))
        if at in differing:
            stack[-1] = f'<mrow class="differs">{stack[-1][0]}</mrow>', stack[-1][1]
    return f'<math xmlns="http://www.w3.org/1998/Math/MathML">{stack[0][0]}</math>'


def _row(*pieces: str) -> str:
    return f"<mrow>{''.join(pieces)}</mrow>"


def _op(sign: str) -> str:
    return f"<mo>{sign}</mo>"


def _fenced(part: tuple[str, int], least: int) -> str:
    return part[0] if part[1] >= least else _row(_op("("), part[0], _op(")"))


def _marked(node: Apply, inside: list[WrittenPart]) -> WrittenPart:
    row = FUNCTIONS.get(node.function)
    if row is None:
        return _call_marked(node.function, inside)
    if len(inside) != row.min_inputs:
        return _call_marked(row.plain_name, inside)
    return _LAYOUTS[row.math_layout](row, inside)


def _call_marked(name: str, inside: list[WrittenPart]) -> WrittenPart:
    commas = _op(",").join(part[0] for part in inside)
    return _row(f"<mi>{escape(name)}</mi>", _op("("), commas, _op(")")), PRODUCT + 2


def _math_sign(row: Function) -> str:
    return _op(row.sign or row.symbols[0])


def _infix_marked(row: Function, inside: list[WrittenPart]) -> WrittenPart:
    level = row.precedence
    return _row(_fenced(inside[0], level), _math_sign(row), _fenced(inside[1], level + 1)), level


def _fraction(row: Function, inside: list[WrittenPart]) -> WrittenPart:
    return f"<mfrac>{_row(inside[0][0])}{_row(inside[1][0])}</mfrac>", PRODUCT + 1


def _raised(row: Function, inside: list[WrittenPart]) -> WrittenPart:
    return f"<msup>{_fenced(inside[0], TIGHT)}{_row(inside[1][0])}</msup>", PRODUCT + 1


def _square_root(row: Function, inside: list[WrittenPart]) -> WrittenPart:
    return f"<msqrt>{inside[0][0]}</msqrt>", TIGHT - 1


def _root(row: Function, inside: list[WrittenPart]) -> WrittenPart:
    return f"<mroot>{_row(inside[1][0])}{_row(inside[0][0])}</mroot>", TIGHT - 1


def _behind_marked(row: Function, inside: list[WrittenPart]) -> WrittenPart:
    return _row(_fenced(inside[0], TIGHT), _math_sign(row)), PRODUCT + 2


def _lowered(row: Function, inside: list[WrittenPart]) -> WrittenPart:
    return f"<msub><mi>{row.plain_name}</mi>{_row(inside[0][0])}</msub>", TIGHT - 1


def _choice(row: Function, inside: list[WrittenPart]) -> WrittenPart:
    letter = f"<mi>{row.plain_name}</mi>"
    return _row(_fenced(inside[0], TIGHT), letter, _fenced(inside[1], TIGHT)), PRODUCT + 1


def _word(row: Function, inside: list[WrittenPart]) -> WrittenPart:
    sign = f'<mo lspace="0.3em" rspace="0.3em">{row.symbols[0]}</mo>'
    return _row(_fenced(inside[0], TIGHT), sign, _fenced(inside[1], TIGHT)), SUM - 1


def _bars(row: Function, inside: list[WrittenPart]) -> WrittenPart:
    return _row(_op("|"), inside[0][0], _op("|")), TIGHT


def _sign_marked(row: Function, inside: list[WrittenPart]) -> WrittenPart:
    return _row(_math_sign(row), _fenced(inside[0], TIGHT)), 1


def _based(row: Function, inside: list[WrittenPart]) -> WrittenPart:
    base = f"<msub><mi>{row.plain_name}</mi>{_row(inside[0][0])}</msub>"
    return _row(base, _op("("), inside[1][0], _op(")")), PRODUCT + 2


_LAYOUTS: dict[str, Callable[[Function, list[WrittenPart]], WrittenPart]] = {
    "infix": _infix_marked,
    "fraction": _fraction,
    "raised": _raised,
    "square_root": _square_root,
    "root": _root,
    "postfix": _behind_marked,
    "lowered": _lowered,
    "between": _choice,
    "loose": _word,
    "bars": _bars,
    "sign": _sign_marked,
    "based": _based,
    "call": lambda row, inside: _call_marked(row.plain_name, inside),
}
