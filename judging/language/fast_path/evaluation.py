"""One pass over a program: its value and its method key. Most sums and products become keys directly, without a
canonical form. Functions other than + - × ÷ use the table and the forms of `keys`.

What comes out is what `evaluation` and `keys` come to; a law in the tests holds the one against the other.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from judging.language.editions import Edition
from judging.language.evaluation import legality
from judging.language.evaluation.evaluate import IMPLEMENTATIONS
from judging.language.fast_path import loose_key
from judging.language.fast_path.parsing import INPUTS, ProgramSteps
from judging.language.fast_path.values import EXACT, SHORT, NotShort
from judging.language.keys import method_keys
from judging.language.keys.canonical_forms import LEAF, PRODUCT, SUM, bag_key
from judging.language.keys.method_keys import BAGS, CanonicalForm
from judging.language.numbers.rationals import Value

# a part of a method: the kind of its bag, the keys of what goes in as it is and turned, and the form of what is no bag.
# A
# number is open to both kinds
_Part = tuple[str, tuple[str, ...], tuple[str, ...], CanonicalForm | None]
_OPEN = frozenset({SUM, PRODUCT})
_CACHED_BELOW = 1000  # the numbers of which functions are kept: for none of them is any work counted


class NotPlain(Exception):
    """A method to which the edition objects."""


class FormsNeeded(Exception):
    """A program that needs canonical forms, which a pass does not build."""


class Pass:
    """The evaluation of a program, step by step: `left` are the steps still to do, `key_steps` those done that the
    canonical form does not drop. Bags are opened behind a minus sign and below a line where `opens` says so; an edition
    that is `watching` may object to steps."""

    __slots__ = ("left", "opens", "watching", "arithmetic", "values", "parts", "key_steps")

    def __init__(self, steps: ProgramSteps, opens: bool, watching: Edition | None) -> None:
        self.left, self.opens, self.watching = steps, opens, watching
        self.arithmetic = SHORT
        self.values: list[Any] = []
        self.parts: list[_Part] = []
        self.key_steps: ProgramSteps = []

    @property
    def method_key(self) -> str:
        kind, plus, minus, _ = self.parts[0]
        return _closed(kind, plus, minus)

    def go_on_exactly(self) -> Value:
        """The value of a program which is no short fraction, or is not made of such."""
        self.values = list(map(self.arithmetic.exact, self.values))
        self.arithmetic = EXACT
        return self.run()

    def run(self) -> Any:
        """The value of the program, in the arithmetic in use. Raises FormsNeeded, NotPlain, what the functions of the
        table raise, and NotShort: then the pass can go on exactly."""
        number, _, _, operations, _, _ = self.arithmetic
        values, parts, opens, watching = self.values, self.parts, self.opens, self.watching
        keep = self.key_steps.append
        steps = iter(self.left)
        for step in steps:
            if isinstance(step, int):
                values.append(number(step))
                parts.append(_number(step))
                keep(step)
            elif (operation := operations.get(step)) is not None:
                second, other = values.pop(), parts.pop()
                value = operation(values[-1], second)
                if watching:
                    check(step, (values[-1], second), value, watching)
                values[-1], parts[-1] = value, _joined(step, parts[-1], other, opens)
                keep(step)
            else:
                try:
                    name = self._bars() if step == "abs" else self._applied(step)
                except NotShort:
                    self.left = [step, *steps]
                    raise
                if name:
                    keep(name)
        return values[0]

    def _bars(self) -> str | None:
        """Apply bars. Returns the step that stands for them in the loose key, or None where they change nothing. They
        turn the signs of a sum below zero (NT-D2); no sum stands in it that was not opened."""
        value = self.values[-1]
        size = self.arithmetic.size(value)
        if size is value:
            return None
        kind, plus, minus, _ = self.parts[-1]
        if kind != SUM or not self.opens:
            raise FormsNeeded
        self.values[-1], self.parts[-1] = size, (SUM, minus, plus, None)
        return "negative"

    def _applied(self, step: str) -> str | None:
        """Apply a function of the table. Returns the step that stands for it in the loose key, or None where it changes
        nothing."""
        arithmetic, count = self.arithmetic, INPUTS[step]
        forms = [self._form(at) for at in range(-count, 0)]
        if count == 1 and forms[0].kind == LEAF and forms[0].value < _CACHED_BELOW:
            form = _of_number(step, forms[0].value)
        else:
            values = [each.value for each in forms]
            value = arithmetic.apply(step, values)
            if self.watching:
                check(step, values, value, self.watching)
            form = method_keys.build_form(step, forms, value, self.opens)
        if form is forms[0] or form.kind == forms[0].kind == LEAF:
            return None
        if not loose_key.is_opaque(form, step, forms):
            raise FormsNeeded
        self.values[-count:] = (arithmetic.of(form.value),)
        self.parts[-count:] = ((form.kind, (form.method_key,), (), form),)
        return loose_key.step_at_point(step, forms)

    def _form(self, at: int) -> CanonicalForm:
        """The form of a part. The form of a bag has its value and key but not its parts, which an opaque function does
        not need."""
        kind, plus, minus, form = self.parts[at]
        if form is not None:
            return form
        return CanonicalForm(kind, "", (), (), self.arithmetic.exact(self.values[at]), _closed(kind, plus, minus))


@lru_cache(maxsize=4096)
def _number(value: int) -> _Part:
    return LEAF, (str(value),), (), method_keys.number(value)


@lru_cache(maxsize=1024)  # there are few of them
def _of_number(function: str, number: int) -> CanonicalForm:
    """The form of a function of a given number."""
    return method_keys.build_form(function, [method_keys.number(number)], IMPLEMENTATIONS[function](number))


def _joined(step: str, one: _Part, other: _Part, opens: bool) -> _Part:
    """The part that + - × ÷ make of two parts, as in `method_keys.build_form`."""
    kind, turned = BAGS[step]
    first, plus, minus, _ = one
    second, more, less, _ = other
    if first != kind and first != LEAF:
        plus, minus = (_closed(first, plus, minus),), ()
    if second != LEAF and (second != kind or (turned and not opens)):
        more, less = (_closed(second, more, less),), ()
    if turned:
        more, less = less, more
    return kind, plus + more, minus + less, None


def _closed(kind: str, plus: tuple[str, ...], minus: tuple[str, ...]) -> str:
    """The key of a part that is complete."""
    return bag_key(kind, sorted(plus), sorted(minus)) if kind in _OPEN else plus[0]


def check(step: str, values: Sequence[Value], value: Value, edition: Edition) -> None:
    """Raises NotPlain where the edition objects to a step."""
    if any(legality.step_objections(step, values, value, edition)):
        raise NotPlain
