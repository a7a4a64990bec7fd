"""How children write: the same method in many hands, and the ways it goes wrong."""

import re
from collections.abc import Mapping
from random import Random

from judging.games.paper import Box
from judging.language.numbers.rationals import Rational

from ..models import Mark
from .methods import methods

WrittenLine = tuple[str, str]  # text and mark
TIMES = (" x ", " × ", "*", " * ", "x", " · ")
DIVIDED = (" / ", " ÷ ", "/", ":")


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
    return _slip(known, chance)


# What goes wrong: the texts of which a child writes one, the mark, and how often. `one` is a method that the box
# knows, `a` and `b` are its first numbers; the other names end in how many numbers they leave out at the beginning.
SLIPS: tuple[tuple[tuple[str, ...], str, int], ...] = (
    (("{one} + {a} - {a}",), Mark.WRITTEN, 6),  # a number twice
    (("{product_but_last}",), Mark.WRITTEN, 8),  # a number is left out
    (("{a}² + {sum_1}", "{a}³ + {sum_1}"), Mark.WRITTEN, 7),  # a number that is not given
    (("{a}{b} - {less_2}",), Mark.WRITTEN, 5),  # two numbers in one
    (("{product_1} / .{a}",), Mark.WRITTEN, 2),  # a decimal
    (("-{a} + {product_1}",), Mark.WRITTEN, 3),  # a negative number
    (("floor({a}/{b}) + {product_2}",), Mark.WRITTEN, 2),  # a function that is not allowed
    (("{sum_2} + {a} mod {b}",), Mark.WRITTEN, 2),  # two readings
    (("({a} + {b}", "{a} {b} ?", "{a} +* {b}", "idk {a}"), Mark.WRITTEN, 2),  # nothing that can be read
    (("", "{a} x"), Mark.ILLEGIBLE, 2),
    (("{one}",), Mark.STRUCK_OUT, 6),
)
WEIGHTS = [weight for _texts, _mark, weight in SLIPS]


def _slip(known: KnownMethods, chance: Random) -> WrittenLine:
    texts, mark, _weight = chance.choices(SLIPS, WEIGHTS)[0]
    a, *after_a = numbers = [str(number) for number in known.box.numbers]
    b, *after_b = after_a
    one = "{one}" in texts[0] and (chance.choice(known.hits) if known.hits else " + ".join(numbers))
    text = (chance.choice(texts) if len(texts) > 1 else texts[0]).format(
        one=one,
        a=a,
        b=b,
        sum_1=" + ".join(after_a),
        sum_2=" + ".join(after_b),
        less_2=" - ".join(after_b),
        product_1=" x ".join(after_a),
        product_2=" x ".join(after_b),
        product_but_last=" x ".join(numbers[:-1]),
    )
    return text, mark
