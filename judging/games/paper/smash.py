"""SMASH, a team's game: make 1, then 2, then 3, …, each from three cards; numbers count in order (NT-SM)."""

from collections.abc import Iterator, Sequence

from judging.games.paper import (
    Box,
    BoxProblem,
    ExampleBox,
    LineAnswer,
    LineScore,
    PaperFormat,
    Partition,
    Score,
    SheetShape,
    shared_settings,
)
from judging.games.paper.marking import Marking, mark, tally
from judging.games.settings import Preset, Schema, Settings
from judging.messages import Message, gettext_noop, message, points

SCHEMA = Schema(
    (
        shared_settings.seconds(180, gettext_noop("Time for the whole sheet.")),
        shared_settings.count(
            "last_number", 20, gettext_noop("Last number"), "NT-SM-1", gettext_noop("The last number to make.")
        ),
        shared_settings.points_full(
            10, gettext_noop("Each number made scores this, if all before it are made."), "NT-SM-3"
        ),
    )
)

PRESETS = (Preset("to_twenty", gettext_noop("To twenty"), gettext_noop("Numbers from 1 as far as 20.")),)


def scoring(settings: Settings) -> tuple[Message, ...]:
    worth = points(settings.whole("points_full"))
    return message("cards_dealt"), message("scores_in_order", worth=worth)


def cards_are_dealt(settings: Settings, boxes: Sequence[Box]) -> Iterator[BoxProblem]:
    """No box has numbers: its cards are dealt at the table, and the answer shows them (NT-SM-2)."""
    for i, box in enumerate(boxes):
        if box.numbers:
            yield BoxProblem(i, "number_count", message("no_numbers", label=box.label))


def one_after_the_other(settings: Settings, boxes: Sequence[Box]) -> Iterator[BoxProblem]:
    """The boxes ask for 1, 2, 3, …"""
    for i, box in enumerate(boxes):
        if box.target != i + 1:
            why = message("target_other", label=box.label, wanted=i + 1, target=str(box.target))
            yield BoxProblem(i, "target", why)


def score(settings: Settings, boxes: Sequence[Box], answers: Sequence[LineAnswer], same: Partition) -> Score:
    """Full points for each box that is hit and has no box before it that is missed."""
    sheet, full = Marking(boxes, answers, same), settings.whole("points_full")
    marked = tuple(mark(sheet, lambda nth: full if nth == 1 else None))
    return tally(sheet, _in_order(sheet, marked))


def _in_order(sheet: Marking, marked: Sequence[tuple[int, LineScore]]) -> Iterator[tuple[int, LineScore]]:
    answer_of = {answer.line: answer for answer in sheet.answers}
    made = {box for box, line in marked if line.code == "hits"}
    missing = [i for i, box in enumerate(sheet.boxes) if i not in made and not box.void]
    waiting = {box for box, line in marked if line.code == "pending"}
    for box, line in marked:
        gaps = [i for i in missing if i < box]
        if line.code == "beyond":
            yield box, sheet.line(answer_of[line.line], 0, "made", target=sheet.target(box))
        elif line.code == "hits" and gaps:
            yield box, _too_soon(sheet, answer_of[line.line], gaps, waiting)
        else:
            yield box, line


def _too_soon(sheet: Marking, answer: LineAnswer, gaps: Sequence[int], waiting: set[int]) -> LineScore:
    """A number that was made while one before it was not, or may yet turn out to have been."""
    lost = [gap for gap in gaps if gap not in waiting]
    code, gap = ("out_of_order", lost[0]) if lost else ("order_waits", gaps[0])
    target, missing = sheet.target(answer.box), sheet.target(gap)
    return sheet.line(answer, 0, code, target=target, missing=missing, worth=points(0))


FORMAT = PaperFormat(
    slug="smash",
    name=gettext_noop("SMASH"),
    question=gettext_noop(
        "Make 1, then 2, then 3 and so on, each from three cards. An ace is 1. The method shows the cards. They may "
        "also be written in front of it, with a colon."
    ),
    schema=SCHEMA,
    presets=PRESETS,
    shape=lambda settings: SheetShape(0, 0, own=settings.whole("last_number")),
    checks=(cards_are_dealt, one_after_the_other),
    score=score,
    box_word="Number",
    edition="smash",
    for_teams=True,
    one_method=True,
    one_puzzle=True,
    goals=lambda settings: range(1, settings.whole("last_number") + 1),
    listed=6,
    scoring=scoring,
    example=(
        ExampleBox((), 1, ("3 + 5 - 7",)),
        ExampleBox((), 2, ("2 4 6: 2 x 4 - 6",)),
        ExampleBox((), 3, ("8 8 5: 8 - 5",)),
        ExampleBox((), 4, ("K - Q + 3",)),
    ),
)
