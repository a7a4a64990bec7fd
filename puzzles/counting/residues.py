"""Values by their residue modulo a prime, which tells quickly that a table does not hold a value.

A fraction a / b has the residue of a times the inverse of b. To work out a fraction and look it up takes ten times as
long as to do so with a residue, and hardly anything that is looked up is there.
"""

from __future__ import annotations

from collections.abc import Callable

from judging.language.numbers.rationals import Rational

ValueCount = tuple[Rational, int]
PRIME = (1 << 62) - 57


def residue(value: Rational) -> int | None:
    """The residue of a value; None where its denominator has none."""
    if type(value) is int:
        return value % PRIME
    below = value.denominator % PRIME
    return value.numerator * pow(below, -1, PRIME) % PRIME if below else None


class ResidueTable:
    """Counts by value, with residues of the values and of their complements in a sum or a product."""

    def __init__(self, counts: dict[Rational, int], inverse: Callable[[Rational], Rational]):
        self.counts = counts
        self._residues = {residue(value) for value in self.counts}
        inverses = [(value, count, residue(inverse(value))) for value, count in counts.items()]
        self._inverses = [
            (value, count, inverse_residue) for value, count, inverse_residue in inverses if inverse_residue is not None
        ]
        self._has_all = None not in self._residues and len(self._inverses) == len(counts)

    def pairs(self, value: Rational, other: ResidueTable, product: bool) -> list[tuple[Rational, int]]:
        """The values that may make `value` together with one of the other table, each with its count."""
        whole = residue(value)
        residues = other._residues
        if whole is None or not (self._has_all and other._has_all):
            return list(self.counts.items())
        if product:
            return [(each, count) for each, count, inverse in self._inverses if whole * inverse % PRIME in residues]
        return [(each, count) for each, count, inverse in self._inverses if (whole + inverse) % PRIME in residues]
