"""Re-scores: proposed, previewed, applied, taken back.

| file | holds |
|---|---|
| `actions.py` | proposing, applying, dropping and taking back a re-score |
| `api.py` | re-scores in the API |
| `apply.py` | making the changes of a re-score that is applied |
| `change_messages.py` | messages about changes, as codes and facts |
| `changes.py` | the kinds of change, a class for each |
| `checks.py` | checks of proposed changes |
| `forms.py` | forms of changes, the public note, dropping and taking back |
| `propose_views.py` | pages to propose a re-score, one for each kind of change |
| `public_note.py` | the draft of the public note |
| `signing.py` | whether a proposal is up to date, its signatures, and who may sign or apply it |
| `views.py` | the list of re-scores, and the page of one |
"""
