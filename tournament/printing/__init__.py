"""What is put on paper. Nothing here asks the database or a request: facts in, a PDF out."""
