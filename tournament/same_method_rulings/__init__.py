"""Whether two methods count once or twice: near-duplicates and rulings on pairs.

| file | holds |
|---|---|
| `actions.py` | giving and signing a ruling on two methods |
| `api.py` | rulings on pairs in the API |
| `comparison.py` | differences of two methods, in the text and in the formula |
| `effects.py` | the effect of a ruling on two methods, and earlier rulings |
| `pair_fields.py` | the form of a ruling: count once or twice |
| `pair_page.py` | the page of two methods, and what each ruling would change |
| `near_duplicates.py` | pairs that are equal in algebra and not ruled on yet |
| `reasons.py` | the reason why a line counts once with an earlier one |
| `unsigned.py` | rulings that wait for signatures |
| `views.py` | the judge's pages: the list of pairs, one pair |
"""
