"""How children write: the same method in many hands, and the ways it goes wrong."""

import re
from collections.abc import Callable, Mapping
from random import Random

from judging.games.paper import Box
from judging.language.numbers.rationals import Rational

from ..models import Mark
from .methods import methods

WrittenLine = tuple[str, str]  # text and mark
TIMES = (" x ", " × ", "*", " * ", "x", " · ")
DIVIDED = (" / ", " ÷ ", "/", ":")
SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class KnownMethods:
    """One box and the methods known for it, so that children can hit it, miss it and repeat themselves. `by_value` are
    the methods by value, if not those of all the numbers."""

    def __init__(self, box: Box, chance: Random, by_value: Mapping[Rational, list[str]] | None = None):
        self.box = box
        by_value = methods(box.numbers) if by_value is None else by_value
        hits = by_value.get(box.target, [])
        self.hits = chance.sample(hits, len(hits))
        self.kin = turned(self.hits)
        self.near = [
            (value, text)
            for value in sorted(value for value in by_value if value.denominator == 1 and abs(value - box.target) <= 6)
            if value != box.target
            for text in by_value[value][:2]
        ]


def in_a_hand(text: str, value: Rational, chance: Random) -> str:
    """The same method as a child may write it: other signs, other spaces, the answer behind it."""
    text = text.replace("*", chance.choice(TIMES).strip() or "x")
    text = text.replace("/", chance.choice(DIVIDED).strip())
    if chance.random() < 0.35:
        text = text.replace(" ", "")
    if chance.random() < 0.3:
        text = text.replace("sqrt(", "√(") if chance.random() < 0.5 else re.sub(r"sqrt\((\d+)\)", r"√\1", text)
    if chance.random() < 0.25:
        text = text.replace("-", "–")
    if chance.random() < 0.35:
        text = f"{text} = {value}"
    return text


TERM = r"([^()+-]+)"
# (as written, turned): equal in algebra, though not by the rules on order and brackets
TURNED = (
    (re.compile(rf"\({TERM} - {TERM}\) ([*/]) \({TERM} - {TERM}\)"), r"(\2 - \1) \3 (\5 - \4)"),
    (re.compile(rf" - \({TERM} - {TERM}\) ([*/]) (\w+)"), r" + (\2 - \1) \3 \4"),
    (re.compile(rf" - (\w+) \* \({TERM} - {TERM}\)"), r" + \1 * (\3 - \2)"),
)


def turned(texts: list[str]) -> tuple[str, str] | None:
    """One of the texts and the same with its signs turned twice, which a judge may rule to count once."""
    pairs = ((text, written.sub(other, text, count=1)) for text in texts for written, other in TURNED)
    return next(((text, other) for text, other in pairs if text != other), None)


def swapped(text: str) -> str:
    """The same sum or product with its outer parts exchanged, where that is easily seen: counts once."""
    parts = text.split(" + ")
    if len(parts) == 2 and all(part.count("(") == part.count(")") for part in parts):
        return " + ".join(reversed(parts))
    return f"({text})"


def line(known: KnownMethods, skill: float, chance: Random, earlier: list[str]) -> WrittenLine:
    """One line of a child with this skill, 0 to 1. `earlier` are the methods already written in the box."""
    luck = chance.random()
    if known.hits and luck < 0.35 + 0.5 * skill:
        fresh = [text for text in known.hits if text not in earlier]
        if earlier and (not fresh or chance.random() < 0.08):
            return in_a_hand(swapped(chance.choice(earlier)), known.box.target, chance), Mark.WRITTEN
        text = fresh[0] if fresh else known.hits[0]
        earlier.append(text)
        return in_a_hand(text, known.box.target, chance), Mark.WRITTEN
    if known.near and luck < 0.88:
        value, text = chance.choice(known.near)
        claimed = known.box.target if chance.random() < 0.25 else value  # believes it hits
        return in_a_hand(text, claimed, chance), Mark.WRITTEN
    return chance.choices(SLIPS, WEIGHTS)[0](known, chance)


def _basis(known: KnownMethods, chance: Random) -> str:
    return chance.choice(known.hits) if known.hits else " + ".join(map(str, known.box.numbers))


def _reused(known: KnownMethods, chance: Random) -> WrittenLine:
    return f"{_basis(known, chance)} + {known.box.numbers[0]} - {known.box.numbers[0]}", Mark.WRITTEN


def _unused(known: KnownMethods, chance: Random) -> WrittenLine:
    return " x ".join(map(str, known.box.numbers[:-1])), Mark.WRITTEN


def _not_given(known: KnownMethods, chance: Random) -> WrittenLine:
    first, *rest = known.box.numbers
    return (f"{first}{str(chance.choice((2, 3))).translate(SUPERSCRIPT)} + {' + '.join(map(str, rest))}", Mark.WRITTEN)


def _concatenated(known: KnownMethods, chance: Random) -> WrittenLine:
    a, b, *rest = known.box.numbers
    return f"{a}{b} - {' - '.join(map(str, rest))}", Mark.WRITTEN


def _decimal(known: KnownMethods, chance: Random) -> WrittenLine:
    first, *rest = known.box.numbers
    return f"{' x '.join(map(str, rest))} / .{first}", Mark.WRITTEN


def _negative(known: KnownMethods, chance: Random) -> WrittenLine:
    first, *rest = known.box.numbers
    return f"-{first} + {' x '.join(map(str, rest))}", Mark.WRITTEN


def _forbidden(known: KnownMethods, chance: Random) -> WrittenLine:
    a, b, *rest = known.box.numbers
    return f"floor({a}/{b}) + {' x '.join(map(str, rest))}", Mark.WRITTEN


def _ambiguous(known: KnownMethods, chance: Random) -> WrittenLine:
    a, b, *rest = known.box.numbers
    return f"{' + '.join(map(str, rest))} + {a} mod {b}", Mark.WRITTEN


def _unreadable(known: KnownMethods, chance: Random) -> WrittenLine:
    a, b, *_ = known.box.numbers
    return chance.choice((f"({a} + {b}", f"{a} {b} ?", f"{a} +* {b}", f"idk {a}")), Mark.WRITTEN


def _illegible(known: KnownMethods, chance: Random) -> WrittenLine:
    return chance.choice(("", f"{known.box.numbers[0]} x")), Mark.ILLEGIBLE


def _struck_out(known: KnownMethods, chance: Random) -> WrittenLine:
    return _basis(known, chance), Mark.STRUCK_OUT


SLIPS: tuple[Callable[[KnownMethods, Random], WrittenLine], ...] = (
    _reused,
    _unused,
    _not_given,
    _concatenated,
    _decimal,
    _negative,
    _forbidden,
    _ambiguous,
    _unreadable,
    _illegible,
    _struck_out,
)
WEIGHTS = (6, 8, 7, 5, 2, 3, 2, 2, 2, 2, 6)
