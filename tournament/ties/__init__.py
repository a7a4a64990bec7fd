"""Ties for an award: the draw and the games (`actions.py`, `games.py`) and the page of ties.

| file | holds |
|---|---|
| `actions.py` | actions on ties: draw one, start its next game, drop one that is no longer a tie |
| `api.py` | ties in the API |
| `forms.py` | forms of ties |
| `games.py` | the games of a tie as a page lists them |
| `queries.py` | ties for awards: which there are, what prevents drawing them, and the state of their games |
| `views.py` | the page of ties for awards |
"""
