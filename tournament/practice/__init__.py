"""Practice for one player, without an account: rounds of Countdown, the round of the day, and the solvers. Nothing is
stored.

| file | holds |
|---|---|
| `answers.py` | the points of a practice answer and the best possible one, by the same rules as at a table |
| `api.py` | practice and the solvers as JSON, for anybody |
| `forms.py` | the questions to the solvers |
| `json_serializers.py` | the JSON of practice, field by field; drf-spectacular writes the schema from these |
| `rounds.py` | the name of a practice round, from which the whole round follows |
| `solving.py` | the three solvers: words from letters, the best calculation, the answer of a conundrum |
| `views.py` | the pages of practice |
"""
