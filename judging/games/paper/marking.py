"""Marking of one sheet, line by line, shared by all paper formats (NT-P-4 to NT-P-7)."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from judging.games.paper import Box, BoxScore, LineAnswer, LineScore, Partition, Score
from judging.games.sentences import LINE_RULES, nth
from judging.messages import Fact, Message, message, points

# The points of the first, second, … method that hits a box; None: no further method scores.
Worth = Callable[[int], int | None]
Missed = Callable[[LineAnswer], LineScore]

HIT_CODES = ("hits", "moved", "further", "beyond", "out_of_order", "order_waits")


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
        leaders = sorted({representative(leader, key) for key in group})
        leader.update(dict.fromkeys(leaders[1:], leaders[0]))
    return leader


@dataclass(frozen=True)
class Marking:
    """One sheet while it is marked. Raises ValueError where a line comes twice."""

    boxes: Sequence[Box]
    answers: Sequence[LineAnswer]
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

    def line(self, answer: LineAnswer, scored: int, code: str, /, **facts: Fact) -> LineScore:
        """The share of one line. Where a line is pending or nothing, the answer's own note is used."""
        note = answer.note if answer.note and code == answer.state else Message(code, facts)
        return LineScore(answer.line, answer.box, self.numbers[answer.line], scored, code, note, LINE_RULES[code])

    def target(self, box: int) -> str:
        return str(self.boxes[box].target)

    def name(self, other: LineAnswer, seen_from: LineAnswer) -> Message:
        """The name of one line in a note on another."""
        number = self.numbers[other.line]
        if other.box == seen_from.box:
            return message("line", number=number)
        return message("line_of_box", number=number, label=self.boxes[other.box].label)

    def misses(self, answer: LineAnswer) -> LineScore:
        target = self.target(answer.box)
        if not answer.writing:
            return self.line(answer, 0, "misses_unsaid", target=target, worth=points(0))
        if answer.value is None:
            return self.line(answer, 0, "misses", value=answer.writing, target=target, worth=points(0))
        distance = str(abs(answer.value - self.boxes[answer.box].target))
        facts = {"value": answer.writing, "target": target, "distance": distance, "worth": points(0)}
        return replace(self.line(answer, 0, "misses"), note=Message("missed_by", facts))


BoxOf = Callable[[LineAnswer], int]


def own_box(answer: LineAnswer) -> int:
    return answer.box


def mark(
    sheet: Marking,
    worth: Worth,
    missed: Missed | None = None,
    counting_box: BoxOf = own_box,
) -> Iterator[tuple[int, LineScore]]:
    """The box that each line counts in, with its share, in the order written."""
    first: dict[tuple[int, str], LineAnswer] = {}
    methods: Counter[int] = Counter()
    for answer in sheet.answers:
        if not 0 <= answer.box < len(sheet.boxes):
            yield answer.box, sheet.line(answer, 0, "no_box")
        elif sheet.boxes[answer.box].void:
            yield answer.box, sheet.line(answer, 0, "void", worth=points(0))
        elif answer.state != "judged":
            yield answer.box, sheet.line(answer, 0, answer.state)
        elif (box := counting_box(answer)) == answer.box and not answer.on_target:
            yield box, (missed or sheet.misses)(answer)
        else:
            key = box, representative(sheet.same, answer.method or "")
            earlier = first.setdefault(key, answer)
            if earlier is not answer:
                yield box, _again(sheet, answer, earlier)
            else:
                methods[box] += 1
                yield box, _hit(sheet, answer, box, methods[box], worth)


def _again(sheet: Marking, answer: LineAnswer, earlier: LineAnswer) -> LineScore:
    code = "same" if answer.method == earlier.method else "ruled_same"
    return sheet.line(answer, 0, code, other=sheet.name(earlier, answer))


def _hit(sheet: Marking, answer: LineAnswer, box: int, count: int, worth: Worth) -> LineScore:
    scored = worth(count)
    if scored is None:
        scoring = sum(worth(n) is not None for n in range(1, count))
        return sheet.line(answer, 0, "beyond", nth=nth(count), scoring=scoring)
    if box == answer.box and count > 1:
        return sheet.line(answer, scored, "further", nth=nth(count), worth=points(scored))
    code = "hits" if box == answer.box else "moved"
    return sheet.line(answer, scored, code, target=sheet.target(box), worth=points(scored))


def tally(sheet: Marking, marked: Iterable[tuple[int, LineScore]], bonus: int = 0, word: str = "") -> Score:
    """Lines added up; `bonus` once when every box that counts was hit, `word` is what the boxes are called
    (NT-OM-3)."""
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
        bonus_note=_bonus_note(word, hit, counting, earned) if bonus else None,
        lines=tuple(score for _, score in placed),
        pending=pending,
    )


def _box_score(index: int, box: Box, lines: Sequence[LineScore]) -> BoxScore:
    return BoxScore(
        box=index,
        label=box.label,
        points=sum(line.points for line in lines),
        methods=sum(line.code in HIT_CODES for line in lines),
        provisional=any(line.code == "pending" for line in lines),
        void=box.void,
    )


def _bonus_note(word: str, hit: int, count: int, earned: int) -> Message:
    if earned:
        return message(f"bonus_{word.lower()}", bonus=earned)
    return message(f"no_bonus_{word.lower()}", hit=hit, all=count)
