"""Players, teams, substitutes, and who is related to whom.

| file | holds |
|---|---|
| `actions.py` | adding, changing and substituting players |
| `api.py` | players, teams and relations in the API |
| `bulk_actions.py` | the same change for many players at once |
| `deletion_actions.py` | deleting players and teams about whom nothing is recorded |
| `deletion_views.py` | the pages that delete players and teams |
| `dependents.py` | records that prevent deleting a player or team |
| `player_details.py` | a player's details, from a form or a row of a file |
| `player_fields.py` | the forms of the roster, and the fields of a player that check-in has too |
| `relation_actions.py` | marking helpers as related to a player |
| `relation_views.py` | the page of related helpers and players |
| `relations.py` | who is related to whom |
| `search.py` | finding players and teams by number or name |
| `substitutes.py` | who plays a round: its grades, and its players where substitutes play |
| `views.py` | the roster, as a page and as a file, and the page of a player |
"""
