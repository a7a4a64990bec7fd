"""Whether a puzzle can be solved under its round's rules, in sentences. It is advice: who confirms may save any
puzzle."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from django.utils.translation import gettext as _

from judging.games.paper import Box, SheetShape
from judging.language.editions import edition as read_edition
from puzzles.solvability import Solvability, solvability

from ..models import Round

# What one page may spend, as `Solvability.cost`: a few seconds.
MOST_FOR_A_FORM, MOST_FOR_A_FILE = 16_000, 40_000


@dataclass
class Doubts:
    """Questions by the index of their box: `unsolved` with a sentence each, which `functions` solve or nothing; and
    those that were `undecided`. `left` is what may still be spent."""

    left: int
    unsolved: dict[int, str] = field(default_factory=dict)
    functions: list[int] = field(default_factory=list)
    undecided: list[int] = field(default_factory=list)


def doubts(round_: Round, boxes: Sequence[Box], most: int = MOST_FOR_A_FORM) -> Doubts:
    """The boxes that cannot be solved, need functions or were not decided. A box whose cards are dealt at the table has
    no question to solve."""
    result = Doubts(most)
    for at, box in enumerate(boxes):
        if not box.numbers:
            continue
        known = Solvability("undecided", 0)
        if result.left > 0:
            known = _solvability(box.numbers, box.target, json.dumps(round_.edition, sort_keys=True))
            result.left -= known.cost
        if known.answer == "undecided":
            result.undecided.append(at)
        elif known.answer != "yes":
            result.unsolved[at] = _sentence(known, box)
            result.functions += [at] if known.method else []
    return result


def field_of(shape: SheetShape, box: int) -> str:
    """The form field of a box: its target where one set serves them all, else its set."""
    return f"target-{box + 1}" if shape.sets == 1 and shape.targets > 1 else f"set-{box + 1}"


def undecided() -> str:
    return _("It could not be decided quickly whether this can be solved.")


def _sentence(known: Solvability, box: Box) -> str:
    facts = {"numbers": " ".join(map(str, box.numbers)), "target": box.target}
    if known.answer == "functions":
        signs = {"!": "!", "sqrt": "√", "^": "^"}
        facts["sign"] = next((sign for written, sign in signs.items() if written in known.method), known.method)
        return _("%(numbers)s make %(target)s only with functions such as %(sign)s") % facts
    if known.answer == "no":
        return _("Under the rules of this round %(numbers)s cannot make %(target)s.") % facts
    return (
        _("%(numbers)s make %(target)s in no simple way. Rare functions, and several in a row, were not tried.") % facts
    )


@lru_cache(maxsize=2048)
def _solvability(numbers: tuple[int, ...], target: Fraction, edition: str) -> Solvability:
    whole = int(target) if target.denominator == 1 else target
    return solvability(numbers, whole, read_edition(json.loads(edition)))
