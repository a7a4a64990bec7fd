"""Rounds, their settings and how many sheets each has.

| file | holds |
|---|---|
| `actions.py` | adding, changing, removing and moving rounds |
| `draw_seed.py` | the seed from which the draws of tiebreakers follow (NT-TB-2) |
| `edition_fields.py` | the form fields of a rules edition |
| `expected_sheets.py` | the players and teams that should hand in a sheet |
| `how_to_play.py` | how each round is played, from its settings |
| `how_to_play_views.py` | the public page “How to play” |
| `method_counts.py` | the number of distinct methods of a question |
| `notation_views.py` | the public page “What may I write?” |
| `round_fields.py` | the forms of a round: adding it, its settings, its steps |
| `setting_fields.py` | the form field of one setting |
| `sheet_counts.py` | typed and missing sheets of each round |
"""
