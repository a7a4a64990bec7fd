"""Paper with full names for the organiser: lists, badges, certificates, the list of prizes.

| file | holds |
|---|---|
| `certificates.py` | certificates with full names |
| `forms.py` | the form for printing: the kind of paper, the players, the size |
| `people.py` | name lists, door lists, team lists and badges |
| `prizes.py` | the awards of a grade or a series, and the list of prizes with full names |
| `views.py` | the organiser's page of things to print with full names, and their PDF |
"""
