"""The boxes of a generated set: their keys, and what they are on a round's sheet."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from judging.games.formats import FORMATS as PAPER_FORMATS
from judging.games.paper import Box, SheetShape, label_of
from judging.messages import Message
from puzzles.functions.operations import normalise
from puzzles.sets.generate import FORMATS
from puzzles.sets.puzzles import GeneratedPuzzle, GeneratedQuestion, QuestionKey

from ..models import PuzzleSet, Round


def box_key(question: GeneratedQuestion) -> str:
    """Names a question of a set, whatever its place: “1 2 3 4=24”."""
    numbers, target = question.key
    return f"{' '.join(map(str, numbers))}={target}"


def puzzle_key(puzzle: GeneratedPuzzle) -> str:
    """Names a puzzle of words, which has no questions."""
    return str(puzzle.facts.get("answer", ""))


def label(format_slug: str, at: int, target: Fraction | int) -> Message:
    """What a sheet calls the question at this place, counted from 0; “Question 1” in a live game."""
    rules = PAPER_FORMATS.get(format_slug)
    return rules.label(at, target) if rules else label_of("Round", at + 1)


def keys_of(puzzle: GeneratedPuzzle) -> list[str]:
    """The keys of the boxes of a puzzle; a puzzle of words is one box."""
    return [box_key(each) for each in puzzle.questions] or [puzzle_key(puzzle)]


def question_keys(puzzles: Iterable[GeneratedPuzzle]) -> Iterator[QuestionKey]:
    for puzzle in puzzles:
        for question in puzzle.questions:
            yield question.key


def stored_keys(boxes: Iterable[dict]) -> Iterator[QuestionKey]:
    """The keys of boxes as puzzle versions store them."""
    for box in boxes:
        target = Fraction(box["target"])
        yield tuple(sorted(box["numbers"])), int(target) if target.denominator == 1 else target


def question_key(box: Box) -> QuestionKey:
    return tuple(sorted(box.numbers)), normalise(box.target)


def puzzles_needed(format_slug: str, shape: SheetShape) -> int:
    """How many generated puzzles fill a sheet of this shape."""
    return 1 if FORMATS[format_slug].several else shape.boxes


def on_sheet(round_: Round, grade: int, puzzles: Sequence[GeneratedPuzzle]) -> tuple[Box, ...]:
    """The boxes that the puzzles become on a sheet of the round. Where cards are dealt at the table, boxes have no
    numbers."""
    settings = round_.settings_for(grade)
    shape = PAPER_FORMATS[round_.format].shape(settings)
    questions = [question for puzzle in puzzles for question in puzzle.questions]
    sets = [question.numbers for question in questions][: shape.sets]
    targets = [Fraction(question.target) for question in questions][: shape.targets]
    return round_.rules.lay_out(settings, sets, targets)


def asked(draft: PuzzleSet) -> tuple[Box, ...]:
    """The boxes of a set of a round."""
    assert draft.round is not None
    assert draft.grade is not None
    return on_sheet(draft.round, draft.grade, draft.read_puzzles())


def is_asked(draft: PuzzleSet, boxes: object) -> bool:
    """Whether these stored boxes of a puzzle are those of the set as it is now."""
    return bool(draft.puzzles) and boxes == [box.export() for box in asked(draft)]


def with_puzzle(puzzles: Sequence[GeneratedPuzzle], puzzle: GeneratedPuzzle) -> list[GeneratedPuzzle]:
    """The puzzles with this one at its position."""
    others = [each for each in puzzles if each.position != puzzle.position]
    return sorted([*others, puzzle], key=lambda each: each.position)


def with_questions(puzzle: GeneratedPuzzle, questions: Iterable[GeneratedQuestion]) -> GeneratedPuzzle:
    return replace(puzzle, questions=tuple(questions))


def questions_of(puzzle: GeneratedPuzzle, keys: Collection[str]) -> set[QuestionKey]:
    """The questions of a puzzle that have one of these box keys."""
    return {question.key for question in puzzle.questions if box_key(question) in keys}
