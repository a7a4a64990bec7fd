"""The judge's functions on rational values, forwards and backwards, as their rows in the judge's own table say.

`applied` is the implementation where it is rational. `preimages` gives the inputs that a unary function turns into a
value. Both return normalised values, as the judge does.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache, partial

from judging.language.functions.rational_functions import absolute, by_growth, fits, normalise, quotient
from judging.language.functions.table import FUNCTIONS
from judging.language.limits import TooLarge
from judging.language.numbers import exact
from judging.language.numbers.rationals import Rational, logarithm, within_budget

__all__ = ["UnaryChains", "absolute", "applied", "fits", "logarithm", "normalise", "preimages", "quotient"]

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


class UnaryChains:
    """Unary functions stacked on a value, forwards and backwards, at most `depth` of them.

    A chain that comes back to a value it has had is the shorter chain (expression language, section 5), so the values
    of a chain are all different. Bars are left out: what they make of a form depends on its kind.
    """

    def __init__(self, names: tuple[str, ...], depth: int):
        self.names, self.depth = names, depth
        self.starts = cache(self._starts)

    def made(self, items: list[tuple[Rational, int]], length: int) -> Iterator[tuple[Rational, int]]:
        """What chains of one to `length` functions make of values, each with its count."""
        if length > 0:
            for value, count in items:
                for end in self._ends(value, length):
                    yield end, count

    def _ends(self, value: Rational, length: int, before: tuple[Rational, ...] = ()) -> list[Rational]:
        """What the chains make of one value, once for each chain."""
        ends: list[Rational] = []
        for name in self.names:
            made = applied(name, value)
            if made is not None and made != value and made not in before:
                ends.append(made)
                if length > 1:
                    ends += self._ends(made, length - 1, (*before, value))
        return ends

    def _starts(
        self, value: Rational, length: int, after: tuple[Rational, ...] = ()
    ) -> tuple[tuple[Rational, int], ...]:
        """The values from which chains of one to `length` functions lead to this one, each with the chain's length."""
        if length < 1:
            return ()
        starts: list[tuple[Rational, int]] = []
        for name in self.names:
            for inside in preimages(name, value):
                if inside != value and inside not in after:
                    further = self._starts(inside, length - 1, (*after, value))
                    starts += (inside, 1), *((start, steps + 1) for start, steps in further)
        return tuple(starts)
