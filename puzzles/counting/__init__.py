"""Counting methods by value and kind, without listing them.

| file | holds |
|---|---|
| `bag_counts.py` | counts of sums and products by value |
| `divisor_counts.py` | counts of greatest common divisors and least common multiples by value |
| `form_counts.py` | counts of all forms by value and kind |
| `method_count.py` | the number of distinct methods of a puzzle |
| `pair_counts.py` | counts of ordered functions of two inputs by value |
| `pair_results.py` | results of ordered functions of two inputs, one input being known |
| `residues.py` | values by their residue modulo a prime |
| `values_by_remainder.py` | values by their remainder |
"""
