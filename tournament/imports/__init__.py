"""Reading CSV and XLSX files, and the dry run before an import.

| file | holds |
|---|---|
| `table_reader.py`, `sentences.py` | a file as a table of rows, or why it cannot be read |
| `plan.py` | what an import would do, row by row |
| `actions.py` | keeping a file, correcting its cells, and the frame of importing and undoing |
| `kinds.py` | the kinds of import, found in the folders |
| `views.py`, `forms.py` | the pages that all kinds share |
"""
