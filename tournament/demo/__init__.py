"""A whole competition day from one seed, made through the same actions that people's clicks use.

| file | holds |
|---|---|
| `day.py` | the demo event during its day, and the people who work at it |
| `disputes.py` | disputes of coaches |
| `double_keying.py` | a round that two people type |
| `halls.py` | two more halls and the joint standing |
| `handwriting.py` | lines as children write them, with typical mistakes |
| `load.py` | the whole day, from registration to results |
| `methods.py` | some methods for a set of numbers |
| `names.py` | invented names of people and teams |
| `papers.py` | hand-overs of papers, and a misprinted question that is corrected after them |
| `photos.py` | a coach's photo of a paper |
| `puzzles.py` | puzzles of the demo, and the grids of the team game |
| `ties.py` | two ties for an award |
"""
