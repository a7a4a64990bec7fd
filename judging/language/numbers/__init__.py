"""Exact numbers: rational ones, sums of radicals, and other algebraic numbers.

| file | holds |
|---|---|
| `algebraic.py` | real algebraic numbers that are no sums of radicals, such as √(1 + √2) |
| `algebraic_operations.py` | + - × ÷, powers and roots of algebraic numbers that are no sums of radicals |
| `algebraic_writing.py` | how an algebraic number that is no sum of radicals is written |
| `approximations.py` | how close an algebraic number is known that is made from others |
| `exact.py` | exact values: + - × ÷, powers and roots |
| `irrational_arithmetic.py` | arithmetic where a value is irrational |
| `irrational_number.py` | what all irrational numbers share |
| `logarithms.py` | logarithms, where they are rational |
| `polynomials.py` | polynomials with rational coefficients, as far as algebraic numbers need them |
| `rationals.py` | rational numbers: int where they are whole, else Fraction |
"""
