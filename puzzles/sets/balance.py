"""Sets for several dates, made equally hard: the seconds of their questions, and puzzles dealt anew."""

from collections.abc import Iterable, Sequence

from puzzles.sets.puzzles import GeneratedPuzzle

WITHIN = 0.10  # of the mean of all dates


def mean_seconds(puzzles: Iterable[GeneratedPuzzle]) -> float:
    """How long a question takes by the model, on average; 0 without questions."""
    seconds = [question.report.value for puzzle in puzzles for question in puzzle.questions]
    return sum(seconds) / len(seconds) if seconds else 0.0


def deviations(means: Sequence[float]) -> list[float]:
    """How far each of these is from the mean of all, as a part of it."""
    middle = sum(means) / len(means) if means else 0.0
    return [each / middle - 1 if middle else 0.0 for each in means]


def dealt(sets: Sequence[Sequence[GeneratedPuzzle]]) -> list[list[GeneratedPuzzle]]:
    """The puzzles of these sets, all of one size, dealt to as many sets: the hardest go one to each set, then the next
    hardest, where the set that takes least time so far gets the one that takes most."""
    hardest = sorted((puzzle for each in sets for puzzle in each), key=lambda each: -mean_seconds([each]))
    hands: list[list[GeneratedPuzzle]] = [[] for _ in sets]
    for start in range(0, len(hardest), len(sets)):
        hands.sort(key=mean_seconds)
        for hand, puzzle in zip(hands, hardest[start:], strict=False):
            hand.append(puzzle)
    return hands
