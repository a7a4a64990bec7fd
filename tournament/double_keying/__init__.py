"""Sheets that are typed twice: slots, comparison, agreement, accuracy.

| file | holds |
|---|---|
| `accuracy.py` | how accurate each keyer is, measured where somebody else typed the same sheet |
| `agreement.py` | when a sheet's reading is agreed |
| `comparison.py` | whether two readings of a sheet say the same, compared by meaning and not by how they were typed |
| `side_by_side.py` | two readings of one sheet side by side, for the third person who decides what it says |
| `slots.py` | who may type which sheet now |
"""
