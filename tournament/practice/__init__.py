"""Practice for one player, without an account: every live game alone, the round of the day, and the solvers. Nothing
is stored: a table of practice is played by the rules, views and templates of a live game, and its record is in the
browser.

| file | holds |
|---|---|
| `answers.py` | the points of a practice answer and the best possible one, by the same rules as at a table |
| `api.py` | practice and the solvers as JSON, for anybody |
| `forms.py` | the questions to the solvers |
| `json_serializers.py` | the JSON of practice, field by field; drf-spectacular writes the schema from these |
| `results.py` | the result of a round: points, and whether nothing better was possible |
| `rounds.py` | the name of a practice round, from which the whole round follows |
| `solving.py` | the three solvers: words from letters, the best calculation, the answer of a conundrum |
| `tables.py` | a table whose record the browser sends with each move |
| `views.py` | the pages of practice, and the moves at its tables |
"""
