"""The corpus as Python: what stands in tests/corpus/methods.txt and same.txt, line by line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from judging.language.legality import Edition, edition

FOLDER = Path(__file__).parents[2] / "corpus"
_SMALL = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", "01234567890123456789")


class Method(NamedTuple):
    """One line of methods.txt. `said` is the verdict, and behind it the value or the codes."""

    edition: Edition
    numbers: tuple[int, ...]
    target: Fraction | None
    text: str
    said: str
    why: str


class Pair(NamedTuple):
    """One line of same.txt: two methods, and whether they are same, kin or different."""

    edition: Edition
    first: str
    second: str
    relation: str
    why: str


def _lines(name: str) -> Iterator[tuple[Edition, list[str]]]:
    rules = edition("number-tournament")
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("# edition "):
            spec = line.removeprefix("# edition ").partition(";")[0]
            rules = edition(json.loads(spec) if spec.startswith("{") else spec)
        elif line and not line.startswith("#"):
            yield rules, line.split("\t")


def methods() -> list[Method]:
    return [
        Method(
            rules,
            tuple(map(int, numbers.split())),
            None if target == "-" else Fraction(target),
            text,
            said,
            why,
        )
        for rules, (numbers, target, text, said, why) in _lines("methods.txt")
    ]


def pairs() -> list[Pair]:
    return [Pair(rules, *fields) for rules, fields in _lines("same.txt")]


def numbers_in(text: str) -> list[int]:
    """The numbers that a method uses, in order; an answer beside it is none of them."""
    written = text.partition("=")[0].replace("∛", "3 ").replace("∜", "4 ")
    found = re.findall(r"[0-9]+|[⁰¹²³⁴⁵⁶⁷⁸⁹]+|[₀₁₂₃₄₅₆₇₈₉]+", written)
    return [int(digits.translate(_SMALL)) for digits in found]
