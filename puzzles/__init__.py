"""What could be asked, and what all the answers are.

| file | holds |
|---|---|
| `__main__.py` | the commands that need no database |
| `dice.py` | all chance |
| `listing.py` | the methods of a puzzle that are worth printing |
| `possible.py` | what was possible in a round of Countdown: for the pages after the round, and for practice |
| `practice.py` | rounds of Countdown to practise alone (CD-40 to CD-43) |
| `random_streams.py` | chance from a recorded seed |
| `sentences.py` | every sentence that puzzles says: one template a code |
| `solvability.py` | whether a question can be answered at all, within a number of steps |
| `solver.py` | the solver |
| `tiebreaker.py` | A question for a tiebreaker: such that two sides can find several methods in three minutes |
"""
