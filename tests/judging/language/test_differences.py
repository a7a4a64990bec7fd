"""Which parts of two methods differ."""

import pytest

from judging.language.differences import differing_parts
from judging.language.expression import Node, postorder
from judging.language.parsing.writing import plain
from judging.language.verdict import judge


def tree(text: str) -> Node:
    return judge(text, (1, 2, 3, 4)).trees[0]


@pytest.mark.parametrize(
    ("one", "other", "parts", "other_parts"),
    [
        ("1+2*3", "1+2*3", [], []),
        ("1+2*3", "1 + (2x3)", [], []),
        ("(4-1)*2", "(1-4)*2", ["4", "1"], ["1", "4"]),
        ("1+2*3", "1+2/3", ["2 * 3"], ["2 / 3"]),
        ("(1+2)*3", "3*(1+2)", ["1 + 2", "3"], ["3", "1 + 2"]),
        ("1+2", "3!", ["1 + 2"], ["3!"]),
        ("root(1+2)+4", "root(1+3)+4", ["2"], ["3"]),
    ],
)
def test_a_part_differs_where_the_other_has_none_like_it_in_its_place(one, other, parts, other_parts):
    trees = tree(one), tree(other)
    differing = differing_parts(*trees)
    written = [
        [plain(postorder(each)[at]) for at in sorted(at_all)] for each, at_all in zip(trees, differing, strict=True)
    ]
    assert written == [parts, other_parts]
