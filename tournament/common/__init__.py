"""What every folder may use: refusals, text, numbers, tables, uploads.

| file | holds |
|---|---|
| `garbage_collection.py` | pausing Python's garbage collector |
| `gates.py` | work that only a few may do at the same time in a process |
| `installation.py` | where the program's own files are, where its data goes |
| `limits.py` | how much anybody may send or have at once |
| `line_text.py` | what may be recorded as the text of a line, and how equal texts find each other |
| `locks.py` | A lock on an open file |
| `qr_codes.py` | QR codes for pages: a link that the camera of any phone opens |
| `refusals.py` | how an action says no |
| `sheet_codes.py` | the code of a sheet |
| `typed_numbers.py` | what people type for grades, for given numbers and for targets, in forms and in files alike |
"""
