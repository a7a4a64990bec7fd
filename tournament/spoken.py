"""The engine's sentences in the reader's language.

`judging` says English sentences and knows no other; they are stored and computed so, whoever looks first. A page hands
each to `spoken`, which finds the template that made it and fills the template's translation with the same values. Names
from right to left are isolated there, and points below 0 have a minus sign.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from math import prod
from string import Formatter
from typing import NamedTuple

from django.utils.translation import get_language, gettext, ngettext

from judging.results.sentences import NAMES_IN_A_ROW

from .names import RIGHT_TO_LEFT, isolated
from .spoken_tables import LISTS, NAMED, PARTS, SENTENCES, SHAPES, WITHIN, Part, Text

LONGEST = 10_000  # characters of a sentence that is read; what is longer stays as it is
LONGEST_KEPT = 500  # of one that is kept in memory
MOST_WORK = 200_000  # characters that a pattern could have to pass, at worst: hostile texts repeat what stands between


MINUS = "\N{MINUS SIGN}"
# What a sentence may hold that is shown otherwise than it is stored, in every language
TOUCHED = re.compile(RIGHT_TO_LEFT.pattern + "|-[0-9]")


class Template(NamedTuple):
    """A text with its pattern; `many` where it is one of a pair, `breaks` are the pieces between two placeholders."""

    text: str
    many: str
    prefix: str
    suffix: str
    breaks: tuple[str, ...]
    pattern: re.Pattern[str]

    @property
    def literal(self) -> int:
        return len(self.prefix) + len(self.suffix) + sum(map(len, self.breaks))

    @property
    def holds_another(self) -> bool:
        return not SENTENCES.isdisjoint(self.pattern.groupindex)

    def values(self, sentence: str) -> dict[str, str] | None:
        """What stands at each placeholder where this text made the sentence, else None."""
        if not (sentence.startswith(self.prefix) and sentence.endswith(self.suffix)):
            return None
        if not 0 < len(sentence) * prod(sentence.count(each) for each in self.breaks) <= MOST_WORK:
            return None
        found = self.pattern.fullmatch(sentence)
        return found.groupdict() if found else None

    def said(self, values: Mapping[str, str]) -> str:
        """The translation with the values in their places; in English where it cannot be filled."""
        try:
            return self._translated(values).format(**values)
        except (KeyError, IndexError, ValueError, AttributeError):
            return self._own(values).format(**values)

    def _translated(self, values: Mapping[str, str]) -> str:
        if not self.many:
            return gettext(self.text)
        return ngettext(self.text, self.many, int(values["count"].replace(",", "").replace(MINUS, "-")))

    def _own(self, values: Mapping[str, str]) -> str:
        return self.many if self.many and values["count"] != "1" else self.text


def spoken(sentence: object) -> str:
    """The sentence in the language that is active; as it is where no text of the engine made it, and in English but for
    names and signs."""
    sentence = str(sentence)[:]  # never a text marked as safe: what is kept serves others too
    language = get_language()
    if not sentence or len(sentence) > LONGEST:
        return sentence
    if (not language or language.split("-")[0] == "en") and not TOUCHED.search(sentence):
        return sentence
    if len(sentence) > LONGEST_KEPT:
        return _said(sentence, ALONE)
    return _kept(sentence, language)


def names_in_a_row(names: Sequence[str]) -> str:
    """`Ana, Ben and Cem` in the language that is active, as the engine has it in English. At least one name."""
    *before, last = map(isolated, names)
    return gettext(NAMES_IN_A_ROW).format(before=", ".join(before), name=last) if before else last


@lru_cache(maxsize=4096)
def _kept(sentence: str, language: str | None) -> str:
    return _said(sentence, ALONE)


def _said(sentence: str, parts: tuple[Part, ...]) -> str:
    found = read(sentence, parts)
    if found is None:
        return sentence
    template, values = found
    return template.said({name: _value(name, value) for name, value in values.items()})


def _value(name: str, value: str) -> str:
    if name in LISTS:
        each, between = LISTS[name]
        return between.join(_value(each, one) for one in value.split(between))
    if name == "count":
        return signed(value)
    said = _said(value, WITHIN[name]) if name in WITHIN else value
    return isolated(said) if name in NAMED else said


def signed(number: object) -> str:
    """A number of points as pages have it, with the minus sign; files keep the hyphen that programs read."""
    return str(number).replace("-", MINUS, 1)


def read(sentence: str, parts: tuple[Part, ...] | None = None) -> tuple[Template, dict[str, str]] | None:
    """The template of these parts that made the sentence, with its values; None where there is none. Of several the
    one with the most words of its own; filled with the values it is the sentence again."""
    exact, patterns = _compiled(ALONE if parts is None else parts)
    if sentence in exact:
        return exact[sentence], {}
    for template in patterns:
        if (values := template.values(sentence)) is not None:
            return template, values
    return None


@cache
def _compiled(parts: tuple[Part, ...]) -> tuple[dict[str, Template], tuple[Template, ...]]:
    """Texts without a placeholder by themselves, and all others with the most words first; before these, those that
    hold a whole sentence, which would pass as what it holds."""
    made = [template for part in parts for text in part.texts for template in templates(text)]
    exact = {each.text: each for each in made if "{" not in each.text}
    patterns = sorted(
        (each for each in made if "{" in each.text), key=lambda each: (not each.holds_another, -each.literal)
    )
    return exact, tuple(patterns)


def templates(text: Text) -> Iterable[Template]:
    """The templates of a text: its own, or both of a pair."""
    if isinstance(text, str):
        return (_template(text, text, ""),)
    one, many = text
    return _template(one, one, many), _template(many, one, many)


def _template(shape: str, text: str, many: str) -> Template:
    pieces: list[str] = []
    pattern, seen = "", set[str]()
    for literal, name, _, _ in Formatter().parse(shape):
        pieces.append(literal)
        pattern += re.escape(literal)
        if name is not None:
            pattern += f"(?P={name})" if name in seen else f"(?P<{name}>{SHAPES.get(name, '.*?')})"
            seen.add(name)
    if shape.endswith("}"):
        pieces.append("")
    prefix, *breaks, suffix = pieces if len(pieces) > 1 else (*pieces, "")
    return Template(text, many, prefix, suffix, tuple(breaks), re.compile(pattern, re.DOTALL))


ALONE = tuple(part for part in PARTS if part.alone)
