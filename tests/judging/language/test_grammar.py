"""The two ways to read plain arithmetic find the same tree, and readings are those of the table and no others."""

import pytest
from hypothesis import given, strategies as st

from judging.language.parsing import grammar
from judging.language.parsing.arithmetic import arithmetic
from judging.language.parsing.tokens import Unreadable, tokens
from judging.language.parsing.writing import plain
from tests.laws import examples

LINES = st.text(alphabet="0123456789 +-−—*x×•✖/÷⁄()[]\t\u00a0", max_size=24)


def grown(inside):
    return st.builds(
        "{}{}{}{}{}".format,
        inside,
        st.sampled_from(["", " "]),
        st.sampled_from("+-*/x÷−—•⁄"),
        st.sampled_from(["", " "]),
        inside,
    ) | st.builds("({})".format, inside)


@examples(1500)
@given(LINES | st.recursive(st.integers(0, 120).map(str), grown, max_leaves=9))
def test_the_short_way_finds_what_the_general_parser_finds(text):
    short = arithmetic(text, 0, len(text))
    if short is not None:
        assert grammar.general_readings(tokens(text, 0, len(text))) == [short]


def readings(text):
    return [plain(tree) for tree in grammar.readings(text, 0, len(text))]


@pytest.mark.parametrize(
    "text,wanted",
    [
        ("7+5 mod 3", ["7 + mod(5, 3)", "mod(7 + 5, 3)"]),
        ("9 mod 4*2", ["mod(9, 4) * 2", "mod(9, 4 * 2)"]),
        ("6/2(1+2)", ["6 / 2 * (1 + 2)", "6 / (2 * (1 + 2))"]),
        ("6/2(1)(3)", ["6 / 2 * 1 * 3", "6 / (2 * 1) * 3", "6 / (2 * 1 * 3)"]),
        ("3√8", ["3 * sqrt(8)", "root(3, 8)"]),
        ("5²√9", ["5^2 * sqrt(9)", "5 * root(2, 9)"]),
        ("√9!", ["(sqrt(9))!", "sqrt(9!)"]),
        ("√9^2", ["(sqrt(9))^2", "sqrt(9^2)"]),
        ("√4(9)", ["sqrt(4) * 9", "sqrt(4 * 9)"]),
        ("4C3!", ["(C(4, 3))!", "C(4, 3!)"]),
        ("2^4C3", ["2^(C(4, 3))", "C(2^4, 3)"]),
        ("4C3C2", ["C(C(4, 3), 2)", "C(4, C(3, 2))"]),
        ("4C2(3)", ["C(4, 2) * 3", "C(4, 2 * 3)"]),
        ("T4!", ["(T(4))!", "T(4!)"]),
        ("R3^2", ["(R(3))^2", "R(3^2)"]),
        ("5!!!", ["(5!!)!", "(5!)!!"]),
        ("|(1)|(2)|(3)|", ["abs(1) * 2 * abs(3)", "abs(1 * abs(2) * 3)"]),
        ("√9!+T4!", ["(sqrt(9))! + (T(4))!", "(sqrt(9))! + T(4!)", "sqrt(9!) + (T(4))!", "sqrt(9!) + T(4!)"]),
        ("T₄!", ["(T(4))!"]),
        ("√9C4", ["C(sqrt(9), 4)", "sqrt(C(9, 4))"]),
        ("T4C3", ["C(T(4), 3)", "T(C(4, 3))"]),
        ("T₄C₃", ["C(T(4), 3)", "T(C(4, 3))"]),
        ("5C₃C₂", ["C(C(5, 3), 2)", "C(5, C(3, 2))"]),
        ("4P₉C₉", ["C(P(4, 9), 9)", "P(4, C(9, 9))"]),
        ("₅C₃C₂!", ["(C(C(5, 3), 2))!", "(C(5, C(3, 2)))!"]),
        ("7 choose ₄C₂", ["C(7, C(4, 2))"]),
        ("2^₄C₃", ["2^(C(4, 3))"]),
        ("⁴C₃", ["C(4, 3)"]),
        ("5⁴C₃", ["C(5^4, 3)"]),
        ("log2(8)", ["log(2, 8)", "log(2) * 8"]),
        ("log2 8", ["log(2, 8)"]),
        ("log 2 x 8", ["log(2) * 8"]),
        ("2 factorial(3)", ["2! * 3", "2 * 3!"]),
        ("√9 squared", ["(sqrt(9))^2", "sqrt(9^2)"]),
        ("√4̅+̅5̅!", ["(sqrt(4 + 5))!"]),
        ("√(9)!", ["(sqrt(9))!"]),
        ("2^3^2", ["2^(3^2)"]),
        ("2^3!", ["2^(3!)"]),
        ("7 mod 5 mod 2", ["mod(mod(7, 5), 2)"]),
        ("(7 mod 5)+(7 mod 5)", ["mod(7, 5) + mod(7, 5)"]),
    ],
)
def test_a_text_has_the_readings_of_the_table_the_default_first(text, wanted):
    assert readings(text) == wanted


def test_sixteen_readings_are_listed_and_no_more():
    assert len(readings("+".join(["√9!"] * 4))) == 16
    with pytest.raises(grammar.TooManyReadings):
        readings("+".join(["√9!"] * 5))


def test_a_text_that_leads_nowhere_is_unreadable_however_many_ways_there_are():
    for text in ("+".join(["√9!"] * 12) + "+)", "|(1)" * 31, "3√8" * 40 + ")"):
        with pytest.raises(Unreadable):
            readings(text)
