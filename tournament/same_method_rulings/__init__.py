"""Whether two methods count once or twice: near duplicates and rulings on pairs.

| file | holds |
|---|---|
| `actions.py` | judges decide whether two methods count once or twice |
| `comparison.py` | two methods side by side, with what differs marked in the text and in the formula |
| `counted_once.py` | why a line counts once with an earlier one |
| `effects.py` | what a judge reads before ruling on two methods |
| `forms.py` | the form in which a judge says whether two methods count once or twice |
| `near_duplicates.py` | methods that count twice but are equal in algebra: pairs that a judge may want to rule on |
| `unsigned.py` | rulings on pairs of methods that too few judges have signed so far |
| `views.py` | the judge's pages on which methods count once: the pairs to look at, and one pair |
"""
