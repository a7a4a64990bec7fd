"""Practice for one player, without an account: every live game alone, the round of the day, and the solvers. Nothing
is stored: a table of practice is played by the rules, views and templates of a live game, and its record is in the
browser.

| file | holds |
|---|---|
| `forms.py` | the three solvers: words from letters, the best calculation, the answer of a conundrum |
| `results.py` | the result of a round: points, and whether nothing better was possible |
| `rounds.py` | the name of a practice round, from which the whole round follows |
| `tables.py` | a table whose record the browser sends with each move |
| `views.py` | the pages of practice, and the moves at its tables |
"""
