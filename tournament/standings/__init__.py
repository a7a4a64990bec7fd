"""Ranking criteria, penalties, places, brackets of ties.

| file | holds |
|---|---|
| `actions.py` | choosing the ranking criteria |
| `api.py` | penalties in the API |
| `brackets.py` | the bracket of each tie, computed from its games |
| `criteria.py` | the ranking criteria of an event |
| `forms.py` | forms of ranking criteria and penalties |
| `penalties.py` | penalties in force |
| `penalty_actions.py` | giving and lifting penalties |
| `points.py` | from stored results to the rows that are ranked |
| `possible_places.py` | the places that an entrant can reach in their division |
| `stakes.py` | the points and places that a change of one paper can move |
| `standings.py` | the standings of a division, for players and for teams |
| `standings_table.py` | the standings table: places, and points round by round |
| `views.py` | pages of the ranking criteria and of penalties |
"""
