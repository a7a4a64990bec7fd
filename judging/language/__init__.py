"""One method: read, judged, explained.

| file | holds |
|---|---|
| `budget.py` | the budget of a line: its work on irrational values, counted before each step of it |
| `claims.py` | what stands beside a method: a label in front of it, the answer, a full stop behind it |
| `command.py` | the `judge` and `same` commands: the engine at the command line, without Django |
| `differences.py` | where two methods differ, as trees |
| `editions.py` | rules editions: which functions, policies and shapes of method hold in a round |
| `explanation.py` | why two methods count once or twice: a message, and the rule |
| `expression.py` | the tree of a method |
| `judged_trees.py` | one tree of a text: what is found of it, and what is against it |
| `limits.py` | what a line may be and cost |
| `sentences.py` | every sentence about a method or about rules |
| `verdict.py` | judge(): the one door into the engine |
| `verdict_types.py` | what the engine says of a text, as plain values |
| `working.py` | working shown in steps |
"""

from judging.language.sentences import ROWS
from judging.messages import register

register(ROWS)
