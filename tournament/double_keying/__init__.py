"""Sheets that are typed twice: slots, comparison, agreement, accuracy.

| file | holds |
|---|---|
| `accuracy.py` | how accurate each keyer is, measured where somebody else typed the same sheet |
| `agreement.py` | when a sheet's reading is agreed |
| `comparison.py` | two readings of a sheet side by side, compared by meaning and not by how they were typed |
| `slots.py` | who may type which sheet now |
"""
