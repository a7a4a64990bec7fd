"""Sums of radicals and their conjugates: equations, and 1 over a sum.

The monomials of a sum make a group of finite order n when whole numbers are left out, and all monomials of it but 1
have the trace 0. So the sum of the k-th powers of all n conjugates of x is n times the rational term of x^k, and
Newton's identities give the equation.
"""

from fractions import Fraction

from judging.language.limits import MAX_DEGREE, MAX_TERMS, STEP, TooLarge, product_work, spend
from judging.language.numbers.polynomials import Poly, is_squarefree, monic_from_power_sums, primitive
from judging.language.numbers.radicals import monomials
from judging.language.numbers.radicals.monomials import ONE, Monomial
from judging.language.numbers.radicals.radical_sums import RadicalSum, RadicalValue, add, multiply, scaled, term


def reciprocal(a: RadicalSum) -> RadicalValue:
    if len(a.terms) == 1:
        ((monomial, times),) = a.terms.items()
        below, monomial = monomials.inverse(monomial)
        return term(Fraction(a.bottom, times), 1, below, monomial)
    if len(a.terms) == 2:
        return _of_two_terms(a)
    powers, coefficients = _equation(a, MAX_TERMS)
    # x^n + c1·x^(n-1) + ... + cn = 0, and so 1/x = -(x^(n-1) + c1·x^(n-2) + ...) / cn
    total: RadicalValue = 0
    for power, coefficient in zip(reversed(powers[:-1]), coefficients, strict=False):
        total = add(total, multiply(power, coefficient))
    return scaled(total, -1 / coefficients[-1])


def _of_two_terms(a: RadicalSum) -> RadicalValue:
    """1/(u + v) by (1 + t)·(1 - t + t² - ... ) = 1 - (-t)^k, where t = v/u and t^k is rational."""
    (first, times), (second, others) = a.terms.items()
    below, inverse = monomials.inverse(first)
    outside, ratio = monomials.times(second, inverse)
    t = term(Fraction(-others, times), outside, below, ratio)
    order = monomials.order(ratio)
    if order > MAX_TERMS:
        raise TooLarge
    power: RadicalValue = t
    total: RadicalValue = 1
    for _ in range(order - 1):
        total = add(total, power)
        power = multiply(t, power)
    return multiply(scaled(total, 1 / (1 - Fraction(power))), term(Fraction(a.bottom, times), 1, below, inverse))


def minimal_polynomial(a: RadicalSum) -> Poly:
    """The irreducible equation of the number. Raises TooLarge."""
    _, coefficients = _equation(a, MAX_DEGREE)
    poly = primitive(coefficients)
    if not is_squarefree(poly):  # a power of the irreducible one
        raise TooLarge
    return poly


def _equation(a: RadicalSum, most: int) -> tuple[list[RadicalValue], list[Fraction]]:
    """The powers of the number from 0 on, and the coefficients of the equation whose roots are all its conjugates."""
    order = _group_order(a, most)
    spend(order**2 * product_work(a.bits * order, a.bits))
    powers: list[RadicalValue] = [1]
    for _ in range(order):
        powers.append(multiply(powers[-1], a))
    sums = [order * _rational_term(power) for power in powers]
    return powers, monic_from_power_sums(sums)


def _group_order(a: RadicalSum, most: int) -> int:
    """The number of monomials that are products of those in the sum."""
    group: set[Monomial] = {ONE}
    for monomial in a.terms:
        coset, power = set(group), monomial
        while power not in group:
            spend(STEP * len(coset))
            group |= {monomials.times(each, power)[1] for each in coset}
            power = monomials.times(power, monomial)[1]
            if len(group) > most:
                raise TooLarge
    return len(group)


def _rational_term(a: RadicalValue) -> Fraction:
    if isinstance(a, RadicalSum):
        return Fraction(a.terms.get(ONE, 0), a.bottom)
    return Fraction(a.numerator, a.denominator)
