"""How a set stands to the puzzle of its round: what an organiser may do with it, and what is in the way."""

from dataclasses import dataclass

from ..models import Division, PuzzleSet, PuzzleSetUse, Round
from ..round_puzzles import completeness
from ..scoring import questions
from .boxes import is_asked


@dataclass(frozen=True)
class SetStatus:
    """`state`: "empty" (the round has no puzzle for the grade), "same" (it has these), "older" (it has an earlier
    version of this set), "other" (it has other puzzles). `is_typed`: sheets have been typed, so only a re-score changes
    it."""

    state: str
    is_typed: bool
    is_final: bool

    @property
    def needs_tick(self) -> bool:
        return self.state == "other"

    @property
    def needs_rescore(self) -> bool:
        return self.state in {"older", "other"} and (self.is_typed or self.is_final)


def set_status(draft: PuzzleSet, division: Division | None) -> SetStatus | None:
    if draft.round is None or division is None:
        return None
    held = questions.versions(draft.round).get(division.pk)
    is_typed = completeness.in_use(draft.round, [division])
    if held is None:
        state = "empty"
    elif is_asked(draft, held.boxes):
        state = "same"
    else:
        from_here = PuzzleSetUse.objects.filter(puzzle_version=held, version__set=draft).exists()
        state = "older" if from_here else "other"
    return SetStatus(state, is_typed, draft.round.status == Round.Status.FINAL)
