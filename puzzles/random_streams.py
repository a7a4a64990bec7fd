"""Chance from a recorded seed: the same seed and place give the same draws on every machine and Python version.

The generators of sets and words draw from here. The bytes are those of SHAKE-128 over the seed and the place, so no
draw depends on how many were made elsewhere.
"""

from collections.abc import Iterator, Sequence
from hashlib import shake_128
from typing import TypeVar

Item = TypeVar("Item")
SEED_BITS = 128


class Stream:
    """Draws at one place: `Stream(seed, "one_to_many", 3)`. Raises ValueError for a seed outside 0 to 2^128 - 1."""

    def __init__(self, seed: int, *place: object):
        if not 0 <= seed < 1 << SEED_BITS:
            raise ValueError(f"a seed is a whole number from 0 to 2^{SEED_BITS} - 1")
        self._name = "/".join(map(str, (seed, *place))).encode()
        self._pool, self._bits, self._block = 0, 0, 0

    def below(self, end: int) -> int:
        """A whole number from 0 to `end` - 1, each as likely."""
        if end < 1:
            raise ValueError("nothing lies below this number")
        width = (end - 1).bit_length()
        while True:
            drawn = self._take(width)
            if drawn < end:
                return drawn

    def between(self, first: int, last: int) -> int:
        """A whole number from `first` to `last`."""
        return first + self.below(last - first + 1)

    def choice(self, items: Sequence[Item]) -> Item:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> Iterator[Item]:
        """The items in any order, drawn one by one as they are asked for."""
        moved: dict[int, int] = {}
        for at in range(len(items)):
            other = self.between(at, len(items) - 1)
            yield items[moved.get(other, other)]
            moved[other] = moved.pop(at, at)

    def _take(self, width: int) -> int:
        while self._bits < width:
            block = shake_128(self._name + b"#%d" % self._block).digest(64)
            self._pool |= int.from_bytes(block, "big") << self._bits
            self._bits, self._block = self._bits + 512, self._block + 1
        drawn = self._pool & ((1 << width) - 1)
        self._pool, self._bits = self._pool >> width, self._bits - width
        return drawn
