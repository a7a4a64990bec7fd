"""An event as one file: the public export that anyone may recount, and the full one that is the event itself."""
