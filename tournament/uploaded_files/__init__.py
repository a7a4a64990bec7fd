"""Opens what somebody sent, in a process of its own with limits on memory and time.

`process.opened` starts it, `child` runs in it. No module here imports Django: the process starts within a tenth of a
second, and has no settings, no keys and no database.

| file | holds |
|---|---|
| `documents.py` | PDF pages as pictures |
| `full_exports.py` | full exports, checked line by line |
| `hall_files.py` | public exports of halls, counted again |
| `pictures.py` | photos |
| `refusals.py` | refusals of a file |
| `sandbox.py` | the process that opens a file: start, limits, answer |
| `sandbox_child.py` | the program of that process |
| `scans.py` | scans of sheets: pictures and their QR codes |
| `spreadsheets.py` | CSV and XLSX files, and files of puzzle sets, as rows of texts |
| `stored_picture.py` | pictures in the form in which they are stored, and their QR codes |
| `workbooks.py` | the first sheet of an XLSX file |
"""
