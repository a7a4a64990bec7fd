"""The guides of docs/guides as pages of the program, and the page *About*."""
