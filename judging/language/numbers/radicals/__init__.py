"""Sums of radicals, such as √2 + 3·∛5: their arithmetic, writing and roots.

| file | holds |
|---|---|
| `conjugates.py` | sums of radicals and their conjugates: equations, and 1 over a sum |
| `denesting.py` | roots of sums of radicals that are sums of radicals themselves |
| `monomials.py` | products of powers of whole numbers with exponents between 0 and 1: √6 is 2^(1/2)·3^(1/2) |
| `radical_powers.py` | whole powers of sums of radicals |
| `radical_sums.py` | sums of radicals |
| `radical_text.py` | sums of radicals in writing: 1/2 + √5/2, √2 - 1, 3*√2*root(3, 5) |
"""
