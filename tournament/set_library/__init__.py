"""The library of puzzle sets across events: new ones, copies, files.

| file | holds |
|---|---|
| `forms.py` | A set for the library |
| `import_actions.py` | taking in a checked file of sets |
| `import_kind.py` | puzzle sets from a file |
| `importer.py` | A file of sets -> drafts of the library, with each row's problems beside the row |
| `library.py` | the library |
| `new_sets.py` | sets without a round: any format, any number of puzzles |
| `views.py` | the page of the library, files of sets, and copies |
| `word_rows.py` | A row of a file with words -> the facts of its puzzle, as the generator writes them |
"""
