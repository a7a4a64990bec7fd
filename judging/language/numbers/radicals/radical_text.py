"""Sums of radicals in writing: 1/2 + √5/2, √2 - 1, 3*√2*root(3, 5)."""

import math
from collections.abc import Iterable
from functools import lru_cache

from judging.language.numbers.radicals import monomials
from judging.language.numbers.radicals.monomials import Monomial
from judging.language.numbers.radicals.radical_sums import RadicalSum
from judging.language.numbers.rationals import whole_text


def root(index: int, inside: str) -> str:
    if index > 2:
        return f"root({index}, {inside})"
    return f"√{inside}" if inside.isdigit() else f"√({inside})"


@lru_cache(maxsize=1024)
def parts(monomial: Monomial) -> tuple[str, ...]:
    """The roots of a monomial, square roots first. Long powers are not multiplied out."""
    if monomials.is_long(monomial):
        return tuple(root(index, f"{whole_text(base)}^{power}") for base, power, index in sorted(monomial, key=_index))
    return tuple(root(index, whole_text(inside)) for index, inside in monomials.radicals(monomial))


def _index(factor: tuple[int, int, int]) -> tuple[int, int]:
    return factor[2], factor[0]


def joined(plus: list[str], minus: list[str]) -> str:
    """Terms added and taken away, with a sign in front only where all are below zero."""
    return " - ".join([" + ".join(plus) or "0", *minus])


def text(a: RadicalSum) -> str:
    """One and the same for equal numbers whose bases were found in full; rational terms first, then short ones."""
    plus: list[str] = []
    minus: list[str] = []
    terms: Iterable[tuple[Monomial, int]] = a.terms.items()
    if len(a.terms) > 1:
        terms = sorted(terms, key=_short_first)
    for monomial, times in terms:
        written = _term(abs(times), a.bottom, monomial)
        (plus if times > 0 else minus).append(written)
    return joined(plus, minus)


def _short_first(each: tuple[Monomial, int]) -> tuple[tuple[int, ...], ...]:
    monomial, _ = each
    if monomials.is_long(monomial):
        return tuple(sorted((index, base, power) for base, power, index in monomial))
    return monomials.radicals(monomial)


def _term(times: int, bottom: int, monomial: Monomial) -> str:
    common = math.gcd(times, bottom)
    factors = parts(monomial)
    if times != common or not factors:
        factors = (whole_text(times // common), *factors)
    above = "*".join(factors)
    return above if bottom == common else f"{above}/{whole_text(bottom // common)}"
