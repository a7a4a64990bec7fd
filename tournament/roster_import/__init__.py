"""Players and teams from a file.

| file | holds |
|---|---|
| `actions.py` | players and teams from a file |
| `columns.py` | how schools write grades, names and column headings in their lists |
| `import_kind.py` | players and teams from a file |
| `importer.py` | A roster file -> what importing it would do, with each row's problems beside the row |
| `rows.py` | one row of a roster file, as it was understood |
| `team_grades.py` | which grade teams would play in after an import: the highest of their members (NT-ST-3) |
"""
