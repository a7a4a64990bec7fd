"""How often children solved questions of each step of difficulty, in earlier rounds of whoever looks at a set."""

from collections import Counter, defaultdict
from dataclasses import dataclass

from ..models import Membership, PuzzleSet, Result, Role, Round, User
from ..scoring.questions import held_in
from ..standalone.demo_loading import SLUG
from .boxes import question_key

FEWEST, MOST = 50, 2000  # results; with fewer nothing is known, and of more the newest count
HIT = "hits"


@dataclass
class SolveRate:
    """Of so many answers to questions of one step, how many were right at least once."""

    solved: int = 0
    asked: int = 0


def solve_rates(user: User, draft: PuzzleSet) -> dict[int, SolveRate]:
    """{step: how often the grade of the set solved it} in final rounds of its format and rules, in the person's own
    events; nothing with too few results. The demo's event is nobody's own."""
    events = Membership.objects.filter(user=user, role=Role.ORGANISER).exclude(event__slug=SLUG).values("event")
    rounds = Round.objects.filter(event__in=events, format=draft.format, edition=draft.edition)
    results = Result.objects.in_force().filter(
        round__in=rounds.filter(status=Round.Status.FINAL), entrant__division__grade=draft.grade
    )
    rows = list(results.order_by("-pk").values_list("round", "entrant__division", "lines")[:MOST])
    if len(rows) < FEWEST:
        return {}
    sheets = Counter((round_, division) for round_, division, _lines in rows)
    hits = Counter(
        (round_, division, at)
        for round_, division, lines in rows
        for at in {line["box"] for line in lines if line["code"] == HIT}
    )
    rates: defaultdict[int, SolveRate] = defaultdict(SolveRate)
    held = held_in({round_ for round_, _division in sheets})
    for each in held.prefetch_related("puzzle__active__from_sets__version"):
        version, place = each.puzzle.version, (each.round_id, each.division_id)
        puzzles = [puzzle for use in version.from_sets.all() for puzzle in use.version.read_puzzles()]
        steps = {question.key: question.report.step for puzzle in puzzles for question in puzzle.questions}
        for at, box in enumerate(version.read_boxes()):
            if (step := steps.get(question_key(box), 0)) and not box.void:
                rates[step].solved += hits[*place, at]
                rates[step].asked += sheets[place]
    return {step: rate for step, rate in rates.items() if rate.asked}
