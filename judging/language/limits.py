"""The limits of a line: its size, and the work it may cost. Budgets are sizes, never seconds, so that every machine
gives the same verdict."""

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
