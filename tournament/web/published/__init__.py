"""Published copies of an event's public pages: which pages, how they are stored and served."""
