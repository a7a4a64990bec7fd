"""The public and the full export, and taking a full export in.

| file | holds |
|---|---|
| `api.py` | the public export in the API |
| `exported_tables.py` | the tables, rows and columns of a full export |
| `full.py` | the full export: every row of an event, and its pictures |
| `json_lines.py` | writing and reading exports as JSON, a row at a time |
| `loading.py` | importing a full export |
| `public.py` | the public export: all that the public pages show |
| `public_papers.py` | the lines of the public export and what each counts as |
| `row_checks.py` | the checks of each value before a full export is stored |
| `views.py` | the addresses of both exports |
"""
