"""A question for a tiebreaker: such that two sides can find several methods in three minutes."""

from collections.abc import Container
from random import Random

from judging.language.editions import edition
from puzzles.solver import Solver

PLAIN = "basic-24"  # the four operations
ENOUGH = 3  # different methods with these; all other functions only add to them
DIFFERENT = 3  # numbers; all other functions make tens of thousands of methods from 1 1 1 3
MAX_DRAWS = 300

TiebreakerQuestion = tuple[tuple[int, ...], int]  # the numbers, the least first, and the target


def question(
    chance: Random,
    count: int,
    numbers: tuple[int, int],
    targets: tuple[int, int],
    played: Container[TiebreakerQuestion] = (),
) -> TiebreakerQuestion:
    """`count` numbers and a target within their first and last values, not one of those `played`.

    It has at least `ENOUGH` methods with only the four operations, and at least `DIFFERENT` different numbers where
    there are so many. Raises LookupError where so many draws find none.
    """
    different = min(DIFFERENT, count, numbers[1] - numbers[0] + 1)
    solver = Solver(edition({"edition": PLAIN}))
    for _ in range(MAX_DRAWS):
        drawn = tuple(sorted(chance.randint(*numbers) for _ in range(count)))
        target = chance.randint(*targets)
        if len(set(drawn)) < different or (drawn, target) in played:
            continue
        if (solver.solve(drawn, target, "count").count or 0) >= ENOUGH:
            return drawn, target
    raise LookupError("these settings leave no question with enough methods")
