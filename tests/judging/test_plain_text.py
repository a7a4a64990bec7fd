"""What a text may hold to be recorded, and how it is shown if more is recorded already."""

import unicodedata

import pytest

from judging.plain_text import NOT_IN_A_LINE, REPLACEMENT, UNSTORABLE, readable, texts_in, unwritable_at


def test_what_cannot_be_recorded_are_control_characters_halves_and_ends_of_lines():
    characters = map(chr, range(0x110000))
    refused = {each for each in characters if unicodedata.category(each) in {"Cc", "Cs", "Zl", "Zp"}}
    assert refused == {chr(code) for code in range(0x110000) if NOT_IN_A_LINE.match(chr(code))}


@pytest.mark.parametrize("text", ["", "8/(3-8/3)", "Zoë 👩‍👧", "می‌خواهم", "a\u00a0b"])
def test_what_stands_on_paper_is_recorded(text):
    assert unwritable_at(text) is unwritable_at(text, lines=True) is None


@pytest.mark.parametrize(
    ("text", "in_a_line", "in_lines"),
    [("1\ud800", 2, 2), ("\0", 1, 1), ("ab\x07c", 3, 3), ("a\x85", 2, 2), ("a\r\n\tb", 2, None), ("a\u2028b", 2, None)],
)
def test_the_place_of_what_cannot_be_recorded(text, in_a_line, in_lines):
    assert (unwritable_at(text), unwritable_at(text, lines=True)) == (in_a_line, in_lines)


def test_every_text_of_a_json_value_is_found():
    assert list(texts_in({"a": ["b", 1, None, {"c": "d"}]})) == ["a", "b", "c", "d"]


def test_what_is_recorded_already_is_shown_with_a_replacement_sign():
    assert readable({"t\0": ["1\ud800+\t2", 3]}) == {f"t{REPLACEMENT}": [f"1{REPLACEMENT}+ 2", 3]}
    assert readable("a\tb\ud800", UNSTORABLE) == f"a\tb{REPLACEMENT}"
