"""Putting a past event aside, and deleting one that was never used.

| file | holds |
|---|---|
| `actions.py` | putting an event away: archived, which can be undone, or deleted while nothing is recorded |
| `anonymise.py` | removing names from a past event |
| `erasing.py` | what is erased, table by table, when names are removed from an event |
| `forms.py` | the form of the page on which an event is put away |
| `views.py` | archiving and deleting an event |
"""
