"""Published copies of an event's public pages: which pages, how they are stored and served.

| file | holds |
|---|---|
| `addresses.py` | every public address of an event |
| `names.py` | finding players and teams of a published copy by the names that the copy shows |
| `page_arguments.py` | what the public pages of several folders are about |
| `serving.py` | serving a published copy in place of the live pages: the same bytes for everybody |
| `storage.py` | the stored pages of a published copy |
"""
