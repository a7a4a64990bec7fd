"""The budget of a value. Budgets are sizes, never seconds, so that every machine gives the same verdict."""

MOST_DIGITS = 4000
LIMIT = 10**MOST_DIGITS
BITS = LIMIT.bit_length()  # a whole number of more bits is beyond the limit

MOST_DEGREE = 24  # of the equation of an algebraic number, before it is factored
MOST_BITS = 14_000  # of a coefficient in it: more than the digits that a rational number may have
MOST_FACTORED = 12_000  # degree times bits of what SymPy is asked to factor
assert MOST_BITS > MOST_DIGITS * 3.33


class TooLarge(Exception):
    """A value, or the equation of an algebraic number, beyond the budget."""
