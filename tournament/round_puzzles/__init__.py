"""The puzzles of a round: typed, imported, complete or not, and what was printed of them.

| file | holds |
|---|---|
| `actions.py` | what is asked: puzzles and their versions |
| `completeness.py` | which puzzle each grade has in a round, and whether the round can be played |
| `forms.py` | typing a puzzle |
| `import_kind.py` | puzzles from a file |
| `import_undo.py` | undoing an import of puzzles: each grade gets back the question that it had |
| `importer.py` | A puzzle file -> the boxes of each round and grade, with each row's problems beside the row |
| `printed_questions.py` | which question each printed sheet shows |
| `solvable.py` | whether a puzzle can be solved under its round's rules, in sentences |
| `views.py` | puzzles: typed in a form shaped by the format, or from a file |
"""
