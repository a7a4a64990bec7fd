"""The door: who is here.

| file | holds |
|---|---|
| `actions.py` | checking players in at the door: who is here, and who is not |
| `api.py` | check-in in the API |
| `forms.py` | the fields of the door |
| `number_list.py` | the numbers that somebody pastes or scans at the door |
| `queries.py` | the counts of players who are here, absent or awaited |
| `views.py` | the door |
"""
