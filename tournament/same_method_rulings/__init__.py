"""Whether two methods count once or twice: near-duplicates and rulings on pairs.

| file | holds |
|---|---|
| `actions.py` | giving and signing a ruling on two methods |
| `api.py` | rulings on pairs in the API |
| `pair_fields.py` | the form of a ruling: count once or twice |
| `pair_page.py` | the page of two methods: how they differ, what each ruling would change, earlier rulings |
| `near_duplicates.py` | pairs that are equal in algebra and not ruled on yet, and rulings that wait for signatures |
| `reasons.py` | the reason why a line counts once with an earlier one |
| `views.py` | the judge's pages: the list of pairs, one pair |
"""
