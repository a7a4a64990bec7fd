"""How the engine reads a text that has no stored verdict, as mathematics for a page: a draft, a step, a listed method.

A line that was handed in has `Verdict.mathematics`; pages do not judge it again.
"""

import json
from fractions import Fraction
from functools import lru_cache

from django.utils.safestring import SafeString, mark_safe

from judging.games.paper import Box
from judging.language.editions import edition as read_edition
from judging.language.parsing.writing import mathml
from judging.language.verdict import judge

from ..models import Round


def as_mathematics(round_: Round, box: Box, text: str) -> SafeString:
    """MathML of the engine's first reading of a text, ready for a page; empty where it cannot be read.

    The engine writes numbers and symbols of its own and never a part of the text, so nothing in it is markup.
    """
    return _written(text, box.numbers, str(box.target), json.dumps(round_.edition, sort_keys=True))


@lru_cache(maxsize=8192)
def _written(text: str, numbers: tuple[int, ...], target: str, edition: str) -> SafeString:
    trees = judge(text, numbers, Fraction(target), read_edition(json.loads(edition))).trees
    return mark_safe(mathml(trees[0])) if trees else SafeString()
