"""How many examples a test of a law tries: few and always the same in the suite, many and new ones in `make drill`
(bench/drills/laws.py)."""

import os

from hypothesis import settings

MANY = bool(os.environ.get("TEST_MANY"))


def examples(number: int) -> settings:
    """`number` of them in the drill, and a quarter of it in the suite."""
    return settings(max_examples=number if MANY else number // 4)


def seeds(few: int, many: int, first: int = 0) -> range:
    return range(first, first + (many if MANY else few))
