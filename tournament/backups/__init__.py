"""Copies of the whole database, and going back to one.

| file | holds |
|---|---|
| `actions.py` | making a backup and going back to one |
| `before_changes.py` | backups before large changes: an import, a re-score, final results, a newer version |
| `database_copies.py` | the whole database as files in a folder, and back again |
| `event_digests.py` | digests of each event in a backup, to check a restore |
| `files.py` | one backup is one file |
| `requested.py` | backups that organisers ask for, and which was the last one |
"""
