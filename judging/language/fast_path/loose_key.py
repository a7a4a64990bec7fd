"""The loose key of a program, computed at the published point: equal to `loose_keys.loose_key` of its form, without the
form.

For programs of + - × ÷ and of functions that are opaque there.
"""

from collections.abc import Iterable, Sequence
from itertools import repeat

from judging.language.fast_path.parsing import INPUTS, ProgramSteps
from judging.language.functions.table import FUNCTIONS
from judging.language.keys import loose_key_arithmetic, uncancelled_fractions
from judging.language.keys.canonical_forms import BAG, CanonicalForm
from judging.language.keys.loose_key_arithmetic import POWER_OF_SIZE, Point, variable
from judging.language.keys.loose_keys import is_of_size

# a program has at most some fifty numbers, so nothing has to be reduced before the end
_ALGEBRA = uncancelled_fractions.OPERATIONS
_IN_ANY_ORDER = frozenset(name for name, row in FUNCTIONS.items() if row.commutative and row.associative)


def is_opaque(form: CanonicalForm, function: str, inputs: Sequence[CanonicalForm]) -> bool:
    """Whether a form is this function over these inputs, and nothing more is known of it as algebra. Powers of powers
    may be simplified, so they need forms."""
    if form.name != function or (function == "power" and inputs[0].name == "power"):
        return False
    return form.plus == tuple(inputs) or (form.kind == BAG and len(form.plus) == len(inputs))


def step_at_point(function: str, inputs: Sequence[CanonicalForm]) -> str:
    """The name of an opaque function in the loose key: powers of a sum that are those of its size have a name of their
    own."""
    return POWER_OF_SIZE if function == "power" and is_of_size(*inputs) else function


def of_program(steps: ProgramSteps, numbers: list[int]) -> str:
    """The loose key. `numbers` are those among the steps. Raises TooManyExchanges where equal numbers have more than a
    few."""
    if len(set(numbers)) == len(numbers):
        points = [_at_point(steps, map(variable, numbers, repeat(0)))]
    else:
        orders = loose_key_arithmetic.exchanges(numbers)
        points = [_at_point(steps, map(variable, numbers, order)) for order in orders]
    return loose_key_arithmetic.written(loose_key_arithmetic.number(points))


def _at_point(steps: ProgramSteps, variables: Iterable[int]) -> Point:
    stack: list[Point] = []
    next_variable = iter(variables).__next__
    for step in steps:
        if isinstance(step, int):
            stack.append((next_variable(), 1))
        elif (operation := _ALGEBRA.get(step)) is not None:
            second = stack.pop()
            stack[-1] = operation(stack[-1], second)
        else:
            _apply(step, stack)
    return stack[0]


def _apply(step: str, stack: list[Point]) -> None:
    """Apply a function that is no algebra to the last points of the stack."""
    if step == "negative":
        top, bottom = stack[-1]
        stack[-1] = -top, bottom
    elif step == POWER_OF_SIZE:
        exponent = stack.pop()
        stack[-1] = loose_key_arithmetic.power_of_size(stack[-1], exponent)
    else:
        count = INPUTS[step]
        stack[-count:] = (loose_key_arithmetic.applied(step, tuple(stack[-count:]), step in _IN_ANY_ORDER),)
