"""Reading CSV and XLSX files, and the dry run before an import.

| file | holds |
|---|---|
| `table_reader.py` | a file as a table of rows, or why it cannot be read |
| `plan.py` | the effect of an import, row by row |
| `actions.py` | storing a file, correcting cells, importing and undoing |
| `choose_file.py` | the form that takes a file or a pasted table |
| `kinds.py` | the kinds of import, found in the folders |
| `pages.py` | the pages that all kinds share |
"""
