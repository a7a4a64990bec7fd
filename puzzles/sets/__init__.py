"""Making puzzle sets from a seed.

| file | holds |
|---|---|
| `balance.py` | sets for several dates made equally hard |
| `generate.py` | puzzle sets from a seed: `SetMaker(slug, values, seed).puzzles()` yields one puzzle after the other |
| `generators.py` | the generators of questions: each draws one puzzle at a time from a stream of chance |
| `puzzles.py` | what a generator yields: puzzles of questions, and what the solver says of each: the proof |
| `search.py` | the search for puzzles |
| `settings.py` | the settings of each generator |
| `word_generators.py` | the generators of word rounds: nine letters, and conundrums |
"""
