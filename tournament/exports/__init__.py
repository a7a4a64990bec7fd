"""The public and the full export, and taking a full export in.

| file | holds |
|---|---|
| `exported_tables.py` | the tables of a full export: which rows belong to an event, and which columns are exported |
| `full.py` | the full export: every row of an event with its ids, and the pictures of its sheets |
| `json_lines.py` | exports as JSON |
| `loading.py` | importing a full export |
| `public.py` | the public export: everything that the public pages show, enough to recount the points |
| `public_papers.py` | the lines of the public export and what each counts as |
| `row_checks.py` | what each value of a full export must be, checked before the first row is stored |
| `series_games.py` | the series of live games in the public export |
| `views.py` | the public export, with the same visibility as the public pages |
"""
