"""Every method there is, the slow way: write all trees out in full, judge each, keep those on target."""

from fractions import Fraction
from itertools import combinations, permutations

from judging.language.functions.table import FUNCTIONS
from judging.language.verdict import judge

INFIX = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/", "power": "^"}
CALLS = {"choose": "C", "permute": "P", "triangular": "T", "rectangle": "R"}
POSTFIX = {"factorial": "!", "double_factorial": "!!"}


def keys(numbers, target, edition, unary_depth=1):
    """The method keys of all accepted methods on target whose every step is rational."""
    keys_made = set()
    for text in texts(numbers, edition, unary_depth):
        verdict = judge(text, numbers, target, edition, steps=True)
        if verdict.verdict == "accepted" and verdict.on_target and all(map(rational, verdict.steps)):
            keys_made.add(verdict.method_key)
    return keys_made


def rational(step):
    try:
        Fraction(step.value)
    except ValueError:
        return False
    return True


def texts(numbers, edition, unary_depth):
    sizes = [len(numbers)] if edition.every_number else range(1, len(numbers) + 1)
    chosen = {part for size in sizes for part in combinations(sorted(numbers), size)}
    for part in sorted(chosen):
        for order in sorted(set(permutations(part))):
            yield from trees(order, edition, unary_depth)


def trees(order, edition, unary_depth):
    rows = [FUNCTIONS[name] for name in sorted(edition.functions)]
    if len(order) == 1:
        plain = [str(order[0])]
    else:
        plain = [
            together(row.name, left, right)
            for at in range(1, len(order))
            for left in trees(order[:at], edition, unary_depth)
            for right in trees(order[at:], edition, unary_depth)
            for row in rows
            if row.max_inputs != 1
        ]
    yield from plain
    for _ in range(unary_depth):
        plain = [alone(row.name, each) for each in plain for row in rows if row.max_inputs == 1]
        yield from plain


def together(name, left, right):
    if name in INFIX:
        return f"({left}) {INFIX[name]} ({right})"
    return f"{CALLS.get(name, name)}({left}, {right})"


def alone(name, inside):
    return f"({inside}){POSTFIX[name]}" if name in POSTFIX else f"{CALLS.get(name, name)}({inside})"
