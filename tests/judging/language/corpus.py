"""Reading the corpora: lines of parts between tabs, grouped by the edition that a comment names."""

import json
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from judging.language.claims import layout
from judging.language.editions import Edition, edition
from judging.language.expression import number_nodes
from judging.language.parsing import grammar

FOLDER = Path(__file__).parents[2] / "corpus"


class Line(NamedTuple):
    place: str
    rules: Edition
    parts: list[str]


def lines(name: str) -> list[Line]:
    rules, rows = edition("number-tournament"), []
    for at, text in enumerate((FOLDER / name).read_text(encoding="utf-8").splitlines(), 1):
        if text.startswith("# edition "):
            spec = text.removeprefix("# edition ").strip()
            rules = edition(json.loads(spec) if spec.startswith("{") else spec)
        elif text and not text.startswith("#"):
            rows.append(Line(f"{name}:{at}", rules, text.split("\t")))
    return rows


def numbers(text: str) -> list[int]:
    return [int(part) for part in text.split()]


def target(text: str) -> Fraction | None:
    try:
        return Fraction(text)
    except ValueError:
        return None


def numbers_in(text: str) -> list[int]:
    """The numbers that a method uses, in order; an answer beside it is none of them."""
    start, end = layout(text).method
    return [node.value for node in number_nodes(grammar.readings(text, start, end)[0]) if type(node.value) is int]


def texts() -> list[str]:
    """Every method of both corpora, as material for laws and for the fuzz."""
    return [line.parts[2] for line in lines("methods.txt")] + [
        text for line in lines("same.txt") for text in line.parts[:2]
    ]
