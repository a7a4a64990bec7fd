"""The puzzles of a round: typed, imported, complete or not, and what was printed of them.

| file | holds |
|---|---|
| `actions.py` | assigning a puzzle to grades of a round |
| `api.py` | puzzles in the API |
| `completeness.py` | missing and unsuitable puzzles of a round |
| `import_kind.py` | the import of puzzles: columns and pages |
| `import_undo.py` | undoing an import of puzzles |
| `importer.py` | a puzzle file as boxes for each round and grade |
| `printed_questions.py` | the question that each printed sheet shows |
| `puzzle_fields.py` | the form fields of a puzzle |
| `solvable.py` | whether a puzzle can be solved, in sentences |
| `views.py` | the page of a round's puzzles |
"""
