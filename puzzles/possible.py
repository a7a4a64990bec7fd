"""The best words and calculations of a Countdown round, for the pages after the round and for practice."""

from collections.abc import Sequence
from typing import Any

from judging.language.editions import EDITIONS
from judging.language.verdict import judge
from puzzles.solver import Solver, Wanted
from puzzles.words.dictionary import Dictionary

RULES = EDITIONS["countdown"]


def words(letters: str, dictionary: Dictionary) -> dict[str, Any]:
    """All longest words that may be shown, and how long they are. 0 and none where the letters make no word."""
    best = dictionary.best_words(letters) if letters else []
    longest = len(best[0]) if best else 0
    return {"length": longest, "words": [word for word in best if len(word) == longest]}


def calculation(numbers: Sequence[int], target: int, simplest: bool = False) -> dict[str, Any]:
    """The best calculation, in steps that can be read aloud, and how many distinct methods reach the target: the
    shortest, or the `simplest` for people (SV-17).

    Where none does, `value` is the nearest number that can be made, and `count` is 0.
    """
    solver = Solver(RULES)
    wanted: Wanted = "all" if simplest else "count"
    answer = solver.solve(numbers, target, wanted, simplest_first=True)
    methods = answer.methods or ()
    if simplest and answer.value is not None and answer.distance:
        methods = solver.solve(numbers, answer.value, wanted, simplest_first=True).methods or ()
    text = methods[0] if methods else answer.best or ""
    return {
        "value": None if answer.value is None else int(answer.value),
        "distance": None if answer.distance is None else int(answer.distance),
        "text": text,
        "steps": steps(text, numbers),
        "count": answer.count or 0,
    }


def steps(text: str, numbers: Sequence[int]) -> list[dict[str, Any]]:
    """Each operation with its result, in the order in which it is worked out: `{"expression": "50 + 4", "value":
    "54"}`. None for a single number."""
    steps_judged = judge(text, numbers, None, RULES, steps=True).steps if text else None
    return [step._asdict() for step in steps_judged or ()]
