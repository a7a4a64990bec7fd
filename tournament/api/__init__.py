"""The API: addresses, schema, and the resources that need folders of several layers, or whose own folder is full.

| file | holds |
|---|---|
| `access.py` | every address, who a program acts for, and what it may do at an event |
| `api.py` | what stands here, formats and functions, the schema |
| `changes.py` | the feed of an event |
| `events.py` | events, settings, grades, jobs, the audit trail |
| `imports.py` | players and lines from files |
| `rounds.py` | rounds with their steps and clock, and puzzle sets |
| `sheets.py` | answer sheets, their pictures, and those that were typed twice and differ |
| `urls.py` | the addresses of every folder's `api.py` |
"""
