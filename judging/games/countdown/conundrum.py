"""The points of a conundrum (CD-30 to CD-35)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from judging.games.countdown.letters import folded
from judging.games.countdown.round_scores import PlayerT, RoundScore


@dataclass(frozen=True)
class Guess(Generic[PlayerT]):
    """A player's answer after a buzz. `ruled`: the judge says that it is right, or is not."""

    player: PlayerT
    text: str
    late: bool = False
    ruled: bool | None = None

    def is_right(self, answer: str) -> bool:
        if self.ruled is not None:
            return self.ruled
        return folded(self.text) == folded(answer)


def score(answer: str, guesses: Sequence[Guess[PlayerT]], points: int = 10) -> dict[PlayerT, RoundScore]:
    """The points of each player who buzzed. Guesses come in the order of the buzzes; only a player's first counts."""
    scores: dict[PlayerT, RoundScore] = {}
    solved = False
    for guess in guesses:
        if guess.player in scores:
            continue
        right = not solved and not guess.late and guess.is_right(answer)
        scores[guess.player] = RoundScore(points, "solved") if right else RoundScore(0, _missed(guess, solved))
        solved = solved or right
    return scores


def _missed(guess: Guess[PlayerT], solved: bool) -> str:
    if guess.late:
        return "late"
    if solved:
        return "after_solution"
    return "wrong_answer" if guess.text.strip() else "no_answer"
