"""Codes of sheets: no misread character goes unnoticed, and whatever a person may type for one is understood."""

import itertools
import random
import secrets

import pytest
from stdnum.iso7064 import mod_37_36

from tournament.common.sheet_codes import ALPHABET, LENGTH, code_in_address, looks_like_code, new_code, read_code, shown

CODE = "K7M4RXF"


def is_valid(code: str) -> bool:
    return mod_37_36.is_valid(code, ALPHABET)


def with_check(drawn: str) -> str:
    return drawn + mod_37_36.calc_check_digit(drawn, ALPHABET)


def misread(code: str) -> list[str]:
    """The code with one character replaced by each other one."""
    return [
        code[:place] + other + code[place + 1 :]
        for place, character in enumerate(code)
        for other in ALPHABET
        if other != character
    ]


def drawn(count: int, seed: int = 7) -> list[str]:
    chance = random.Random(seed)
    return [new_code(chance) for _each in range(count)]


def test_every_misread_character_is_found_whatever_stands_before_it():
    # one character reaches every state that the calculation has, so two and their check are every case there is
    codes = [with_check(a + b) for a, b in itertools.product(ALPHABET, repeat=2)]
    assert {mod_37_36.checksum(a, ALPHABET) for a in ALPHABET} == set(range(len(ALPHABET)))
    assert [wrong for code in codes for wrong in misread(code) if is_valid(wrong)] == []


def test_every_misread_character_of_a_whole_code_is_found():
    codes = drawn(200)
    assert all(is_valid(code) for code in codes)
    assert [wrong for code in codes for wrong in misread(code) if is_valid(wrong)] == []


def test_of_neighbours_changed_round_44_in_10164_go_unnoticed():
    changed = [
        a + c + b + with_check(a + b + c)[3]
        for a, b, c in itertools.product(ALPHABET, repeat=3)
        if b != c  # after every state, every pair of neighbours
    ]
    assert (len(changed), sum(map(is_valid, changed))) == (10_164, 44)


def test_a_code_cannot_be_taken_for_a_number_or_a_name():
    for code in drawn(3000):
        assert len(code) == LENGTH
        assert set(code) <= set(ALPHABET)
        assert sum(map(str.isdigit, code)) >= 2
        assert sum(map(str.isalpha, code)) >= 2
        assert looks_like_code(code)
        assert looks_like_code(shown(code))


def test_the_alphabet_spells_no_word_and_has_no_two_characters_that_look_alike():
    assert len(set(ALPHABET)) == len(ALPHABET) == 22
    assert set(ALPHABET).isdisjoint("AEIOU")
    for pair in ("0O", "OD", "1I", "1L", "IL", "5S", "2Z", "8B", "6G", "UV", "OQ", "DQ"):
        assert not set(pair) <= set(ALPHABET), pair


def test_the_same_seed_draws_the_same_codes_and_another_draws_others():
    assert drawn(50) == drawn(50)
    assert set(drawn(50)).isdisjoint(drawn(50, seed=8))


def test_real_chance_draws_codes_too():
    code = new_code(secrets.SystemRandom())
    assert read_code(code) == code


@pytest.mark.parametrize(
    "typed",
    [
        "K7M4RXF",
        "K7M-4RX-F",
        "k7m4rxf",
        " k7m 4rx f ",
        "K7M–4RX–F",
        "k7m.4rx.f",
        "Ｋ７Ｍ－４ＲＸ－Ｆ",
        "k7m\t4rxf\n",
        "K7MARXF",  # A for 4
        "K7M-4RX-F v2",
        "k7m 4rx f  V12",
        "https://desk.example.org/sheets/K7M4RXF/",
        "http://10.0.0.7:8000/sheets/k7m-4rx-f/?page=1",
    ],
)
def test_a_code_is_read_however_it_is_typed(typed):
    assert read_code(typed) == CODE


def test_what_looks_like_one_of_ours_is_read_as_it():
    code = with_check("52864V")
    for ours, other in zip("52864V", "SZBGAU", strict=True):
        assert read_code(code.replace(ours, other, 1)) == code
    code = with_check("D2D3D4")
    assert read_code("0" + code[1:]) == read_code("O" + code[1:]) == read_code("q" + code[1:]) == code


@pytest.mark.parametrize(
    "typed,message",
    [
        ("K7M-4RX-H", "A character of the code must have been misread. Read it on the sheet again."),
        ("k7m 4xr f", "A character of the code must have been misread. Read it on the sheet again."),
        ("K7M-4RX", "A sheet’s code has 7 characters, such as K7M-4RX-F; this one has 6."),
        ("", "A sheet’s code has 7 characters, such as K7M-4RX-F; this one has 0."),
        ("17", "A sheet’s code has 7 characters, such as K7M-4RX-F; this one has 2."),
        (
            "K7M-4RX-I",
            "No sheet’s code has the character “I” in it. Read the code on the sheet again.",
        ),
        (
            "https://desk.example.org/sheets/",
            "A sheet’s code has 7 characters, such as K7M-4RX-F; this one has 25.",
        ),
    ],
)
def test_what_is_no_code_is_refused_with_a_sentence(typed, message):
    with pytest.raises(ValueError) as refused:
        read_code(typed)
    assert str(refused.value) == message


@pytest.mark.parametrize("typed", ["7", "104", " 104 ", "999999", "１０４", "Ana", "Ana Sánchez", "", "-"])
def test_a_number_or_a_name_is_no_code(typed):
    assert not looks_like_code(typed)


@pytest.mark.parametrize("typed", ["k7m", "K7M-4RX-F", "Ｋ７Ｍ４ＲＸＦ", "https://desk.example.org/sheets/K7M4RXF/"])
def test_letters_and_digits_are_meant_as_a_code_even_where_one_is_missing(typed):
    assert looks_like_code(typed)


def test_a_code_is_shown_in_groups():
    assert shown("K7M4RXF") == "K7M-4RX-F"
    assert all(read_code(shown(code)) == code for code in drawn(100))


def test_only_the_address_of_a_sheet_gives_its_code():
    assert code_in_address("https://desk.example.org/sheets/K7M4RXF/") == CODE
    for other in (
        CODE,
        "https://desk.example.org/sheets/K7M4RXH/",
        "https://desk.example.org/sheets/",
        "WIFI:S:hall;",
    ):
        assert code_in_address(other) is None
