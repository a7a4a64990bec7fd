"""What every folder may use: refusals, text, numbers, tables, uploads.

| file | holds |
|---|---|
| `garbage_collection.py` | a pause of Python's garbage collector |
| `gates.py` | limits on work that runs at the same time in a process |
| `installation.py` | folders of the program and of its data |
| `limits.py` | limits on sizes and amounts |
| `line_text.py` | the text of a line: what may be recorded, what counts as equal |
| `locks.py` | a lock on an open file |
| `modules.py` | modules that are found by their names |
| `qr_codes.py` | QR codes for pages |
| `refusals.py` | the error with which an action refuses |
| `sheet_codes.py` | the code of a sheet |
| `typed_numbers.py` | typed grades, numbers and targets |
"""
