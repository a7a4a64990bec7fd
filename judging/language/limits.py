"""The limits of a line: its size, and the work it may cost. Budgets are sizes, never seconds, so that every machine
gives the same verdict.

The budget of a line is its work on irrational values, counted before each step of it. A unit is about ten nanoseconds
on a machine of 2020, but nothing is timed: the count follows from the sizes of the values only. Rational arithmetic
counts nothing; digits bound it.
"""

from contextvars import ContextVar, Token

MAX_LENGTH = 1000  # characters
MAX_DEPTH = 100  # brackets and functions in one another
MAX_READINGS = 16  # of one text
MAX_READ_TOKENS = 8_000  # read on all paths together; a text has at most a thousand

MAX_SPLIT_DIGITS = 40  # of a concatenation that is still taken apart
MAX_SPLIT_TRIES = 2_000

MAX_WORKING_STEPS = 40  # of a working
MAX_STEP_METHODS = 15  # one more reading is only the first step
MAX_STEP_TRIES = 3_000

MAX_EXCHANGES = 720  # of numbers in one method, to find the same method
MAX_EXCHANGED = 50 * MAX_EXCHANGES  # numbers in all exchanges together
MAX_EQUAL = 24  # numbers of which others are equal

MAX_DIGITS = 4000
LIMIT = 10**MAX_DIGITS
BITS = LIMIT.bit_length()  # a whole number of more bits is beyond the limit

LINE_WORK = 4_000_000  # of one line, in the units below

MAX_INDEX = 128  # of a root of a rational number, its powers undone
MAX_TERMS = 64  # of a sum of radicals
MAX_SUM_BITS = 3 * BITS  # of all whole numbers in a sum of radicals together

MAX_DEGREE = 24  # of the equation of an algebraic number, before it is factored
MAX_COEFFICIENT_BITS = 14_000  # of a coefficient in it: more than the digits that a rational number may have
MAX_FACTORED = 12_000  # degree times bits of what SymPy is asked to factor
assert MAX_COEFFICIENT_BITS > MAX_DIGITS * 3.33


class TooLarge(Exception):
    """A value, or the work for it, beyond the budget."""


STEP = 100  # what any operation on whole numbers costs, however small they are


class Budget:
    """The work that one line has spent so far."""

    __slots__ = ("spent",)

    def __init__(self) -> None:
        self.spent = 0


_open: ContextVar[Budget | None] = ContextVar("budget of a line", default=None)


class line_budget:
    """One budget for all that is computed inside; where one is open already, that one."""

    __slots__ = ("_token",)
    _token: Token[Budget | None] | None

    def __enter__(self) -> Budget:
        budget = _open.get()
        self._token = None
        if budget is None:
            budget = Budget()
            self._token = _open.set(budget)
        return budget

    def __exit__(self, *error: object) -> None:
        if self._token is not None:
            _open.reset(self._token)


class attempt:
    """Work inside that may be in vain: it has no more than `units` of what the line has left. It counts only if nothing
    is raised."""

    __slots__ = ("_before", "_budget", "_start")

    def __init__(self, budget: Budget, units: int) -> None:
        self._budget, self._before = budget, budget.spent
        self._start = max(budget.spent, LINE_WORK - units)

    def __enter__(self) -> None:
        self._budget.spent = self._start

    def __exit__(self, error: object, *rest: object) -> None:
        used = self._budget.spent - self._start if error is None else 0
        self._budget.spent = self._before + used


def spend(units: int) -> None:
    """Count work that is about to be done. Raises TooLarge, and counts nothing, where it is more than the line has
    left."""
    budget = _open.get()
    if budget is not None:
        if budget.spent + units > LINE_WORK:
            raise TooLarge
        budget.spent += units


def product_work(bits: int, others: int) -> int:
    """The cost of multiplying whole numbers of these lengths."""
    return STEP + (bits * others >> 13)
