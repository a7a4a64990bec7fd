"""Exact numbers: rational ones, sums of radicals, and other algebraic numbers.

| file | holds |
|---|---|
| `exact.py` | arithmetic of exact values, of any kind |
| `rationals.py` | whole numbers and fractions |
| `logarithms.py` | logarithms that are rational |
| `irrational_number.py` | the base class of irrational numbers |
| `irrational_arithmetic.py` | arithmetic with irrational values |
| `algebraic.py` | algebraic numbers that are no sums of radicals, such as √(1 + √2) |
| `algebraic_operations.py` | + - × ÷, powers and roots of algebraic numbers |
| `algebraic_writing.py` | the writing of algebraic numbers |
| `approximations.py` | bounds below and above an algebraic number |
| `polynomials.py` | polynomials of algebraic numbers |
"""
