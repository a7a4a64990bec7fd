"""Ties for an award: the draw (`draw.py`), the games (`actions.py`, `games.py`) and the page of ties.

| file | holds |
|---|---|
| `actions.py` | actions on ties: start the next game, drop one that is no longer a tie |
| `api.py` | ties in the API |
| `draw.py` | the draw of a tie: its seed, and the order of play of its sides (NT-TB-2) |
| `forms.py` | forms of ties |
| `games.py` | the games of a tie as a page lists them |
| `queries.py` | ties for awards: which there are, what prevents drawing them, and the state of their games |
| `views.py` | the page of ties for awards |
"""
