"""Marking the places of reasons in a text."""

import pytest

from tournament.scoring.text_marks import Piece, pieces


@pytest.mark.parametrize(
    ("text", "places", "expected"),
    [
        ("1+2", [], [Piece("1+2", (), ())]),
        ("1+2", [(None, None)], [Piece("1+2", (), ())]),
        ("1+2", [(0, 3)], [Piece("1+2", (1,), (1,))]),
        ("1+2", [(2, 3)], [Piece("1+", (), ()), Piece("2", (1,), (1,))]),
        ("1+", [(2, 2)], [Piece("1+", (), ()), Piece("", (1,), (1,))]),
        ("", [(0, 0)], [Piece("", (1,), (1,))]),
        (
            "12+3",
            [(0, 4), (0, 2), (None, None), (1, 2)],
            [Piece("1", (1, 2), ()), Piece("2", (1, 2, 4), (2, 4)), Piece("+3", (1,), (1,))],
        ),
    ],
)
def test_a_text_is_cut_where_places_begin_and_end(text, places, expected):
    found = pieces(text, places)
    assert found == expected
    assert "".join(piece.text for piece in found) == text
