"""What could be asked, and what all the answers are.

| file | holds |
|---|---|
| `__main__.py` | the command line |
| `listing.py` | the methods worth printing |
| `possible.py` | the best words and calculations of a Countdown round |
| `practice.py` | Countdown practice rounds for one player (CD-40 to CD-43) |
| `random_streams.py` | random numbers from a recorded seed |
| `sentences.py` | the sentences of this package, one template a code |
| `solvability.py` | whether a question has an answer, within a number of steps |
| `solver.py` | the solver |
| `tiebreaker.py` | questions for tiebreakers |
"""
