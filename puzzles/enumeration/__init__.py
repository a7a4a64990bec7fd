"""The values that given numbers make, and the methods behind them.

| file | holds |
|---|---|
| `best_method.py` | only the best method: the least distance, then the fewest numbers, then the shortest text |
| `methods.py` | methods as the solver builds them, and those behind the values |
| `multisets.py` | submultisets of the given numbers |
| `shortest_text.py` | the shortest text that comes to a target, where it is known that there is one |
| `simplicity.py` | how simple a method is for a person who reads it |
| `value_enumeration.py` | the values that given numbers make under an edition, subset by subset |
"""
