"""When two methods are the same: method keys and loose keys.

| file | holds |
|---|---|
| `canonical_forms.py` | the canonical form of a method, from which its method key is made |
| `loose_key_arithmetic.py` | numbers at the published point modulo 2^127 - 1, from which loose keys are made |
| `loose_keys.py` | the loose key: equal for two methods that are equal in algebra |
| `method_keys.py` | the method key, and the canonical form of a function from those of its inputs |
| `uncancelled_fractions.py` | + - × ÷ of numerators and denominators |
"""
