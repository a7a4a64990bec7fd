"""Rounds, their settings and how many sheets each has.

| file | holds |
|---|---|
| `actions.py` | adding, changing, removing and moving rounds; the seed of tiebreakers |
| `expected_sheets.py` | the players and teams that should hand in a sheet; how many sheets are typed and missing |
| `how_to_play.py` | how each round is played, from its settings |
| `method_counts.py` | the number of distinct methods of a question |
| `public_views.py` | the public pages “How to play” and “What may I write?” |
| `round_fields.py` | the forms of a round: adding it, its edition and settings, its steps |
| `setting_fields.py` | the form fields of settings |
"""
