"""One row of the table of functions. The rows are in table.py."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from judging.language.functions.rational_functions import Guard, Preimages, Quick
from judging.language.numbers.rationals import Value
from judging.messages import gettext_noop

Fixity = Literal["infix", "postfix", "prefix", "call", "bars", "sign"]
PlainShape = Literal["infix", "power", "postfix", "prefix", "sign", "call"]
MathLayout = Literal[
    "infix", "fraction", "raised", "square_root", "root", "postfix", "lowered",
    "between", "loose", "bars", "sign", "based", "call",
]  # fmt: skip

_USUAL: dict[str, Literal["infix", "postfix"]] = {"infix": "infix", "postfix": "postfix"}

SUM, PRODUCT, POWER, CHOOSE, ATOM = 20, 30, 40, 50, 60  # how tightly a sign binds


@dataclass(frozen=True, kw_only=True)
class Function:
    """One function. `implementation` takes exact values and gives one, or raises exact.Undefined with a message.

    Reading: `symbols` are how it is typed in place, the first of them as our own writing has it, and `spellings` are
    other signs and words for that; `holding` are those that imply a number, such as *cubed* (3); that number
    counts as used. `calls` are its names
    before bracketed inputs, the first again our own; `max_inputs` is None where any number from `min_inputs` on may be
    given. `default` says whether editions with the whole notation have it. `example` is how the help page shows it, and
    `also` are other ways to write the same.

    Writing: `shape` is how plain text has it and `layout` how MathML does, with `sign`; where they are empty, as usual
    for its fixity.

    Solving: `guard`, `quick` and `preimages` are as rational_functions says. Without `preimages` a function of one
    input is taken for one that grows.
    """

    name: str
    title: str
    implementation: Callable[..., Value]
    rule: str
    example: str
    also: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    spellings: tuple[str, ...] = ()
    holding: tuple[tuple[str, str], ...] = ()
    calls: tuple[str, ...] = ()
    fixity: Fixity = "call"
    precedence: int = ATOM
    min_inputs: int = 1
    max_inputs: int | None = 1
    domain: str = gettext_noop("any numbers")
    commutative: bool = False
    associative: bool = False
    default: bool = True
    shape: PlainShape | None = None
    layout: MathLayout | None = None
    sign: str = ""
    guard: Guard | None = None
    quick: Quick | None = None
    preimages: Preimages | None = None

    @property
    def plain_shape(self) -> PlainShape:
        if self.shape:
            return self.shape
        return _USUAL.get(self.fixity, "call")

    @property
    def math_layout(self) -> MathLayout:
        if self.layout:
            return self.layout
        return _USUAL.get(self.fixity, "call")

    @property
    def plain_name(self) -> str:
        """The name before brackets in our own writing: a single letter is a capital."""
        name = self.calls[0] if self.calls else self.name
        return name.upper() if len(name) == 1 else name


# a row of a function that stands between its two inputs
infix = partial(Function, fixity="infix", min_inputs=2, max_inputs=2)
