"""Marking one sheet, line by line: what all paper formats do alike (NT-P-4 to NT-P-7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from judging.games.paper import Answer, Box, BoxScore, LineScore, Partition, Score
from judging.games.sentences import BONUS, LINE, LINE_OF_BOX, WORDS, nth, worth

# The points of the first, second, … method that hits a box; None: no further method scores.
Worth = Callable[[int], int | None]
Missed = Callable[[Answer], LineScore]

SETTLING = ("hits", "moved", "further", "beyond", "out_of_order", "order_waits")


def representative(same: Partition, method: str) -> str:
    """The key a method counts as. Chains are followed, and a circle ends at its least key, so that any
    mapping is a partition."""
    trail = [method]
    while (following := same.get(trail[-1], trail[-1])) not in trail:
        trail.append(following)
    return min(trail[trail.index(following) :])


def partition(groups: Iterable[Iterable[str]]) -> dict[str, str]:
    """A partition from groups of keys that judges called the same; groups that share a key become one."""
    leader: dict[str, str] = {}
    for group in groups:
        heads = sorted({representative(leader, key) for key in group})
        leader.update(dict.fromkeys(heads[1:], heads[0]))
    return leader


@dataclass(frozen=True)
class Marking:
    """One sheet on the marker's desk. Raises ValueError where a line comes twice."""

    boxes: Sequence[Box]
    answers: Sequence[Answer]
    same: Partition

    def __post_init__(self) -> None:
        if len(self.numbers) != len(self.answers):
            raise ValueError("a line was handed in twice")

    @cached_property
    def numbers(self) -> dict[Hashable, int]:
        """Each line's place in the box where it was written, from 1."""
        seen: Counter[int] = Counter()
        places: dict[Hashable, int] = {}
        for answer in self.answers:
            seen[answer.box] += 1
            places[answer.line] = seen[answer.box]
        return places

    def say(self, answer: Answer, points: int, code: str, **facts: int | str) -> LineScore:
        """The share of one line. A note on a pending line or on nothing is the contestant's own sentence."""
        template, rule = WORDS[code]
        told = {"worth": worth(points), **facts}
        sentence = answer.note if answer.note and code == answer.state else template.format(**told)
        number = self.numbers[answer.line]
        return LineScore(answer.line, answer.box, number, points, code, sentence, rule, told)

    def target(self, box: int) -> str:
        return str(self.boxes[box].target)

    def name(self, other: Answer, seen_from: Answer) -> str:
        """How one line is called beside another."""
        number = self.numbers[other.line]
        if other.box == seen_from.box:
            return LINE.format(number=number)
        return LINE_OF_BOX.format(number=number, label=self.boxes[other.box].label)

    def misses(self, answer: Answer) -> LineScore:
        target = self.target(answer.box)
        if not answer.writing:
            return self.say(answer, 0, "misses_unsaid", target=target)
        return self.say(answer, 0, "misses", value=answer.writing, target=target)


Home = Callable[[Answer], int]


def mark(
    sheet: Marking, worth: Worth, missed: Missed | None = None, home: Home = lambda answer: answer.box
) -> Iterator[tuple[int, LineScore]]:
    """The box that each line counts in, with its share, in the order written."""
    first: dict[tuple[int, str], Answer] = {}
    methods: Counter[int] = Counter()
    for answer in sheet.answers:
        if not 0 <= answer.box < len(sheet.boxes):
            yield answer.box, sheet.say(answer, 0, "no_box")
        elif sheet.boxes[answer.box].void:
            yield answer.box, sheet.say(answer, 0, "void")
        elif answer.state != "judged":
            yield answer.box, sheet.say(answer, 0, answer.state)
        elif (box := home(answer)) == answer.box and not answer.on_target:
            yield box, (missed or sheet.misses)(answer)
        else:
            key = box, representative(sheet.same, answer.method or "")
            earlier = first.setdefault(key, answer)
            if earlier is not answer:
                yield box, _again(sheet, answer, earlier)
            else:
                methods[box] += 1
                yield box, _hit(sheet, answer, box, methods[box], worth)


def _again(sheet: Marking, answer: Answer, earlier: Answer) -> LineScore:
    code = "same" if answer.method == earlier.method else "ruled_same"
    return sheet.say(answer, 0, code, other=sheet.name(earlier, answer))


def _hit(sheet: Marking, answer: Answer, box: int, count: int, worth: Worth) -> LineScore:
    points = worth(count)
    if points is None:
        scoring = sum(worth(n) is not None for n in range(1, count))
        return sheet.say(answer, 0, "beyond", nth=nth(count), scoring=scoring)
    code = "moved" if box != answer.box else "hits" if count == 1 else "further"
    return sheet.say(answer, points, code, nth=nth(count), target=sheet.target(box))


def tally(sheet: Marking, marked: Iterable[tuple[int, LineScore]], bonus: int = 0, word: str = "") -> Score:
    """Lines added up; `bonus` once when every box that counts was hit, `word` is what the boxes are called (NT-OM-3)."""
    placed = tuple(marked)
    boxes = tuple(_box_score(i, box, [s for at, s in placed if at == i]) for i, box in enumerate(sheet.boxes))
    hit, counting = sum(box.hit for box in boxes), sum(not box.void for box in boxes)
    earned = bonus if counting and hit == counting else 0
    pending = sum(score.code == "pending" for _, score in placed)
    return Score(
        points=sum(box.points for box in boxes) + earned,
        provisional=pending > 0,
        boxes=boxes,
        bonus=earned,
        bonus_sentence=_bonus_sentence(word, hit, counting, earned) if bonus else "",
        lines=tuple(score for _, score in placed),
        pending=pending,
    )


def _box_score(index: int, box: Box, lines: Sequence[LineScore]) -> BoxScore:
    return BoxScore(
        box=index,
        label=box.label,
        points=sum(line.points for line in lines),
        methods=sum(line.code in SETTLING for line in lines),
        provisional=any(line.code == "pending" for line in lines),
        void=box.void,
    )


def _bonus_sentence(word: str, hit: int, count: int, earned: int) -> str:
    return BONUS[word][not earned].format(bonus=earned, hit=hit, all=count)
