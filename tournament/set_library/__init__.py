"""The library of puzzle sets across events: new ones, copies, files.

| file | holds |
|---|---|
| `forms.py` | the forms for a new set and for a season |
| `import_actions.py` | importing a checked file of sets |
| `import_kind.py` | the import of puzzle sets: columns and pages |
| `importer.py` | a file of sets as drafts of the library |
| `library.py` | the library: sets without a round, sets and typed puzzles to copy, files |
| `season_balance.py` | sets of a season, equally hard on each date |
| `seasons.py` | the sets of a season: begun, stopped, continued, deleted |
| `views.py` | the pages of the library and of seasons |
"""
