"""Counting methods by value and kind, without listing them.

| file | holds |
|---|---|
| `bag_counts.py` | how many sums and products there are of given numbers, by value |
| `divisor_counts.py` | how many greatest common divisors, or least common multiples, there are of given numbers, by value |
| `form_counts.py` | how many forms given numbers have, by value and kind |
| `method_count.py` | how many distinct methods a puzzle has, counted by value and kind of form instead of listed |
| `pair_counts.py` | how many methods end with a function of two inputs in order, such as a power, by value |
| `pair_results.py` | what functions of two inputs in order come to, one input being known and a whole number from 0 |
| `residues.py` | values by their residue modulo a prime |
| `values_by_remainder.py` | values of many forms by their remainder |
"""
