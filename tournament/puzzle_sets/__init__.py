"""Generated puzzle sets: made by the worker, looked at, corrected, locked, and used in rounds.

| file | holds |
|---|---|
| `actions.py` | puzzle sets: asking the worker for them, going on, stopping, deleting |
| `boxes.py` | the boxes of a generated set: their keys, and what they are on a round's sheet |
| `day_views.py` | the puzzles of the whole day: made with one press, looked at, used |
| `defaults.py` | what a set of a round is made with, unless somebody changes it |
| `draft_actions.py` | working on a draft |
| `earlier_questions.py` | the questions that were asked or are planned in this database: a new set has none of them |
| `forms.py` | forms of a puzzle set: what is made, one box, name and tags |
| `generation.py` | the worker's part |
| `log_sentences.py` | the log of a set in sentences |
| `queries.py` | puzzle sets as pages show them |
| `set_status.py` | how a set stands to the puzzle of its round |
| `solve_rates.py` | how hard questions were for children |
| `use_actions.py` | using a set |
| `views.py` | one puzzle set |
"""
