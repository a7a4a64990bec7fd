"""The audit trail, its wording, and the feed of public changes.

| file | holds |
|---|---|
| `change_views.py` | tells an open page whether something has changed, but not what |
| `corrections.py` | published corrections |
| `erasures.py` | whether what is missing from an event's audit trail was erased by the action that may do so |
| `feed.py` | the feed of changes that public pages of an event must follow, numbered in the order of commit |
| `forms.py` | the form that searches the history |
| `history.py` | the audit trail as people read it: who did what, to what, from what to what, and why |
| `personal_data.py` | what of an audit entry may name a person, and how it is erased while the chain stays whole |
| `search.py` | searching the audit trail |
| `sentences.py` | every sentence that audit entries store as a code with facts: one template a code |
| `trail.py` | the audit trail: one entry a decision, chained by hash within its event |
| `value_names.py` | the words for the names and the choice values that audit entries store |
| `verbs.py` | every verb of the audit trail |
| `views.py` | the audit trail of an event, for its organisers and judges |
| `wording.py` | audit entries in words: who did what, to which row, and what changed |
"""
