"""Ranking criteria, penalties, places, brackets of ties.

| file | holds |
|---|---|
| `actions.py` | choosing the ranking criteria of an event (NT-ST-2) |
| `brackets.py` | the bracket of each tie, computed from its games and from all rulings since |
| `criteria.py` | the ranking criteria of an event |
| `forms.py` | forms to choose the ranking criteria, to give a penalty and to lift one |
| `penalties.py` | penalties in force: points taken and not given back |
| `penalty_actions.py` | giving and lifting penalties, points that a judge takes from an entrant (NT-ST-1) |
| `penalty_views.py` | pages of penalties: the list, giving one, lifting one |
| `points.py` | from stored results to the rows that are ranked, in a fixed number of queries |
| `possible_places.py` | the places that one entrant can get in their division, and whose places that changes |
| `stakes.py` | what a change of one paper can move: points in its round, and places in the standings |
| `standings.py` | the standings of a division, for players and for teams, in a fixed number of queries |
| `standings_table.py` | the standings table: places, and points round by round |
| `views.py` | the page on which organisers choose the ranking criteria |
"""
