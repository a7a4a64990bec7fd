"""Explanations of a round in sentences, made from its settings, and an example with its points (NT-P-1 to NT-P-5)."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from judging.games.paper import Box, LineAnswer, LineScore, PaperFormat
from judging.games.settings import Settings
from judging.language.editions import Edition
from judging.language.verdict import judge
from judging.messages import Message, message, points


@dataclass(frozen=True)
class RoundExplanation:
    """A round explained in sentences: the task and the time, then the scoring."""

    task: tuple[Message, ...]
    scoring: tuple[Message, ...]


@dataclass(frozen=True)
class ExampleLine:
    """A line of an example with its points and the reason for them."""

    box: Box
    text: str
    score: LineScore


def explain(paper_format: PaperFormat, settings: Settings) -> RoundExplanation:
    scoring = (paper_format.scoring or usual_scoring)(settings)
    return RoundExplanation(tuple(_task(paper_format, settings)), tuple(scoring))


def _task(paper_format: PaperFormat, settings: Settings) -> Iterator[Message]:
    yield _who_plays(paper_format)
    time = duration(settings.whole("time_seconds"))
    yield message("time_each" if paper_format.one_by_one else "time_all", time=time)
    yield _questions(paper_format, settings)
    if "numbers_count" in settings:
        low, high = settings.whole("number_from"), settings.whole("number_to")
        yield message("numbers_are", count=settings.whole("numbers_count"), low=low, high=high)
    if "target_from" in settings:
        product = "target_kind" in settings and settings.choice("target_kind") == "product"
        ends = {"low": settings.whole("target_from"), "high": settings.whole("target_to")}
        yield message("targets_products" if product else "targets_are", **ends)
    for name in ("target_negatives", "target_fractions"):
        if name in settings and settings.flag(name):
            yield message(name)


def _who_plays(paper_format: PaperFormat) -> Message:
    if paper_format.for_sides:
        return message("plays_sides")
    return message("plays_team" if paper_format.for_teams else "plays_alone")


def _questions(paper_format: PaperFormat, settings: Settings) -> Message:
    """The task of a sheet: `10 sets of numbers, and one target`."""
    word = paper_format.box_word.lower()
    if paper_format.shares_target and "target" in settings:
        word += "_same_target"
    return message(f"asks_{word}", count=paper_format.box_count(settings), target=str(settings.get("target", "")))


def duration(seconds: int) -> Message:
    """`15 minutes`, `90 seconds`."""
    if seconds % 60:
        return message("seconds", count=seconds)
    return message("minutes", count=seconds // 60)


def usual_scoring(settings: Settings) -> Iterator[Message]:
    """The points of a list, of a method, and the bonus, as far as the settings have them."""
    if "points_list" in settings:
        worth = settings.wholes("points_list")
        yield message("scores_by_list", worth=points(worth[0]), points=worth, count=len(worth))
    if "points_full" in settings:
        yield message("scores_each", worth=points(settings.whole("points_full")))
    if "bonus" in settings and settings.whole("bonus"):
        yield message("scores_bonus", worth=points(settings.whole("bonus")))
    yield message("scores_once")


def example(paper_format: PaperFormat, settings: Settings, edition: Edition) -> tuple[ExampleLine, ...]:
    """The lines of the format's example, scored under these settings and rules; empty where its targets are not
    theirs."""
    goals = paper_format.goals(settings)
    if any(goals and box.target not in goals for box in paper_format.example):
        return ()
    boxes = tuple(
        Box(paper_format.label(number, box.target), box.numbers, Fraction(box.target))
        for number, box in enumerate(paper_format.example)
    )
    lines = [(number, text) for number, box in enumerate(paper_format.example) for text in box.lines]
    answers = [_answer(at, number, boxes[number], text, edition) for at, (number, text) in enumerate(lines)]
    scored = {line.line: line for line in paper_format.points(settings, boxes, answers).lines}
    return tuple(ExampleLine(boxes[number], text, scored[at]) for at, (number, text) in enumerate(lines))


def _answer(line: int, number: int, box: Box, text: str, edition: Edition) -> LineAnswer:
    verdict = judge(text, box.numbers, box.target, edition)
    if verdict.verdict != "accepted" or verdict.value is None:
        return LineAnswer(line, number, "nothing", note=verdict.reasons[0].as_message)
    return LineAnswer(
        line,
        number,
        "judged",
        on_target=bool(verdict.on_target),
        distance=verdict.distance_up,
        method=verdict.method_key,
        value=Fraction(verdict.value),
        shown=verdict.value,
    )
