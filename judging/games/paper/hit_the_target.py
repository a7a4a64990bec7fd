"""Hit the Target: one set and one target a round; the nearest result counts, and every method that hits (NT-HT)."""

from collections.abc import Sequence
from math import ceil

from judging.games.paper import (
    Box,
    ExampleBox,
    LineAnswer,
    LineScore,
    PaperFormat,
    Partition,
    Score,
    SheetShape,
    explanations,
    puzzle_checks,
    shared_settings,
)
from judging.games.paper.marking import Marking, Missed, mark, tally
from judging.games.settings import GradedSettings, Preset, Schema, Setting, Settings
from judging.messages import Message, gettext_noop, message, points

SCHEMA = Schema(
    (
        shared_settings.seconds(90, gettext_noop("Time for each question.")),
        shared_settings.count("rounds", 3, gettext_noop("Questions"), "NT-HT-1"),
        *shared_settings.numbers(1, 9),
        *shared_settings.targets(1, 40),
        Setting(
            "target_kind",
            "any",
            gettext_noop("How targets are found"),
            gettext_noop("Any number in the range, or the product of two numbers, as shown by two dice."),
            choices=(
                ("any", gettext_noop("any number")),
                ("product", gettext_noop("product of two numbers")),
            ),
            rule="NT-HT-1",
        ),
        Setting(
            "points_full",
            10,
            gettext_noop("Points for a hit"),
            gettext_noop(
                "Each different method that hits scores this; a near miss loses a point for each unit of distance."
            ),
            1,
            1000,
            rule="NT-HT-2",
        ),
    ),
    (*shared_settings.NUMBER_RULES, *shared_settings.TARGET_RULES),
)

PRESETS = (
    Preset("three_rounds", gettext_noop("Three questions"), gettext_noop("Numbers 1 to 9, targets 1 to 40.")),
    Preset(
        "six_rounds",
        gettext_noop("Six questions"),
        gettext_noop("As three questions, but six of them."),
        GradedSettings({"rounds": 6}),
    ),
    Preset(
        "eight_rounds_twelve_sided",
        gettext_noop("Eight questions with twelve-sided dice"),
        gettext_noop("Four twelve-sided dice give the numbers; the target is the product of two more."),
        GradedSettings({"rounds": 8, "number_to": 12, "dice": "d12", "target_to": 144, "target_kind": "product"}),
    ),
)


def scoring(settings: Settings) -> tuple[Message, ...]:
    full = points(settings.whole("points_full"))
    return (*explanations.usual_scoring(settings), message("scores_nearest", worth=full))


def score(settings: Settings, boxes: Sequence[Box], answers: Sequence[LineAnswer], same: Partition) -> Score:
    """Each box: full points a different method that hits, or what is left of them for the nearest result."""
    sheet, full = Marking(boxes, answers, same), settings.whole("points_full")
    return tally(sheet, mark(sheet, lambda nth: full, missed=_nearest_counts(sheet, full)))


def _nearest_counts(sheet: Marking, full: int) -> Missed:
    nearest = {box: _nearest(sheet.answers, box) for box in range(len(sheet.boxes))}

    def missed(answer: LineAnswer) -> LineScore:
        best = nearest[answer.box]
        if answer.distance is None:
            return sheet.misses(answer)
        if best is answer:
            return _near(sheet, answer, answer.distance, max(0, full - answer.distance))
        if best is not None and best.distance == answer.distance:
            return sheet.line(answer, 0, "as_near", other=sheet.name(best, answer))
        return sheet.line(answer, 0, "not_nearest")

    return missed


def _nearest(answers: Sequence[LineAnswer], box: int) -> LineAnswer | None:
    """The answer credited as nearest: a hit before any miss, of equals the first written (NT-HT-3)."""
    judged = [each for each in answers if each.box == box and each.state == "judged"]
    near = [each for each in judged if each.on_target or each.distance]
    return min(near, key=lambda each: each.distance or 0, default=None)


def _near(sheet: Marking, answer: LineAnswer, distance: int, scored: int) -> LineScore:
    target, worth = sheet.boxes[answer.box].target, points(scored)
    exact_distance = None if answer.value is None else abs(answer.value - target)
    if not answer.writing or (exact_distance is not None and ceil(exact_distance) != distance):
        return sheet.line(answer, scored, "near_unsaid", distance=distance, target=str(target), worth=worth)
    code = "near" if exact_distance == distance else "near_rounded"
    return sheet.line(answer, scored, code, value=answer.writing, distance=distance, target=str(target), worth=worth)


FORMAT = PaperFormat(
    slug="hit_the_target",
    name=gettext_noop("Hit the Target"),
    question=gettext_noop("Use all the numbers to get as near to the target as you can, in as many ways as you can."),
    schema=SCHEMA,
    presets=PRESETS,
    shape=lambda settings: SheetShape(settings.whole("rounds"), settings.whole("rounds")),
    checks=(puzzle_checks.numbers_fit, puzzle_checks.targets_fit, puzzle_checks.questions_differ),
    score=score,
    box_word="Round",
    one_by_one=True,
    listed=1,
    example=(
        ExampleBox((1, 2, 3, 4), 24, ("1 x 2 x 3 x 4", "(1 + 2 + 3) x 4")),
        ExampleBox((2, 4, 7, 9), 40, ("(9 + 7) x 2 + 4", "4 x (9 + 2) - 7")),
    ),
    scoring=scoring,
)
