"""The budget of a value. Budgets are sizes, never seconds, so that every machine gives the same verdict."""

MAX_DIGITS = 4000
LIMIT = 10**MAX_DIGITS
BITS = LIMIT.bit_length()  # a whole number of more bits is beyond the limit

LINE_WORK = 4_000_000  # of one line, in units of budget.py

MAX_INDEX = 128  # of a root of a rational number, its powers undone
MAX_TERMS = 64  # of a sum of radicals
MAX_SUM_BITS = 3 * BITS  # of all whole numbers in a sum of radicals together

MAX_DEGREE = 24  # of the equation of an algebraic number, before it is factored
MAX_COEFFICIENT_BITS = 14_000  # of a coefficient in it: more than the digits that a rational number may have
MAX_FACTORED = 12_000  # degree times bits of what SymPy is asked to factor
assert MAX_COEFFICIENT_BITS > MAX_DIGITS * 3.33


class TooLarge(Exception):
    """A value, or the work for it, beyond the budget."""
