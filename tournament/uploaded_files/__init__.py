"""Opens what somebody sent, in a process of its own with limits on memory and time.

`process.opened` starts it, `child` runs in it. No module here imports Django: the process starts within a tenth of a
second, and has no settings, no keys and no database.

| file | holds |
|---|---|
| `documents.py` | PDF from a scanner or a phone's scanning app: a page, a picture |
| `full_exports.py` | A full export: each of its lines is JSON that can be read in little memory |
| `pictures.py` | photos: one file, one picture |
| `qr_reading.py` | the texts of the QR codes in a picture, by which a pile of photos finds its sheets |
| `refusals.py` | how a file is refused |
| `sandbox.py` | starts the process that opens a file, and takes its answer |
| `sandbox_child.py` | `python -m tournament.uploaded_files.sandbox_child TASK MEMORY CPU` |
| `scans.py` | what a phone or a scanner gives |
| `set_files.py` | A puzzle set as `manage.py generate` writes it -> the rows of a table of boxes |
| `spreadsheets.py` | CSV in whatever encoding and with whatever separator, or XLSX -> rows of texts, as JSON |
| `stored_picture.py` | A picture as it is kept, and the one way in which one is made |
| `workbooks.py` | XLSX -> the cells of its first sheet, as the text a person typed |
"""
