"""Who wins a position of Countdown Duel if both play as well as possible.

A position is the running total and the numbers of both players. Turns lost on purpose are left out of the search: they
gain nothing (docs/decisions/duel.md). Neither are replies looked at that let the opponent win at once. Totals next to 0
are tried first, and of these the largest number: that keeps the search small without a table.
"""

from __future__ import annotations

from collections.abc import Iterator

from judging.games.duel.rules import HIGHEST, OPERATIONS, TARGET, Turn, applied

Numbers = tuple[int, ...]
MAX_POSITIONS = 500_000  # positions, about 80 MB


class Search:
    """Decides positions exactly, and remembers those that it has looked at."""

    def __init__(self, target: int = TARGET, highest: int = HIGHEST):
        self.target = target
        self._kept: dict[int, bool] = {}
        self._turns = {number: [Turn(each, number) for each in OPERATIONS] for number in range(1, highest + 1)}

    def __len__(self) -> int:
        return len(self._kept)

    def wins(self, total: int, mine: Numbers, theirs: Numbers) -> bool:
        """Whether the player wins whose turn it is. A player without numbers is passed over; one of the two has some."""
        if not mine or not theirs:
            return bool(mine)
        if self.wins_at_once(total, mine):
            return True
        key = self._key(total, mine, theirs)
        found = self._kept.get(key)
        if found is None:
            found = self._searched(total, mine, theirs)
            if len(self._kept) >= MAX_POSITIONS:
                self._kept.clear()
            self._kept[key] = found
        return found

    def wins_at_once(self, total: int, mine: Numbers) -> bool:
        """Whether one of these numbers brings the total to the target."""
        largest = mine[-1] if mine else 0
        return bool(mine) and (total + largest >= self.target or total * largest >= self.target)

    def keeps_win(self, total: int, mine: Numbers, theirs: Numbers, turn: Turn) -> bool:
        """Whether the player who takes this turn wins after it."""
        after = applied(total, turn)
        left = tuple(number for number in mine if number != turn.number)
        if after >= self.target or not theirs:
            return True
        return not self.wins(after, theirs, left)

    def turns(self, mine: Numbers) -> Iterator[Turn]:
        """Every turn that these numbers allow."""
        for number in mine:
            yield from self._turns[number]

    def _searched(self, total: int, mine: Numbers, theirs: Numbers) -> bool:
        replies: dict[tuple[int, int], None] = {}
        for turn in self.turns(mine):
            after = applied(total, turn)
            if not self.wins_at_once(after, theirs):
                replies[after, turn.number] = None
        for after, number in sorted(replies, key=lambda reply: (abs(reply[0]), -reply[1])):
            if not self.wins(after, theirs, tuple(each for each in mine if each != number)):
                return True
        return False

    def _key(self, total: int, mine: Numbers, theirs: Numbers) -> int:
        masks = sum(1 << number for number in mine), sum(1 << number for number in theirs)
        return total << 32 | masks[0] << 16 | masks[1]
