"""Ways to score a sheet that several paper formats share."""

from collections.abc import Sequence
from fractions import Fraction

from judging.games.paper import Box, LineAnswer, Partition, Score, Scorer
from judging.games.paper.marking import BoxOf, Marking, Worth, mark, own_box, tally
from judging.games.settings import Settings


def from_list(points: tuple[int, ...]) -> Worth:
    """The points list as a worth: nothing beyond its end (NT-OM-2)."""
    return lambda nth: points[nth - 1] if nth <= len(points) else None


def score_by_list(word: str) -> Scorer:
    """A points list in each box and a bonus for hitting all: One to Many and Many to One. `word` is what the bonus is
    for."""

    def score(settings: Settings, boxes: Sequence[Box], answers: Sequence[LineAnswer], same: Partition) -> Score:
        sheet, worth = Marking(boxes, answers, same), from_list(settings.wholes("points_list"))
        moves = settings.get("misplaced") == "moved"
        marked = mark(sheet, worth, counting_box=counting_box_by_value(boxes) if moves else own_box)
        return tally(sheet, marked, settings.whole("bonus"), word)

    return score


def score_each_method(
    settings: Settings, boxes: Sequence[Box], answers: Sequence[LineAnswer], same: Partition
) -> Score:
    """Full points for each different method that hits, however many: 24 Game, DMAS, target game."""
    sheet, full = Marking(boxes, answers, same), settings.whole("points_full")
    return tally(sheet, mark(sheet, lambda nth: full))


def counting_box_by_value(boxes: Sequence[Box]) -> BoxOf:
    """A line that misses its own box counts in the box whose target it makes, if there is one (NT-OM-5)."""
    where: dict[Fraction, int] = {}
    for i, box in enumerate(boxes):
        if not box.void:
            where.setdefault(box.target, i)

    def counting_box(answer: LineAnswer) -> int:
        if answer.on_target or answer.value is None or answer.method is None:
            return answer.box
        return where.get(answer.value, answer.box)

    return counting_box
