"""Paper: printing, custody, return desk, scans.

| file | holds |
|---|---|
| `actions.py` | printing, handing out, returning, losing and spoiling sheets |
| `custody.py` | the stage of every sheet of a round, and lists of sheets |
| `forms.py` | forms of the return desk, of one sheet and of pictures |
| `lost_sheets.py` | what a lost sheet counts as |
| `print_fields.py` | the forms for printing and handing out sheets |
| `lookup.py` | finding a sheet by code, number or name |
| `print_views.py` | the list of rounds, and a round's sheets as a PDF |
| `printouts.py` | the content of printed sheets: head and questions |
| `return_desk_views.py` | the return desk: one field for codes and numbers |
| `scan_actions.py` | attaching and deleting pictures of sheets |
| `scan_views.py` | pages to send, show and delete pictures of sheets |
| `scans.py` | the pictures of a sheet that a person may see |
| `spares.py` | giving out spare sheets, and replacing a sheet |
| `steps.py` | locks, audit entry and refusals that all steps share |
| `views.py` | the page of one sheet, and its steps |
"""
