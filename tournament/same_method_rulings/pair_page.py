"""The page of two methods: both side by side with what differs marked, whose points and places each ruling would
change, and what was ruled before."""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from fractions import Fraction

from django.shortcuts import get_object_or_404
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from judging.language.differences import differing_parts
from judging.language.editions import edition as read_edition
from judging.language.explanation import explain
from judging.language.expression import Node
from judging.language.parsing.writing import mathml
from judging.language.verdict import judge

from ..common.refusals import Refused
from ..effects import preview as effects
from ..effects.preview_page import EffectPage
from ..models import Event, PairRuling, Sheet, Verdict
from ..scoring.loader import papers_of_sheets
from ..scoring.same_methods import in_force, pair_of
from ..scoring.what_if import WhatIf
from ..web.pages import judge_trail
from .actions import check, sheets_touched
from .pair_fields import PairForm

TOKENS = re.compile(r"\d+|[A-Za-z]+|\S")


@dataclass(frozen=True)
class MethodPiece:
    """A part of a text; `differs` where the other text has something else."""

    text: str
    differs: bool


def differences(one: str, other: str) -> tuple[list[MethodPiece], list[MethodPiece]]:
    """Both texts in pieces, word for word, what differs marked; spaces make no difference."""
    starts = [[each.start() for each in TOKENS.finditer(text)] for text in (one, other)]
    tokens = [TOKENS.findall(text) for text in (one, other)]
    matched = SequenceMatcher(None, tokens[0], tokens[1], autojunk=False).get_opcodes()
    return (
        [MethodPiece(_part(one, starts[0], a, b), kind != "equal") for kind, a, b, _c, _d in matched if a < b],
        [MethodPiece(_part(other, starts[1], c, d), kind != "equal") for kind, _a, _b, c, d in matched if c < d],
    )


def _part(text: str, starts: list[int], first: int, end: int) -> str:
    return text[starts[first] : starts[end] if end < len(starts) else len(text)]


def formulas(first: Verdict, second: Verdict) -> tuple[SafeString, SafeString]:
    """The MathML of two accepted methods, what differs marked. Unmarked as it is stored where the engine reads one of
    them no longer."""
    one, other = _tree(first), _tree(second)
    if one is None or other is None:
        return first.mathematics, second.mathematics
    marked = differing_parts(one, other)
    return mark_safe(mathml(one, marked[0])), mark_safe(mathml(other, marked[1]))


def _tree(verdict: Verdict) -> Node | None:
    version = verdict.puzzle_version
    box, edition = version.read_boxes()[verdict.box], read_edition(version.puzzle.round.edition)
    return next(iter(judge(verdict.text, box.numbers, Fraction(str(box.target)), edition).trees), None)


PAIRS_LISTED = 5


def sheets_with_both(event: Event, first: Verdict, second: Verdict) -> list[Sheet]:
    """The sheets with both methods in one box, with round and entrant."""
    written = [_sheets_with(event, each) for each in (first, second)]
    on_both = {sheet for sheet, _box in written[0] & written[1]}
    related = ("round", "entrant__player", "entrant__team", "entrant__division")
    return list(
        Sheet.objects.filter(pk__in=on_both)
        .select_related(*related)
        .order_by("round__position", "entrant__player__number")
    )


def _sheets_with(event: Event, verdict: Verdict) -> set[tuple[int, int]]:
    verdicts = Verdict.objects.filter(puzzle_version__puzzle__round__event=event, method_key=verdict.method_key)
    lines = Sheet.objects.filter(
        round__event=event,
        submissions__keying__state="agreed",
        submissions__mark="written",
        submissions__digest__in=verdicts.values("digest"),
    )
    return set(lines.values_list("pk", "submissions__box"))


def effect_of(event: Event, first: Verdict, second: Verdict, says: str) -> EffectPage:
    """The effect that the ruling would have. Raises Refused where it cannot be given."""
    ruling = check(event, first, second, says)
    papers = papers_of_sheets(sheets_touched(event, ruling))
    return EffectPage(event, effects.of(event, WhatIf(pairs=(ruling,)), papers))


def precedents(event: Event, first: Verdict, second: Verdict) -> list[PairRuling]:
    """Rulings in force on other pairs: first those on one of these methods or a near-duplicate, then the latest."""
    here = {key for each in (first, second) for key in (each.method_key, each.kin_key) if key}
    this_pair = pair_of(first, second)
    others = [ruling for keys, ruling in in_force(event).items() if keys != this_pair]
    others.sort(key=lambda ruling: (not here & _method_keys(ruling), -ruling.pk))
    return others[:PAIRS_LISTED]


def _method_keys(ruling: PairRuling) -> set[str]:
    return {ruling.first_key, ruling.second_key, ruling.first_kin, ruling.second_kin}


def shown_method(verdict: Verdict) -> dict:
    version = verdict.puzzle_version
    box = version.read_boxes()[verdict.box]
    return {"verdict": verdict, "box": box, "mathematics": verdict.mathematics}


def find_method(event: Event, verdict_id: int) -> Verdict:
    verdicts = Verdict.objects.filter(puzzle_version__puzzle__round__event=event, method_key__isnull=False)
    return get_object_or_404(verdicts.select_related("puzzle_version__puzzle__round__event"), pk=verdict_id)


def pair_context(event: Event, first: Verdict, second: Verdict, ruling: PairRuling | None, form: PairForm) -> dict:
    round_ = first.puzzle_version.puzzle.round
    numbers = first.puzzle_version.read_boxes()[first.box].numbers
    explanation = explain(first.text, second.text, numbers, read_edition(round_.edition))
    one, other = differences(first.text, second.text)
    formula, other_formula = formulas(first, second)
    return {
        "first": {**shown_method(first), "pieces": one, "mathematics": formula},
        "second": {**shown_method(second), "pieces": other, "mathematics": other_formula},
        "sheets": sheets_with_both(event, first, second),
        "previews": [
            _preview(event, first, second, says) for says in (PairRuling.Says.SAME, PairRuling.Says.DIFFERENT)
        ],
        "precedents": precedents(event, first, second),
        "same_question": first.puzzle_version_id == second.puzzle_version_id and first.box == second.box,
        "explanation": explanation,
        "ruling": ruling,
        "form": form,
        "crumbs": judge_trail(event, (_("Count once or twice?"), "pairs"), (_("Two methods"),)),
    }


def _preview(event: Event, first: Verdict, second: Verdict, says: PairRuling.Says) -> dict:
    """What one of the two rulings would change, or why it cannot be given."""
    try:
        return {"title": says.label, "page": effect_of(event, first, second, says)}
    except Refused as refused:
        return {"title": says.label, "refused": refused.sentence}
