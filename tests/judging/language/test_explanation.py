"""`same` names what really differs: what the rules drop or open is no difference."""

import pytest

from judging.language.editions import edition
from judging.language.explanation import explain


@pytest.mark.parametrize(
    "one,other,numbers,rules,expected",
    [
        ("2! x 2", "2 + 2", (2, 2), "number-tournament", "one uses the multiplication, the other the addition"),
        ("3! - 1! + 3", "T3 - 1 + 3", (1, 3, 3), "number-tournament",
         "one uses the factorial, the other the triangular number"),
        ("|2 - 5| x 1", "(5 - 2) / 1", (1, 2, 5), "number-tournament",
         "one uses the multiplication, the other the division"),
        ("√(4 x 9)", "√4 x √9", (4, 9), "number-tournament",
         "only one of them has the square root"),
        ("4 + 2 - 3", "4 + 3 - 2", (2, 3, 4), "number-tournament", "one makes 3, the other 5"),
        ("√2 x √3", "√(2 x 3)", (2, 3), "number-tournament",
         "only one of them has the square root"),
        ("2 x 3 - 1", "4 x 2 - 3", (1, 2, 3, 4), "dmas", "one uses 1, 2, 3, the other 2, 3, 4"),
        ("(4 + 3 - 3) x 6", "4 x 6 + 3 - 3", (3, 3, 4, 6), "number-tournament",
         "the same operations join other parts"),
    ],
)  # fmt: skip
def test_two_methods_that_count_twice_are_told_why(one, other, numbers, rules, expected):
    assert expected in str(explain(one, other, numbers, edition(rules)).message)
