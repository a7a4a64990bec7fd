"""What judging says, on pages: in the reader's language, with names and points below 0 as pages have them."""

import pytest
from django.template import Context, Template
from django.utils.translation import override

from judging.language.explanation import explain
from judging.language.verdict import judge
from judging.messages import message, ordinal, points, text
from judging.results.awards import in_a_row
from judging.results.standings import EntrantRow, rank
from tests.judging.language.corpus import lines, numbers
from tournament.common.line_text import isolated, with_signs
from tournament.common.wording.sentences import sentence

IN_STEPS = message(
    "working_of_one", chain=("sqrt(9) * 4 = 12", "12 / 2 = 6"), method="sqrt(9) * 4 / 2", value="2*√6 - 1/2"
)
ADINA, MUHAMMAD = "\u05e2\u05d3\u05d9\u05e0\u05d4 \u05db.", "\u0645\u062d\u0645\u062f \u0639."


@pytest.fixture(autouse=True, params=["en", "es"])
def language(request):
    with override(request.param):
        yield request.param


@pytest.mark.parametrize(
    "one, english, spanish",
    [
        (
            message("misses", value="7", target="8", worth=points(0)),
            "7 is not 8: 0 points",
            "7 no es 8: 0 puntos",
        ),
        (
            message("as_near", other=message("line_of_box", number=3, label=message("box_target", target="45"))),
            "As near as line 3 of Target 45; only one of the two counts",
            "Tan cerca como línea 3 de Objetivo 45; solo cuenta una de las dos",
        ),
        (
            message("setting_too_small", setting=text("Time in seconds"), least=10),
            "Time in seconds must be 10 or more.",
            "Tiempo en segundos tiene que ser 10 o más.",
        ),
    ],
)
def test_a_message_is_a_sentence_in_the_readers_language_down_to_its_phrases(language, one, english, spanish):
    assert sentence(one) == {"en": english, "es": spanish}[language]
    assert str(one) == english, "for files and the API"


def test_an_explanation_names_its_functions_in_the_readers_language(language):
    message = sentence(explain("√1 + 2", "2 + 1", (1, 2)).message)
    assert {"en": "square root", "es": "raíz cuadrada"}[language] in message


def test_what_is_no_message_stays_as_it_is():
    assert sentence("Ana’s round") == "Ana’s round"


def test_names_from_right_to_left_are_kept_apart_from_their_sentence():
    rows = [EntrantRow(1, {"a": 12}, name=ADINA), EntrantRow(2, {"a": 1}, name=MUHAMMAD)]
    for one in (
        rank(rows).why_above(1, 2),
        message("place_level", criteria=(text("points"),), said=rank(rows).why_above(1, 2)),
        message("award_shared", names=in_a_row(["Ana", ADINA, MUHAMMAD]), nth=ordinal(2), more=points(4)),
        message("bracket_next", one=ADINA, rival=MUHAMMAD, count=1),
    ):
        for name in (ADINA, MUHAMMAD):
            assert f"\u2068{name}\u2069" in sentence(one)
            assert "\u2068" not in str(one)


def test_other_names_stay_as_they_are(language):
    rows = [EntrantRow(1, {"a": 12}, name="Ada L."), EntrantRow(2, {"a": 1}, name="{count} <b>")]
    english = "Ada L. has 12 points and {count} <b> has 1 point."
    spanish = "Ada L. tiene 12 puntos, y {count} <b>, 1 punto."
    assert sentence(rank(rows).why_above(1, 2)) == {"en": english, "es": spanish}[language]
    assert isolated("Ada L.") == "Ada L."


def test_points_below_0_have_a_minus_sign():
    assert sentence(points(-30)).startswith("−30 ")
    assert str(points(-30)) == "-30 points"
    why = message("not_accepted", text="5-6", message=message("nothing_written"))
    assert "5-6" in sentence(why), "what people wrote has the sign that they wrote"


def test_the_filter_escapes_and_passes_over_what_is_missing():
    page = Template("{{ one|sentence }}|{{ nothing.here|sentence }}")
    text = page.render(Context({"one": message("not_expected", text="<b>")}))
    assert "&lt;b&gt;" in text
    assert text.endswith("|")


def test_a_method_has_the_signs_of_a_school_book_in_a_sentence():
    shown = sentence(IN_STEPS)
    assert "√(9) × 4 = 12, 12 ÷ 2 = 6" in shown
    assert "√(9) × 4 ÷ 2 = 2×√6 − 1/2" in shown
    assert "sqrt(9) * 4" in str(IN_STEPS)  # as files and programs have it


def test_no_sentence_on_a_method_has_the_signs_of_a_program():
    for line in lines("methods.txt"):
        verdict = judge(line.parts[2], numbers(line.parts[0]), edition=line.rules)
        for reason in verdict.reasons:
            shown = sentence(reason.as_message).replace(line.parts[2], "")
            assert not [sign for sign in ("sqrt(", "**", " * ") if sign in shown and sign not in line.parts[2]], shown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("*3", "×3"),
        ("/4", "÷4"),
        ("-2", "−2"),
        ("2/3", "2/3"),
        ("3*√2*root(3, 5)", "3×√2×root(3, 5)"),
        ("(1+2)*4", "(1+2)*4"),
    ],
)
def test_the_signs_of_a_school_book(written, shown):
    assert with_signs(written) == shown
