"""A whole competition day from one seed, made through the same actions that people's clicks use.

| file | holds |
|---|---|
| `custody.py` | papers on their way |
| `day.py` | the demo's event while it is being played, and who works at it |
| `disputes.py` | coaches protest |
| `double_keying.py` | A round that is typed twice |
| `grids.py` | the demo's team game |
| `handwriting.py` | how children write: the same method in many hands, and the ways it goes wrong |
| `load.py` | play a whole day |
| `methods.py` | some methods for a set of numbers, found by combining them in every way |
| `misprints.py` | A question with a wrong number, found after its sheets were handed out |
| `names.py` | names for people and teams that do not exist |
| `photos.py` | A photo of a paper as a coach takes it with a phone |
| `puzzles.py` | puzzles for the demo |
| `ties.py` | two ties for an award: in each of two grades two players write the same |
"""
