"""One tree, two writings: plain text that reads back as the same tree, and MathML Core."""

from __future__ import annotations

from html import escape

from judging.language.expression import Apply, Node, Number, parts
from judging.language.functions import PRODUCT, SUM

_SIGNS = {"add": ("+", SUM), "subtract": ("-", SUM), "multiply": ("*", PRODUCT), "divide": ("/", PRODUCT)}
_CALLS = {
    "choose": "C",
    "permute": "P",
    "triangular": "T",
    "rectangle": "R",
    "fibonacci": "F",
    "log10": "log",
}
_POSTFIX = {"factorial": "!", "double_factorial": "!!", "primorial": "#"}
TIGHT = 99


def plain(tree: Node) -> str:
    """Text that no convention reads in another way: brackets wherever there could be a doubt."""
    stack: list[tuple[str, int]] = []
    for node in parts(tree):
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
    return written(function, [(each, TIGHT if _is_whole(each) else 0) for each in inputs])[0]


def _is_whole(text: str) -> bool:
    return text.isdigit()


def _bracket(part: tuple[str, int], least: int) -> str:
    return part[0] if part[1] >= least else f"({part[0]})"


def written(function: str, inside: list[tuple[str, int]]) -> tuple[str, int]:
    """One function over inputs as (text, how tightly it binds): its own text, with brackets where there could be a
    doubt, and how tightly that binds. The solver writes its methods with it."""
    if function in _SIGNS:
        sign, level = _SIGNS[function]
        return f"{_bracket(inside[0], level)} {sign} {_bracket(inside[1], level + 1)}", level
    if function == "power":
        return f"{_bracket(inside[0], TIGHT)}^{_bracket(inside[1], TIGHT)}", PRODUCT + 1
    if function in _POSTFIX:
        return f"{_bracket(inside[0], TIGHT)}{_POSTFIX[function]}", PRODUCT + 1
    if function == "subfactorial":
        return f"!({inside[0][0]})", PRODUCT + 1
    if function == "negative":
        return f"-{_bracket(inside[0], TIGHT)}", 1
    return f"{_CALLS.get(function, function)}({', '.join(part[0] for part in inside)})", PRODUCT + 2


# MathML


def mathml(tree: Node) -> str:
    """A <math> element. Everything in it comes from the tree, so no text of a contestant reaches the page unescaped."""
    stack: list[tuple[str, int]] = []
    for node in parts(tree):
        if type(node) is Number:
            stack.append((f"<mn>{escape(node.text)}</mn>", TIGHT))
        else:
            count = len(node.inputs)
            inside = stack[len(stack) - count :]
            del stack[len(stack) - count :]
            stack.append(_marked(node, inside))
    return f'<math xmlns="http://www.w3.org/1998/Math/MathML">{stack[0][0]}</math>'


def _row(*pieces: str) -> str:
    return f"<mrow>{''.join(pieces)}</mrow>"


def _op(sign: str) -> str:
    return f"<mo>{sign}</mo>"


def _fenced(part: tuple[str, int], least: int) -> str:
    return part[0] if part[1] >= least else _row(_op("("), part[0], _op(")"))


def _marked(node: Apply, inside: list[tuple[str, int]]) -> tuple[str, int]:
    name = node.function
    if name in ("add", "subtract", "multiply"):
        sign, level = {"add": ("+", SUM), "subtract": ("−", SUM), "multiply": ("×", PRODUCT)}[name]
        return _row(_fenced(inside[0], level), _op(sign), _fenced(inside[1], level + 1)), level
    if name == "divide":
        return f"<mfrac>{_row(inside[0][0])}{_row(inside[1][0])}</mfrac>", PRODUCT + 1
    if name == "power":
        return f"<msup>{_fenced(inside[0], TIGHT)}{_row(inside[1][0])}</msup>", PRODUCT + 1
    if name == "sqrt":
        return f"<msqrt>{inside[0][0]}</msqrt>", TIGHT - 1
    if name == "root":
        return f"<mroot>{_row(inside[1][0])}{_row(inside[0][0])}</mroot>", TIGHT - 1
    if name in _POSTFIX:
        return _row(_fenced(inside[0], TIGHT), _op(_POSTFIX[name])), PRODUCT + 2
    if name in ("triangular", "rectangle", "fibonacci") and len(inside) == 1:
        letter = _CALLS[name]
        return f"<msub><mi>{letter}</mi>{_row(inside[0][0])}</msub>", TIGHT - 1
    if name in ("choose", "permute") and len(inside) == 2:
        return _row(
            _fenced(inside[0], TIGHT), f"<mi>{_CALLS[name]}</mi>", _fenced(inside[1], TIGHT)
        ), PRODUCT + 1
    if name == "mod":
        return _row(
            _fenced(inside[0], TIGHT), '<mo lspace="0.3em" rspace="0.3em">mod</mo>', _fenced(inside[1], TIGHT)
        ), SUM - 1
    if name == "abs":
        return _row(_op("|"), inside[0][0], _op("|")), TIGHT
    if name == "negative":
        return _row(_op("−"), _fenced(inside[0], TIGHT)), 1
    if name == "log" and len(inside) == 2:
        base = f"<msub><mi>log</mi>{_row(inside[0][0])}</msub>"
        return _row(base, _op("("), inside[1][0], _op(")")), PRODUCT + 2
    commas = _op(",").join(part[0] for part in inside)
    return _row(f"<mi>{escape(_CALLS.get(name, name))}</mi>", _op("("), commas, _op(")")), PRODUCT + 2
