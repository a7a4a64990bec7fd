"""Tables written to files, pictures on disk, and how much may be uploaded.

| file | holds |
|---|---|
| `picture_files.py` | pictures of sheets and disputes, each named by a row |
| `stored_file.py` | a file of one of the site's storages, to be opened like a path |
| `table_files.py` | tables in columns, and as CSV, XLSX or JSON |
| `upload_limits.py` | how much may be sent at once |
"""
