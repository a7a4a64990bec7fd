"""How many examples a test of a law tries: few and always the same in the suite, many and new ones in `make drill`
(bench/drills/laws.py). So with tests that ask every address: the suite asks some of them, the drill all."""

import os
from collections.abc import Iterable
from typing import TypeVar

from hypothesis import settings

Each = TypeVar("Each")

MANY = bool(os.environ.get("TEST_MANY"))


def examples(number: int) -> settings:
    """`number` of them in the drill, and a quarter of it in the suite."""
    return settings(max_examples=number if MANY else number // 4)


def seeds(few: int, many: int, first: int = 0) -> range:
    return range(first, first + (many if MANY else few))


def some(all_of_them: Iterable[Each], *, of: int, at: int = 0) -> list[Each]:
    """Every `of`-th, counted from number `at`; in the drill all of them. The test is marked `sampled`."""
    each = list(all_of_them)
    return each if MANY else each[at % of :: of]
