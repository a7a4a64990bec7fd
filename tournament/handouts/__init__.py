"""Paper with full names for the organiser: lists, badges, certificates, the list of prizes.

| file | holds |
|---|---|
| `certificates.py` | certificates with full names |
| `forms.py` | the forms for printing and for a player who is on no list |
| `people.py` | name lists, door lists, team lists and badges |
| `prizes.py` | the awards of a grade or a series, and the list of prizes with full names |
| `views.py` | the organiser's page of things to print with full names, and their PDF |
| `walk_in.py` | sheets for one player at the door |
| `walk_in_views.py` | the page of a player at the door who is on no list |
"""
