"""The engine: one method is read, judged and explained.

| file | holds |
|---|---|
| `verdict.py` | `judge()`, the entry point |
| `verdict_types.py` | the verdict that `judge()` returns |
| `claims.py` | labels and answers around a method |
| `working.py` | working shown in steps |
| `judged_trees.py` | the judgement of one reading |
| `expression.py` | the tree of a method |
| `editions.py` | rules editions: functions and policies of a round |
| `explanation.py` | explanations why two methods count once or twice |
| `differences.py` | the parts in which two methods differ |
| `limits.py` | limits of a line, and the count of its work |
| `sentences.py` | sentences for the codes |
| `command.py` | the commands `judge` and `same` |
"""

from judging.language.sentences import ROWS
from judging.messages import register

register(ROWS)
