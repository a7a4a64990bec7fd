"""Typing a sheet, settling two readings, and the typing page.

| file | holds |
|---|---|
| `actions.py` | typing a sheet: save drafts as they are typed, hand it in |
| `api.py` | the door of the keying page |
| `claim.py` | taking a sheet to type |
| `drafts.py` | the lines of a sheet from the first one that is saved until all are recorded |
| `forms.py` | the number field |
| `late_lines.py` | Lines that were typed too late |
| `page.py` | the page of one sheet: its boxes with their lines, each with what the engine says of it |
| `preview.py` | what the engine says of a line while it is typed |
| `queries.py` | the sheets of a round as volunteers see them |
| `remaining.py` | what is still to be typed of a round before its readings are agreed, in counts |
| `settle_actions.py` | A third person decides what a sheet says where two blind readings differ |
| `settling_page.py` | the page of the third person |
| `views.py` | the volunteer's pages |
"""
