"""Rounds, their settings and how many sheets each has.

| file | holds |
|---|---|
| `actions.py` | rounds: what is played, and how far its work has come |
| `draw_seed.py` | the seed of an event, from which the draws of its tiebreakers follow (NT-TB-2) |
| `edition_forms.py` | what a method may use in a round |
| `expected_sheets.py` | who should hand in a sheet |
| `forms.py` | forms of a round |
| `how_to_play.py` | how each round is played, from its settings |
| `how_to_play_views.py` | the public page “How to play” |
| `method_counts.py` | how many distinct methods a question has in all |
| `notation_views.py` | the public page “What may I write?”, made from the engine's table of functions |
| `sheet_counts.py` | how many sheets of each round are typed and how many are still to type, for all rounds of an event |
"""
