"""The table of functions: one row each. Parser, evaluator, keys, writings, help page and API all read it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from judging.language import exact, meanings
from judging.language.exact import Value
from judging.language.logarithms import logarithm
from judging.messages import gettext_noop, register

Fixity = Literal["infix", "postfix", "prefix", "call", "bars", "sign"]

SUM, PRODUCT, POWER, CHOOSE, ATOM = 20, 30, 40, 50, 60  # how tightly a sign binds


@dataclass(frozen=True, kw_only=True)
class Function:
    """One function. `meaning` takes exact values and gives one, or raises exact.Undefined with a message.

    `symbols` are how it is typed in place, `calls` its names before bracketed inputs; `most` inputs is None where any
    number from `least` on may be given. `default` says whether editions with the whole notation have it. `example` is
    how the help page shows it, and `also` are other ways to write the same.
    """

    name: str
    title: str
    meaning: Callable[..., Value]
    rule: str
    example: str
    also: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    fixity: Fixity = "call"
    precedence: int = ATOM
    least: int = 1
    most: int | None = 1
    domain: str = gettext_noop("any numbers")
    commutes: bool = False
    associates: bool = False
    default: bool = True


WHOLE = gettext_noop("whole numbers from 0")
_ROWS = (
    Function(
        name="add",
        title=gettext_noop("addition"),
        symbols=("+",),
        fixity="infix",
        precedence=SUM,
        least=2,
        most=2,
        meaning=exact.add,
        rule="NT-M1",
        example="1 + 2",
        also=("1+2", "(1) + (2)"),
        commutes=True,
        associates=True,
    ),
    Function(
        name="subtract",
        title=gettext_noop("subtraction"),
        symbols=("-",),
        fixity="infix",
        precedence=SUM,
        least=2,
        most=2,
        meaning=exact.subtract,
        rule="NT-M1",
        example="5 - 3",
        also=("5 − 3", "5 – 3"),
    ),
    Function(
        name="multiply",
        title=gettext_noop("multiplication"),
        symbols=("*",),
        fixity="infix",
        precedence=PRODUCT,
        least=2,
        most=2,
        meaning=exact.multiply,
        rule="NT-M1",
        example="3 × 4",
        also=("3 x 4", "3*4", "3 · 4", "3(4)", "(3)4"),
        commutes=True,
        associates=True,
    ),
    Function(
        name="divide",
        title=gettext_noop("division"),
        symbols=("/",),
        fixity="infix",
        precedence=PRODUCT,
        least=2,
        most=2,
        meaning=exact.divide,
        rule="NT-M1",
        example="6 ÷ 4",
        also=("6 / 4", "6 : 4"),
        domain=gettext_noop("a divisor other than 0"),
    ),
    Function(
        name="power",
        title=gettext_noop("power"),
        symbols=("^",),
        fixity="infix",
        precedence=POWER,
        least=2,
        most=2,
        meaning=exact.power,
        rule="NT-M2",
        example="5²",
        also=("5^2", "5**2"),
        domain=gettext_noop("not 0^0; a number below zero only to a whole power"),
    ),
    Function(
        name="sqrt",
        title=gettext_noop("square root"),
        symbols=("√",),
        calls=("sqrt",),
        fixity="prefix",
        meaning=exact.square_root,
        rule="NT-M3",
        example="√9",
        also=("sqrt(9)", "√(9)"),
        domain=gettext_noop("numbers from 0"),
    ),
    Function(
        name="root",
        title=gettext_noop("n-th root"),
        calls=("root",),
        least=2,
        most=2,
        meaning=exact.root,
        rule="NT-M3",
        example="³√8",
        also=("root(3, 8)", "∛8"),
        domain=gettext_noop("an index of at least 2; an even root only of numbers from 0"),
    ),
    Function(
        name="factorial",
        title=gettext_noop("factorial"),
        symbols=("!",),
        fixity="postfix",
        meaning=meanings.factorial,
        rule="NT-M4",
        example="5!",
        also=("(5)!",),
        domain=WHOLE,
    ),
    Function(
        name="double_factorial",
        title=gettext_noop("double factorial"),
        symbols=("!!",),
        fixity="postfix",
        meaning=meanings.double_factorial,
        rule="NT-M4",
        example="5!!",
        also=("(5)!!",),
        domain=WHOLE,
    ),
    Function(
        name="triangular",
        title=gettext_noop("triangular number"),
        symbols=("t",),
        calls=("t",),
        fixity="prefix",
        meaning=meanings.triangular,
        rule="NT-M5",
        example="T₄",
        also=("T4", "T(4)", "T_4"),
        domain=WHOLE,
    ),
    Function(
        name="rectangle",
        title=gettext_noop("rectangle number"),
        symbols=("r",),
        calls=("r",),
        fixity="prefix",
        meaning=meanings.rectangle,
        rule="NT-M5",
        example="R₄",
        also=("R4", "R(4)", "R_4"),
        domain=WHOLE,
    ),
    Function(
        name="choose",
        title=gettext_noop("choose"),
        symbols=("c", "choose"),
        calls=("c",),
        fixity="infix",
        precedence=CHOOSE,
        least=2,
        most=2,
        meaning=meanings.choose,
        rule="NT-M6",
        example="4C3",
        also=("C(4, 3)", "₄C₃", "4 choose 3"),
        domain=gettext_noop("whole numbers, the second from 0 to the first"),
    ),
    Function(
        name="permute",
        title=gettext_noop("permute"),
        symbols=("p",),
        calls=("p",),
        fixity="infix",
        precedence=CHOOSE,
        least=2,
        most=2,
        meaning=meanings.permute,
        rule="NT-M6",
        example="4P3",
        also=("P(4, 3)", "₄P₃"),
        domain=gettext_noop("whole numbers, the second from 0 to the first"),
    ),
    Function(
        name="mod",
        title=gettext_noop("remainder"),
        symbols=("mod", "%"),
        calls=("mod",),
        fixity="infix",
        precedence=PRODUCT,
        least=2,
        most=2,
        meaning=meanings.mod,
        rule="NT-M7",
        example="7 mod 5",
        also=("7 % 5", "mod(7, 5)"),
        domain=gettext_noop("whole numbers; the first at least the second, and that at least 1"),
    ),
    Function(
        name="abs",
        title=gettext_noop("absolute value"),
        symbols=("|",),
        calls=("abs",),
        fixity="bars",
        meaning=exact.absolute,
        rule="NT-M8",
        example="|3 - 5|",
        also=("abs(3 - 5)",),
    ),
    Function(
        name="gcd",
        title=gettext_noop("greatest common divisor"),
        calls=("gcd",),
        least=2,
        most=None,
        meaning=meanings.gcd,
        rule="NT-M9",
        example="gcd(4, 6)",
        domain=WHOLE,
        commutes=True,
        associates=True,
    ),
    Function(
        name="lcm",
        title=gettext_noop("least common multiple"),
        calls=("lcm",),
        least=2,
        most=None,
        meaning=meanings.lcm,
        rule="NT-M9",
        example="lcm(4, 6)",
        domain=WHOLE,
        commutes=True,
        associates=True,
    ),
    Function(
        name="log",
        title=gettext_noop("logarithm"),
        calls=("log",),
        least=2,
        most=2,
        meaning=logarithm,
        rule="NT-M10",
        example="log₂8",
        also=("log_2(8)", "log(2, 8)"),
        domain=gettext_noop("numbers above 0, the base not 1"),
    ),
    Function(
        name="subfactorial",
        title=gettext_noop("subfactorial"),
        symbols=("!",),
        fixity="prefix",
        meaning=meanings.subfactorial,
        rule="NT-M11",
        example="!4",
        also=("!(4)",),
        domain=WHOLE,
        default=False,
    ),
    Function(
        name="primorial",
        title=gettext_noop("primorial"),
        symbols=("#",),
        fixity="postfix",
        meaning=meanings.primorial,
        rule="NT-M11",
        example="5#",
        also=("(5)#",),
        domain=WHOLE,
        default=False,
    ),
    Function(
        name="fibonacci",
        title=gettext_noop("Fibonacci number"),
        symbols=("f",),
        calls=("f",),
        fixity="prefix",
        meaning=meanings.fibonacci,
        rule="NT-M11",
        example="F6",
        also=("F(6)", "F₆"),
        domain=WHOLE,
        default=False,
    ),
    Function(
        name="log10",
        title=gettext_noop("logarithm without a base"),
        calls=("log",),
        meaning=meanings.log10,
        rule="NT-M11",
        example="log(100)",
        domain=gettext_noop("numbers above 0"),
        default=False,
    ),
    # nobody may use it; it is here so that a line with it can still be read and its value shown
    Function(
        name="negative",
        title=gettext_noop("minus sign before a number"),
        symbols=("-",),
        fixity="sign",
        meaning=meanings.negative,
        rule="NT-6",
        example="-3",
        default=False,
    ),
)
FUNCTIONS: dict[str, Function] = {row.name: row for row in _ROWS}

# what a function is called within a sentence; none speaks of the minus sign as a function
register({f"function_{name}": row.title for name, row in FUNCTIONS.items() if name != "negative"})
