"""Players, teams, substitutes, and who is related to whom.

| file | holds |
|---|---|
| `actions.py` | who plays: players and teams, one by one |
| `bulk_actions.py` | the same change for many players at once, all or none |
| `deletion_actions.py` | deleting players and teams about whom nothing is recorded |
| `deletion_views.py` | pages that delete players and teams, and say first what goes with them |
| `dependents.py` | what hangs on players and teams |
| `forms.py` | forms of the roster |
| `player_details.py` | A player's details, from a form or a row of a file |
| `relation_actions.py` | marking helpers as related to a player |
| `relation_views.py` | which helpers are related to which players, and so do not type their sheets |
| `relations.py` | who is related to whom |
| `search.py` | players and teams by number or name, without accents and case, alike on both databases |
| `substitute_actions.py` | substitutes: a player leaves, and another one plays on in their place |
| `substitutes.py` | who is expected in a round where substitutes play |
| `views.py` | the roster: who plays, in which grade and team, and who is not there |
"""
