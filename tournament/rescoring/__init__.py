"""Re-scores: proposed, previewed, applied, taken back.

| file | holds |
|---|---|
| `actions.py` | actions on re-scores: propose a change of earlier decisions, then apply it or drop it |
| `apply.py` | making the changes of a re-score, within the transaction of `rescores.apply` |
| `change_messages.py` | what changes of a re-score say, as codes and facts |
| `changes.py` | what a re-score can change, a class for each kind |
| `checks.py` | checks of proposed changes |
| `forms.py` | forms of re-scores: the change with its reason, the public note, dropping, taking back |
| `proposal_state.py` | the state of a proposal: its sentences, and whether it is up to date |
| `propose_views.py` | pages to propose a re-score: choose a kind of change, then fill in its form |
| `public_note.py` | the draft of the public note on a re-score, as codes and facts |
| `signing.py` | signatures on re-scores |
| `views.py` | pages of re-scores: the list, and one with its effect and the buttons to decide on it |
"""
