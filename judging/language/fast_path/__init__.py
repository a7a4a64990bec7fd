"""The fast path: lines that are plainly accepted, judged without building a tree.

| file | holds |
|---|---|
| `evaluation.py` | one pass over a program: its value and its method key |
| `loose_key.py` | the loose key of a program, computed at the published point |
| `parsing.py` | the parser of the fast path |
| `plain_lines.py` | the fast path: the verdict on a line that is plainly accepted |
| `values.py` | the arithmetic of the fast path |
"""
