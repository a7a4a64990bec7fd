"""The audit trail, its wording, and the feed of public changes.

| file | holds |
|---|---|
| `corrections.py` | published corrections |
| `feed.py` | the feed of changes that public pages follow |
| `forms.py` | the form that searches the history |
| `history.py` | entries of the audit trail for pages |
| `personal_data.py` | personal data in entries, how it is erased, and the check that it was erased properly |
| `search.py` | searching the audit trail |
| `sentences.py` | the sentence for each code that entries store |
| `trail.py` | writing an entry, chained by hash within its event |
| `value_names.py` | words for the names and values that entries store |
| `verbs.py` | every verb of the audit trail |
| `views.py` | the page of an event's history, and whether something changed since a page was made |
| `wording.py` | an entry in words |
"""
