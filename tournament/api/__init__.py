"""The API: addresses, schema, and the resources that need folders of several layers, or whose own folder is full.

| file | holds |
|---|---|
| `access.py` | who a program acts for, and what it may do at an event |
| `api.py` | what stands here, formats and functions, the schema |
| `changes.py` | the feed of an event |
| `events.py` | events, settings, grades, jobs |
| `imports.py` | players and lines from files |
| `index.py` | the list of every address |
| `puzzle_sets.py` | generated puzzle sets |
| `rounds.py` | rounds, their steps and their clock |
| `scans.py` | pictures of sheets |
| `settling.py` | sheets that were typed twice and differ |
| `sheets.py` | answer sheets |
| `trail.py` | the audit trail |
| `urls.py` | the addresses of every folder's `api.py` |
"""
