"""+ - × ÷, powers and roots of algebraic numbers that are no sums of radicals; the others are taken in as such
numbers."""

from fractions import Fraction
from typing import NamedTuple

from judging.language.limits import MAX_DEGREE, STEP, TooLarge, product_work, spend
from judging.language.numbers import approximations, polynomials
from judging.language.numbers.algebraic import Algebraic, Origin, isolate_root
from judging.language.numbers.irrational_number import PRECISIONS, Approximation
from judging.language.numbers.polynomials import Poly
from judging.language.numbers.radicals import denesting, radical_powers, radical_sums
from judging.language.numbers.radicals.conjugates import minimal_polynomial, reciprocal as reciprocal_of_sum
from judging.language.numbers.radicals.monomials import SMALL_PRIMES
from judging.language.numbers.radicals.radical_sums import RadicalSum
from judging.language.numbers.rationals import Rational, Value, divide_up, is_rational, rational_root, within_budget

IrrationalValue = RadicalSum | Algebraic


def of(a: IrrationalValue) -> Algebraic:
    """The number with its equation."""
    if isinstance(a, Algebraic):
        return a
    return Algebraic(minimal_polynomial(a), a.approximated, Origin("product", a, 1))


class NestedRoot(NamedTuple):
    """middle ± the index-th root of `inside` > 0, which is rational or a sum of radicals."""

    middle: Fraction
    root_index: int
    inside: Value
    above: bool


def nested_parts(a: Algebraic) -> NestedRoot | None:
    """The number as m ± the root of a number of degree two at most, where its equation shows that it is one."""
    if (parts := polynomials.nested(a.poly)) is None:
        return None
    middle, index, centre, square = parts
    above = a.above(middle)
    if not square:
        return NestedRoot(middle, index, abs(centre), above)
    inside = _around(a, middle, index, centre, square)
    return NestedRoot(middle, index, inside if above or index % 2 == 0 else radical_sums.negative(inside), above)


def simplified(value: Rational | Algebraic) -> Value:
    """The number as a sum of radicals where its equation shows that it is one."""
    if not isinstance(value, Algebraic) or (parts := nested_parts(value)) is None:
        return value
    simple = denesting.middle_and_root(*parts)
    return value if simple is None else simple


def _isolated(poly: Poly, approximation: Approximation, origin: Origin) -> Value:
    """The one root of `poly` that the approximation comes close to, as simple as can be."""
    return simplified(isolate_root(poly, approximation, origin))


def _around(a: Algebraic, middle: Fraction, index: int, centre: Fraction, square: Fraction) -> Value:
    """centre ± √square: which of both (a - middle)^index is."""
    root = denesting.rational_power(square, Fraction(1, 2))
    shifted = approximations.shifted(a.approximated, -middle)
    raised = approximations.raised(shifted, index)
    for bits in PRECISIONS:
        low, high = raised(bits)
        if high * centre.denominator < centre.numerator << bits:
            return radical_sums.add(centre, radical_sums.negative(root))
        if low * centre.denominator > centre.numerator << bits:
            return radical_sums.add(centre, root)
    raise TooLarge


# + - × ÷


def times_rational(a: Algebraic, by: Rational) -> Value:
    if by == 0:
        return 0
    if by == 1:
        return a
    spend(a.degree**2 * product_work(_length(a.poly), by.numerator.bit_length() + by.denominator.bit_length()))

    def approximation(bits: int) -> tuple[int, int]:
        ends = sorted(each * by.numerator for each in a.approximated(bits))
        return ends[0] // by.denominator, divide_up(ends[1], by.denominator)

    return Algebraic(polynomials.scaled(a.poly, by), approximation, Origin("product", a, by))


def add(first: Value, second: Value) -> Value:
    if is_rational(first):
        return _plus_rational(second, first)
    if is_rational(second):
        return _plus_rational(first, second)
    a, b = of(first), of(second)

    def approximation(bits: int) -> tuple[int, int]:
        (low, high), (lower, higher) = a.approximated(bits), b.approximated(bits)
        return low + lower, high + higher

    _combined(a, b)
    return _isolated(polynomials.composed_sum(a.poly, b.poly), approximation, Origin("sum", first, second))


def _plus_rational(a: Algebraic, b: Rational) -> Value:
    if b == 0:
        return a
    spend(
        a.degree**2 * product_work(_length(a.poly), a.degree * (b.numerator.bit_length() + b.denominator.bit_length()))
    )
    poly = polynomials.primitive(polynomials.taylor_shift(a.poly, b))
    return Algebraic(poly, approximations.shifted(a.approximated, b), Origin("sum", a, b))


def _length(poly: Poly) -> int:
    return max(c.bit_length() for c in poly)


def _combined(a: Algebraic, b: Algebraic) -> None:
    """Ask for the work of an equation whose roots are made from those of both."""
    degree = a.degree * b.degree
    if degree > MAX_DEGREE:
        raise TooLarge
    spend(degree**2 * (4 * STEP + (degree * (_length(a.poly) + _length(b.poly)) >> 3)))


def multiply(first: Value, second: Value) -> Value:
    if is_rational(first):
        return times_rational(second, first)
    if is_rational(second):
        return times_rational(first, second)
    if isinstance(first, RadicalSum):
        first, second = second, first
    if isinstance(second, RadicalSum) and (content := second.content()) != 1:
        return _product(multiply(first, radical_sums.scaled(second, 1 / content)), content)
    a, b = of(first), of(second)
    if a == b:
        return whole_power(a, 2)
    _combined(a, b)
    approximation = approximations.multiplied(a.approximated, b.approximated)
    return _isolated(polynomials.composed_product(a.poly, b.poly), approximation, Origin("product", first, second))


def reciprocal(a: Algebraic) -> Value:
    return Algebraic(polynomials.primitive(a.poly[::-1]), approximations.inverted(a), Origin("power", a, -1))


# powers and roots


def whole_power(a: Algebraic, exponent: int) -> Value:
    """A whole power other than 0; that of a root is begun with what is under the root."""
    if exponent < 0:
        return _inverse(whole_power(a, -exponent))
    if exponent == 1:
        return a
    if a.origin.operation == "root" and exponent >= a.origin.second:
        whole, rest = divmod(exponent, a.origin.second)
        inside = a.origin.first
        inside = (
            whole_power(inside, whole) if isinstance(inside, Algebraic) else radical_powers.whole_power(inside, whole)
        )
        return inside if rest == 0 else _product(inside, whole_power(a, rest))
    if exponent > MAX_DEGREE * 16:
        raise TooLarge
    count = a.degree * exponent
    spend(count * a.degree * (2 * STEP + (count * _length(a.poly) >> 5)))
    approximation = approximations.raised(a.approximated, exponent)
    return _isolated(polynomials.composed_power(a.poly, exponent), approximation, Origin("power", a, exponent))


def _inverse(a: Value) -> Value:
    if is_rational(a):
        return within_budget(1 / Fraction(a))
    return reciprocal_of_sum(a) if isinstance(a, RadicalSum) else reciprocal(a)


def _product(a: Value, b: Value) -> Value:
    return multiply(a, b) if Algebraic in (type(a), type(b)) else radical_sums.multiply(a, b)


def root(index: int, value: IrrationalValue) -> Value:
    """The root of an irrational number above 0, no sum of radicals by denesting.py."""
    a = of(value)
    if index * a.degree > MAX_DEGREE:
        raise TooLarge
    poly, origin = polynomials.inflate(a.poly, index), Origin("root", value, index)
    if _lacks_root_in_field(a.poly, index):
        return Algebraic(poly, approximations.rooted(index, a), origin)
    return _isolated(poly, approximations.rooted(index, a), origin)


def _lacks_root_in_field(poly: Poly, index: int) -> bool:
    """Whether it is proved that the field of a root of `poly` has no root of it with a prime index that divides
    `index`: the norm of it has none among the rational numbers. Then the inflated polynomial is irreducible."""
    degree = len(poly) - 1
    if index % 4 == 0 and degree % 2:
        return False
    norm = Fraction(poly[-1], poly[0]) * (-1) ** degree
    for prime in SMALL_PRIMES:
        if prime > index:
            break
        may_have_root = index % prime == 0 and (norm > 0 or prime > 2)
        if may_have_root and rational_root(prime, abs(norm)) is not None:
            return False
    return True
