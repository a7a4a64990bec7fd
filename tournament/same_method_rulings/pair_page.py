"""The page of two methods: both side by side, and what each ruling would change."""

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from judging.language.editions import edition as read_edition
from judging.language.explanation import explain

from ..common.refusals import Refused
from ..models import Event, PairRuling, Verdict
from ..web.pages import judge_trail
from .comparison import differences, formulas
from .effects import effect_of, precedents, sheets_with_both
from .pair_fields import PairForm


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
