"""Typing a sheet, settling two readings, and the typing page.

| file | holds |
|---|---|
| `actions.py` | saving drafts, handing in a sheet, putting it back, settling two readings, reporting late lines |
| `api.py` | the API of the keying page |
| `claim.py` | opening a sheet to type: who may, in which slot |
| `drafts.py` | lock, check, store and record the lines of a sheet |
| `forms.py` | the number field, and the plain form of a sheet |
| `page.py` | the page of one sheet: its boxes and lines |
| `preview.py` | the engine's preview of a line while it is typed |
| `queries.py` | the sheets of a round as volunteers see them |
| `remaining.py` | counts of what is left to type in a round |
| `settling_page.py` | the page on which a third person settles two readings |
| `views.py` | the volunteer's pages |
"""
