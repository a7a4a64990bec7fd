"""What the engine says, part by part, and which phrases a placeholder may hold: what `spoken` and its catalogue read."""

from collections.abc import Iterable
from typing import NamedTuple

from judging.games import common
from judging.games import sentences as games
from judging.games.formats import FORMATS
from judging.language import sentences as language
from judging.language.functions import FUNCTIONS
from judging.results import sentences as results

from .record import reading

# A template, or the same for one and for many, whose number is {count}.
Text = str | tuple[str, str]


class Part(NamedTuple):
    """Texts of one kind. Those that do not stand `alone` are phrases within others; `hint` is for translators."""

    name: str
    texts: tuple[Text, ...]
    hint: str = ""
    alone: bool = True


def _part(name: str, texts: Iterable[Text], hint: str = "", alone: bool = True) -> Part:
    return Part(name, tuple(dict.fromkeys(texts)), hint, alone)


def _settings() -> Iterable[str]:
    for format in FORMATS.values():
        for setting in format.schema.settings:
            yield from (setting.label, setting.help, *(label for _, label in setting.choices))


def _formats() -> Iterable[str]:
    for format in FORMATS.values():
        yield from (format.name, format.question)
        for preset in format.presets:
            yield from (preset.label, preset.help)


LABELS = _part("what a box is called", games.LABELS.values())
TITLES = _part("functions", (row.title for row in FUNCTIONS.values()), "the name of a function")
LINES = _part("a line beside another", (games.LINE, games.LINE_OF_BOX), "within a sentence: {other}", False)
COUNTS = ("points", "methods", "wins")
POINTS = _part(
    "counts", (results.COUNTED[unit] for unit in COUNTS), "also within sentences: {worth}, {more}, {methods}"
)
NTH = _part("which method", games.ORDINALS, "within “{nth} method: {worth}”", False)
PLACES = _part(
    "which place or method",
    (*results.PLACES.values(), *games.NTH.values()),
    "within “{name} has {nth} place with {more}.” and “{nth} method: {worth}”",
    False,
)
CALLED = _part(
    "functions as they begin a sentence", language.CALLED.values(), "begins a sentence: {what}", False
)
THE_FUNCTIONS = _part(
    "functions within a sentence",
    (language.THE_FUNCTION, language.ONE_INPUT, language.FUNCTIONS_IN_A_ROW),
    "within “They count twice: one uses {functions}, the other {others}.”",
    False,
)
ALIKE = _part(
    "why two methods count once",
    (*language.ALIKE.values(), language.RULES_IN_A_ROW),
    "within “They count once: {rules}.”",
    False,
)
NAMES = _part(
    "names in a row", (results.NAMES_IN_A_ROW,), "names of contestants or teams, within a sentence", False
)
DICE = _part("dice", (label for _, label in common.DICE), "within “With {dice} dice …”")
CRITERIA = _part(
    "what places go by", results.CRITERIA.values(), "a label, which also stands within sentences"
)
SETTINGS = _part("what can be set in a round", _settings())
PARTS = (
    _part("what is said of a method", (*language.SAID.values(), *language.COUNTED.values())),
    ALIKE,
    THE_FUNCTIONS,
    CALLED,
    TITLES,
    _part("for which numbers", (row.domain for row in FUNCTIONS.values()), "the inputs of a function"),
    _part("beside a line", (template for template, _ in games.WORDS.values())),
    _part("beside a line, where nothing was judged", reading.NOTES),
    NTH,
    LINES,
    LABELS,
    _part("the bonus", (each for pair in games.BONUS.values() for each in pair)),
    _part("what is said of puzzles and settings", (*games.SAID.values(), games.COUNTED["box_count"])),
    _part("the same of what all boxes share", games.UNLABELLED),
    POINTS,
    _part("kinds of round", _formats()),
    SETTINGS,
    DICE,
    _part(
        "places, awards and tiebreakers",
        (*results.SAID.values(), *(pair for unit, pair in results.COUNTED.items() if unit not in COUNTS)),
    ),
    NAMES,
    PLACES,
    CRITERIA,
    _part("help on what places go by", (*results.HELP.values(), results.ROUND_HELP)),
)

# Placeholders that hold a whole sentence.
SENTENCES = frozenset({"message", "said"})
# Which phrases a placeholder may hold; all others hold numbers, names and what contestants wrote, which stay as they are.
WITHIN: dict[str, tuple[Part, ...]] = {
    "worth": (POINTS,),
    "more": (POINTS,),
    "fewer": (POINTS,),
    "methods": (POINTS,),
    "nth": (NTH, PLACES),
    "first": (PLACES,),
    "last": (PLACES,),
    "names": (NAMES,),
    "other": (LINES,),
    "label": (LABELS,),
    "like": (LABELS,),
    "setting": (SETTINGS,),
    "dice": (DICE,),
    "criterion": (CRITERIA,),
    "title": (TITLES,),
    "what": (CALLED,),
    "functions": (THE_FUNCTIONS,),
    "others": (THE_FUNCTIONS,),
    "function": (THE_FUNCTIONS,),
    "rules": (ALIKE,),
    "rule": (ALIKE,),
    **dict.fromkeys(SENTENCES, tuple(part for part in PARTS if part.alone)),
}
# Placeholders that hold several phrases, and what stands between them.
LISTS = {"criteria": ("criterion", ", "), "before": ("name", ", ")}
# Placeholders that hold names of people or teams, which may be of scripts from right to left.
NAMED = frozenset({"name", "names", "above", "below", "one", "rival"})

_DIGITS = r"-?[0-9][0-9,]*"
_COUNTED = r"-?[0-9]+ [a-z]+"
_PLACE = r"[0-9]+(?:st|nd|rd|th)"
# What a placeholder may hold, as a regular expression; others hold any text.
SHAPES: dict[str, str] = {
    **dict.fromkeys(
        (
            "count",
            "wanted",
            "inputs",
            "low",
            "high",
            "least",
            "most",
            "found",
            "hand",
            "ace",
            "king",
            "hit",
            "all",
        ),
        _DIGITS,
    ),
    **dict.fromkeys(("bonus", "sides", "against", "sharing", "distance", "scoring"), _DIGITS),
    **dict.fromkeys(("worth", "more", "fewer", "methods"), _COUNTED),
    **dict.fromkeys(("target", "missing"), r"-?[0-9]+(?:/[0-9]+)?"),
    **dict.fromkeys(("number", "claim"), r"\S+"),
    **dict.fromkeys(("first", "last"), _PLACE),
    "nth": rf"[A-Z][a-z]+|{_PLACE}",
    "other": r"line [0-9]+(?: of .*?)?",
    **dict.fromkeys(("rule", "function", "functions", "others"), r"[^;]*"),
    "before": r".*",  # the last “and” parts the last name from those before it
}
