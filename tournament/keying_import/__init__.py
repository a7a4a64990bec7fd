"""Typed lines from a file.

| file | holds |
|---|---|
| `actions.py` | typed lines from a file |
| `api.py` | lines in bulk in the API |
| `handing_in.py` | the worker's part |
| `import_kind.py` | typed lines from a file, and how far the worker is with them |
| `importer.py` | A file of typed lines -> the sheets it would hand in, with the problems of each row |
| `queries.py` | why a sheet of a file cannot be handed in now, and how far the worker is with a file |
"""
