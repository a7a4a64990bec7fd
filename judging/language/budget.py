"""The budget of a line: its work on irrational values, counted before each step of it.

A unit is about ten nanoseconds on a machine of 2020, but nothing is timed: the count follows from the sizes of the
values only, so that every machine gives the same verdict. Rational arithmetic counts nothing; digits bound it.
"""

from contextvars import ContextVar, Token

from judging.language.limits import LINE_WORK, TooLarge

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
