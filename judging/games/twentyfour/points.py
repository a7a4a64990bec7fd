"""The winner of a round and the reason for each player's points: pure functions over entries and proofs."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from judging.games.live.game import GameAward, Position, seconds
from judging.games.twentyfour.expressions import RIGHT, codes_of
from judging.games.twentyfour.settings import GameType, type_of
from judging.games.twentyfour.state import EnteredX, Expressions, TwentyFourResult, TwentyFourRound
from judging.messages import message


def wanted(kind: GameType, target: int, x: Fraction | None) -> tuple[Fraction, ...]:
    """The values that every set must make: the target; for Tony Four x; for Closest to the target plus or minus x."""
    if x is None:
        return (Fraction(target),)
    return (x,) if kind.family == "largest" else (target + x, target - x)


def judged(
    texts: Sequence[str], round_: TwentyFourRound, goals: Iterable[Fraction], number: int, at: int
) -> Expressions:
    """The player's expressions, each with its code. All of them have to be right (TF-C-2)."""
    codes = codes_of(texts, round_.sets, goals)
    return Expressions(tuple(texts), codes, all(code == RIGHT for code in codes), number, at)


def of_classic(round_: TwentyFourRound, code: str) -> TwentyFourResult:
    """A Classic round: the right answer +1, a wrong one -1 (TF-C-4, TF-C-7). `code` says how it ended if nobody was
    right."""
    right = next((seat for seat, each in round_.written.items() if each.right), None)
    why = {seat: "impossible" if seat in round_.impossible else "no_answer" for seat in round_.players}
    why |= {seat: "right" if each.right else "wrong" for seat, each in round_.written.items()}
    points = {seat: 1 if each.right else -1 for seat, each in round_.written.items()}
    return TwentyFourResult(code if right is None else "right", right, points, why)


def of_proofs(round_: TwentyFourRound, kind: GameType) -> TwentyFourResult:
    """The best x with a right proof wins, then the earlier one; Impossible is worse than any number (TF-X-7)."""
    standing = [seat for seat in round_.entries if _stands(round_, seat)]
    if not standing:
        return TwentyFourResult("none_proved", why=_whys(round_, kind, None))
    best = min(standing, key=lambda seat: _rank(round_.entries[seat], kind))
    x = round_.entries[best].x
    code = "impossible_wins" if x is None else "proved"
    return TwentyFourResult(
        code, best, {best: 1}, _whys(round_, kind, best), same_moment=_same_moment(round_, standing, best)
    )


def _stands(round_: TwentyFourRound, seat: int) -> bool:
    """Whether this player's x counts: it has a right proof, or it is Impossible, which needs none."""
    written = round_.written.get(seat)
    return round_.entries[seat].x is None or (written is not None and written.right)


def _rank(entry: EnteredX, kind: GameType) -> tuple[bool, Fraction, int]:
    if entry.x is None:
        return True, Fraction(0), entry.number
    return False, -entry.x if kind.family == "largest" else entry.x, entry.number


def _same_moment(round_: TwentyFourRound, standing: Sequence[int], best: int) -> bool:
    first = round_.entries[best]
    others = (round_.entries[seat] for seat in standing if seat != best)
    return any(each.x == first.x and each.at == first.at for each in others)


def _whys(round_: TwentyFourRound, kind: GameType, best: int | None) -> dict[int, str]:
    return {seat: _why(round_, kind, seat, best) for seat in round_.players}


def _why(round_: TwentyFourRound, kind: GameType, seat: int, best: int | None) -> str:
    entry = round_.entries.get(seat)
    if entry is None:
        return "no_x"
    if seat == best:
        return "best_x" if entry.x is not None else "first_impossible"
    if entry.x is None:
        return "beaten_impossible"
    if not _stands(round_, seat):
        return "wrong_proof" if seat in round_.written else "no_proof"
    assert best is not None
    if entry.x == round_.entries[best].x:
        return "same_x_later"
    return "smaller_x" if kind.family == "largest" else "larger_x"


def awards(position: Position) -> list[GameAward]:
    """The fastest right answer of a Classic game on phones."""
    if position.recorded or type_of(position.settings).two_phases:
        return []
    times = [
        (each.written[each.result.winner].at - each.dealt, each.result.winner)
        for each in position.state.rounds
        if each.result is not None and each.result.winner in each.written
    ]
    if not times:
        return []
    milliseconds, seat = min(times)
    return [GameAward(seat, message("play_award_fastest", seconds=seconds(milliseconds)))]
