"""Who wins a position of Countdown Duel if both play as well as possible.

A position is the running total and the numbers of both players. Turns lost on purpose are left out of the search: they
gain nothing (docs/decisions/duel.md). Neither are replies looked at that let the opponent win at once. Totals next to 0
are tried first, and of these the largest number: that keeps the search small without a table.
"""

from collections.abc import Iterator
from functools import cache

from judging.games.duel.rules import HIGHEST, OPERATIONS, TARGET, Turn, applied

PlayerNumbers = tuple[int, ...]
MAX_POSITIONS = 500_000  # positions, about 80 MB


class DuelSearch:
    """Decides positions exactly and caches the results."""

    def __init__(self, target: int = TARGET, highest: int = HIGHEST):
        self.target = target
        self._cached: dict[int, bool] = {}
        self._turns = {number: [Turn(each, number) for each in OPERATIONS] for number in range(1, highest + 1)}

    def __len__(self) -> int:
        return len(self._cached)

    def wins(self, total: int, own: PlayerNumbers, other: PlayerNumbers) -> bool:
        """Whether the player wins whose turn it is. A player without numbers is passed over; one of the two has
        some."""
        if not own or not other:
            return bool(own)
        if self.wins_with_one_turn(total, own):
            return True
        key = self._key(total, own, other)
        result = self._cached.get(key)
        if result is None:
            result = self._searched(total, own, other)
            if len(self._cached) >= MAX_POSITIONS:
                self._cached.clear()
            self._cached[key] = result
        return result

    def wins_with_one_turn(self, total: int, own: PlayerNumbers) -> bool:
        """Whether one of these numbers brings the total to the target."""
        largest = own[-1] if own else 0
        return bool(own) and (total + largest >= self.target or total * largest >= self.target)

    def keeps_win(self, total: int, own: PlayerNumbers, other: PlayerNumbers, turn: Turn) -> bool:
        """Whether the player who takes this turn wins after it."""
        after = applied(total, turn)
        left = tuple(number for number in own if number != turn.number)
        if after >= self.target or not other:
            return True
        return not self.wins(after, other, left)

    def turns(self, own: PlayerNumbers) -> Iterator[Turn]:
        """Every turn that these numbers allow."""
        for number in own:
            yield from self._turns[number]

    def _searched(self, total: int, own: PlayerNumbers, other: PlayerNumbers) -> bool:
        replies: dict[tuple[int, int], None] = {}
        for turn in self.turns(own):
            after = applied(total, turn)
            if not self.wins_with_one_turn(after, other):
                replies[after, turn.number] = None
        for after, number in sorted(replies, key=lambda reply: (abs(reply[0]), -reply[1])):
            if not self.wins(after, other, tuple(each for each in own if each != number)):
                return True
        return False

    def _key(self, total: int, own: PlayerNumbers, other: PlayerNumbers) -> int:
        masks = sum(1 << number for number in own), sum(1 << number for number in other)
        return total << 32 | masks[0] << 16 | masks[1]


@cache
def shared_search() -> DuelSearch:
    """One search for all tables, so that what it has found answers them all. Its memory is bounded."""
    return DuelSearch()
