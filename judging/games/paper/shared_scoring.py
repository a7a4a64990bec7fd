"""Ways to score a sheet that several paper formats share."""

from collections.abc import Sequence
from fractions import Fraction

from judging.games.paper import Box, LineAnswer, Partition, Score
from judging.games.paper.marking import BoxOf, Marking, Worth, mark, tally
from judging.games.settings import Settings


def from_list(points: tuple[int, ...]) -> Worth:
    """The points list as a worth: nothing beyond its end (NT-OM-2)."""
    return lambda nth: points[nth - 1] if nth <= len(points) else None


def score_by_list(
    settings: Settings,
    boxes: Sequence[Box],
    answers: Sequence[LineAnswer],
    same: Partition,
    word: str,
    counting_box: BoxOf = lambda answer: answer.box,
) -> Score:
    """A points list in each box and a bonus for hitting all: One to Many and Many to One."""
    sheet = Marking(boxes, answers, same)
    marked = mark(sheet, from_list(settings.wholes("points_list")), counting_box=counting_box)
    return tally(sheet, marked, settings.whole("bonus"), word)


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
