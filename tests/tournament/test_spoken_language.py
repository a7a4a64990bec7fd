"""The engine's sentences in another language: values land in their places, and what people wrote stays as it is."""

import time
from functools import cache

import pytest
from django.template import Context, Template
from django.utils.safestring import mark_safe
from django.utils.translation import override

from judging.language.explanation import explain
from tournament import spoken as module
from tournament.names import isolated
from tournament.spoken import LONGEST, MOST_WORK, names_in_a_row, read, spoken

from .test_spoken import HOSTILE

# texts that nobody of the engine said


@pytest.mark.parametrize(
    "text", [*HOSTILE[:11], "Counts as nothing!", "{nth} method: {worth}", "x" * 5000, "\0"]
)
def test_what_the_engine_did_not_say_stays_as_it_is(text):
    with override("eo"):
        assert spoken(text) == text


@pytest.mark.parametrize(
    "piece",
    [
        " has 1 point and ",
        "“",
        "” is not accepted: ",
        " and ",
        ": ",
        " is 1 away from 2: 3 points",
        " brought 1 point",
    ]
    + [
        "line 1 of ",
        "Level on points: ",
        "It is the other way round: ",
        "{",
        "{worth}",
        "\\",
        "(",
        "a ",
        " of 3 sets hit",
    ],
)
@pytest.mark.parametrize(
    "before, behind",
    [("", ""), ("Level on x: ", "."), ("“", "” was not expected here."), ("They count once: ", ".")],
)
def test_no_text_takes_long(piece, before, behind):
    for length in (100, 1000, LONGEST - 100, 10 * LONGEST):
        text = before + (piece * (length // len(piece) + 1))[:length] + behind
        began = time.perf_counter()
        with override("eo"):
            said = spoken(text)
        assert time.perf_counter() - began < 1
        assert isinstance(said, str)


def test_the_work_of_a_pattern_is_bounded_before_it_begins():
    template, _ = read("A has 1 point and B has 0 points.")
    many = "x has 1 point and " * 200
    assert template.values(f"{many}y has 0 points.") is None
    assert len(many) * 200**3 > MOST_WORK


# another language


@pytest.fixture
def toy(monkeypatch):
    """Catalogues by msgid: what is not in them stays English."""
    one, many = {}, {}
    monkeypatch.setattr(module, "gettext", lambda text: one.get(text, text))
    monkeypatch.setattr(module, "ngettext", lambda text, texts, n: many.get(text, (text, texts))[n != 1])
    module._kept.cache_clear()
    with override("eo"):
        yield one, many
    module._kept.cache_clear()


def test_values_land_in_their_places_in_another_order(toy):
    one, many = toy
    one["{value} is {distance} away from {target}: {worth}"] = "{worth}; {target} - {value} = {distance}"
    many["{count} point"] = ("{count} punkto", "{count} punktoj")
    assert spoken("7/2 is 1 away from 5: 1 point") == "1 punkto; 5 - 7/2 = 1"
    assert spoken("9 is 2 away from 11: 8 points") == "8 punktoj; 11 - 9 = 2"


def test_phrases_within_are_said_in_their_turn(toy):
    one, many = toy
    one |= {
        "{nth} method: {worth}": "{worth} por la {nth} metodo",
        "Second": "dua",
        "Counts once: the same method as {other}": "Kiel {other}: unufoje",
        "line {number} of {label}": "{label}, linio {number}",
        "Target {target}": "Celo {target}",
        "They count once: {rules}.": "Unufoje, ĉar {rules}!",
        "{rule}; and {rules}": "{rule} kaj {rules}",
        "{functions} leads back to a number that was there already, so nothing changes": "{functions} nenion ŝanĝas",
        "the {title}": "«{title}»",
        "square root": "kvadrata radiko",
        "the same numbers are joined by the same operations in another order": "la ordo ne gravas",
        "Level on {criteria}: {said}": "{said} ({criteria} egalas)",
        "points": "poentoj",
        "{above} has {more} and {below} has {fewer}.": "{below} havas {fewer}, {above} {more}.",
    }
    many["{count} method"] = ("{count} metodo", "{count} metodoj")
    many["{count} point"] = ("{count} poento", "{count} poentoj")
    assert spoken("Second method: 2 points") == "2 poentoj por la dua metodo"
    assert spoken("12th method: 2 points") == "2 poentoj por la 12th metodo"
    assert spoken("Counts once: the same method as line 3 of Target 45") == "Kiel Celo 45, linio 3: unufoje"
    assert spoken("Counts once: the same method as line 3") == "Kiel line 3: unufoje"
    assert spoken(explain("√1 + 2", "2 + 1", (1, 2)).sentence) == (
        "Unufoje, ĉar la ordo ne gravas kaj «kvadrata radiko» nenion ŝanĝas!"
    )
    assert (
        spoken("Level on points, My round: Ana has 3 methods and Ben has 1 method.")
        == "Ben havas 1 metodo, Ana 3 metodoj. (poentoj, My round egalas)"
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_what_people_wrote_stays_as_it_is(toy, text):
    one, many = toy
    one |= {
        "“{text}” was not expected here.": "Ĉi tie «{text}» ne taŭgas.",
        "First": "Unua",
        "Counts as nothing": "Nenio",
        "{name} has won the tiebreakers.": "Venkis {name}.",
    }
    many["{count} point"] = ("{count} poento", "{count} poentoj")
    assert spoken(f"“{text}” was not expected here.") == f"Ĉi tie «{text}» ne taŭgas."
    assert spoken(f"{text} has won the tiebreakers.") == f"Venkis {isolated(text)}."


@pytest.mark.parametrize("wrong", ["{value} kaj {distanco}", "{value.nothing}", "{0}", "{", "{value:d}"])
def test_a_translation_that_cannot_be_filled_gives_the_english_sentence(toy, wrong):
    toy[0]["{value} is not {target}: {worth}"] = wrong
    assert spoken("7 is not 8: 0 points") == "7 is not 8: 0 points"


def test_english_readers_read_what_is_stored(toy):
    toy[0]["Counts as nothing"] = "Nenio"
    assert spoken("Counts as nothing") == "Nenio"
    for language in ("en", "en-gb"):
        with override(language):
            assert spoken("Counts as nothing") == "Counts as nothing"


@cache
def page() -> Template:
    return Template("{{ text|spoken }}|{{ nothing.here|spoken }}")


def test_the_filter_escapes_and_passes_over_what_is_missing(toy):
    toy[0]["“{text}” was not expected here."] = "«{text}»?"
    said = "“<b>” was not expected here."
    assert page().render(Context({"text": mark_safe(said)})) == "«&lt;b&gt;»?|"
    assert page().render(Context({"text": said})) == "«&lt;b&gt;»?|"


def test_names_in_a_row_are_joined_in_the_readers_language(toy):
    toy[0]["{before} and {name}"] = "{before} kaj {name}"
    assert names_in_a_row(["Ana"]) == "Ana"
    assert names_in_a_row(["Ana", "Salt and Pepper", "{name}"]) == "Ana, Salt and Pepper kaj {name}"


# names from right to left, and points below 0

ADINA, MUHAMMAD = "\u05e2\u05d3\u05d9\u05e0\u05d4 \u05db.", "\u0645\u062d\u0645\u062f \u0639."
KEPT_APART = f"\u2068{ADINA}\u2069", f"\u2068{MUHAMMAD}\u2069"


@pytest.mark.parametrize(
    "sentence",
    [
        "{0} has 12 points and {1} has 1 point.",
        "Level on points: {0} has 3 methods and {1} has 1 method.",
        "Ana, {0} and {1} share 2nd place with 4 points.",
        "{0}, {1} and Ana are level, and tiebreakers decide between 1st and 3rd place.",
        "{0} and {1} play, and 1 game is to be won.",
        "{0} goes on with 3 methods to 1, and {1} is out.",
    ],
)
def test_names_from_right_to_left_are_kept_apart_from_their_sentence(sentence):
    for language in ("en", None):
        with override(language):
            assert spoken(sentence.format(ADINA, MUHAMMAD)) == sentence.format(*KEPT_APART)
            assert spoken(sentence.format(*KEPT_APART)) == sentence.format(*KEPT_APART), "once is enough"
            assert spoken(sentence.format("Ada L.", "Zoé")) == sentence.format("Ada L.", "Zoé")


def test_names_from_right_to_left_are_kept_apart_in_other_languages_too():
    with override("es"):
        said = spoken(f"{ADINA} has 12 points and {MUHAMMAD} has 1 point.")
    assert said == f"{KEPT_APART[0]} tiene 12 puntos, y {KEPT_APART[1]}, 1 punto."


def test_a_row_of_names_keeps_each_from_right_to_left_apart():
    assert names_in_a_row([ADINA, "Ana", MUHAMMAD]) == f"{KEPT_APART[0]}, Ana and {KEPT_APART[1]}"


@pytest.mark.parametrize(
    "stored, shown",
    [
        ("Ana has 1 point and Ben has -30 points.", "Ana has 1 point and Ben has −30 points."),
        ("Ben has 2nd place with -1 points.", "Ben has 2nd place with −1 points."),
        ("“5-6” is not accepted: ", "“5-6” is not accepted: "),
        ("Number-9 has 1 point and Ben has 0 points.", "Number-9 has 1 point and Ben has 0 points."),
    ],
)
def test_points_below_0_have_a_minus_sign(stored, shown):
    with override("en"):
        assert spoken(stored) == shown
    with override("es"):
        assert "-30" not in spoken(stored)
