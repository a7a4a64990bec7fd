"""The words that letters rounds accept: the list of the site, and what an event decides on top."""
