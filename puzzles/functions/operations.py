"""The judge's functions on rational values, forwards and backwards, as their rows in the judge's own table say.

`applied` is the implementation where it is rational. `preimages` gives the inputs that a unary function turns into a
value. Both return normalised values, as the judge does.
"""

from fractions import Fraction
from functools import lru_cache, partial

from judging.language.functions.rational_functions import absolute, by_growth, fits, normalise, quotient
from judging.language.functions.table import FUNCTIONS
from judging.language.limits import TooLarge
from judging.language.numbers import exact
from judging.language.numbers.rationals import Rational, logarithm, within_budget

__all__ = ["absolute", "applied", "fits", "logarithm", "normalise", "preimages", "quotient"]

_IMPLEMENTATIONS = {name: row.implementation for name, row in FUNCTIONS.items()}
_GUARDS = {name: row.guard for name, row in FUNCTIONS.items() if row.guard}
_QUICK = {name: row.quick for name, row in FUNCTIONS.items() if row.quick}
_UNDEFINED = (exact.Undefined, TooLarge, exact.NotProved)


def applied(name: str, *inputs: Rational) -> Rational | None:
    """What the function comes to; None where it is undefined, irrational, or beyond the budget of digits."""
    guard = _GUARDS.get(name)
    if guard is not None and not guard(*inputs):
        return None
    quick = _QUICK.get(name)
    if quick is not None:
        return quick(*inputs)
    try:
        value = within_budget(_IMPLEMENTATIONS[name](*inputs))
    except _UNDEFINED:
        return None
    return value if isinstance(value, int | Fraction) else None


_PREIMAGES = {
    name: row.preimages or by_growth(partial(applied, name)) for name, row in FUNCTIONS.items() if row.max_inputs == 1
}


@lru_cache(maxsize=20000)
def preimages(name: str, value: Rational) -> tuple[Rational, ...]:
    """Every rational input that the unary function turns into `value`."""
    return tuple(_PREIMAGES[name](value))
