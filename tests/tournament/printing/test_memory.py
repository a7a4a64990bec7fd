"""Printing again and again takes no more memory than printing once."""

import random
from fractions import Fraction
from pathlib import Path

from judging.games.paper import Box, label_of
from tests.conftest import cannot_run
from tournament.common.sheet_codes import new_code
from tournament.printing.sheets import SheetToPrint, pdf

STATM = Path("/proc/self/statm")
CHANCE = random.Random(8)
BOXES = [Box(label_of("Set", n), (n, 2, 3, 4), Fraction(24)) for n in range(1, 11)]


def print_hundred() -> int:
    """The memory of this process, in MB, after printing a hundred new sheets."""
    sheets = [SheetToPrint(new_code(CHANCE), "Many to One", BOXES, number=n, name="Zoë") for n in range(100)]
    assert pdf(sheets, event="Spring", base_url="https://desk.example.org")
    return int(STATM.read_text().split()[1]) * 4 // 1024


def test_what_was_printed_is_forgotten():
    if not STATM.exists():
        cannot_run("this system does not say how much memory a process has")
    print_hundred()
    first = print_hundred()
    assert max(print_hundred() for _time in range(5)) < first + 120  # 300 if nothing were forgotten
