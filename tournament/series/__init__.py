"""Series of games of an event: who plays whom, at which table, results, standings. Rules: docs/rules/series.md.

| file | holds |
|---|---|
| `results.py` | results of fixtures, from the moves of their tables |
| `standings.py` | standings, and the games of two players |
| `fixtures.py` | the next fixtures of a series |
| `actions.py`, `table_actions.py` | making a series and drawing its games; opening their tables |
| `transcripts.py` | a finished game: its rounds, and a page of text |
| `views.py`, `public_views.py`, `api.py` | pages, files, JSON |
| `forms.py` | the form that makes a series |
"""
