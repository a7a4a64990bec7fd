"""Generated puzzle sets: made by the worker, looked at, corrected, locked, and used in rounds.

| file | holds |
|---|---|
| `actions.py` | making, continuing, stopping and deleting puzzle sets |
| `boxes.py` | the boxes of a set, and as they stand on a round's sheet |
| `day_views.py` | the puzzles of the whole day |
| `defaults.py` | the settings that a set of a round starts with |
| `draft_actions.py` | changing a draft |
| `earlier_questions.py` | the questions that a new set must not repeat |
| `generation.py` | generating a set, in the worker |
| `log_sentences.py` | the log of a set in sentences |
| `queries.py` | puzzle sets as pages show them, and whether a round has the puzzles of a set |
| `set_fields.py` | the forms of a set: settings, one box, name and tags |
| `solve_rates.py` | how often children solved questions of each step of difficulty |
| `use_actions.py` | using and locking a set |
| `views.py` | the page of one puzzle set |
"""
