"""The functions of the notation: one row each, and what they do with numbers.

| file | holds |
|---|---|
| `algebra_rows.py` | the rows of the table for + - × ÷, powers and roots |
| `function.py` | one row of the table of functions |
| `integer_functions.py` | the functions of whole numbers, exactly |
| `rational_functions.py` | columns of the table that the solver needs, for rational values |
| `table.py` | the table of functions: one row each |
"""
