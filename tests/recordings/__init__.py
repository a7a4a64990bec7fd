"""Recorded answers of the program: a fixed day, fixed games, the corpus, and what leaves the program.

A change that keeps behaviour leaves every file here as it is. One that means to change something writes them again,
and its commit says what is different:

    make recordings
"""

import os
from difflib import unified_diff
from itertools import islice
from pathlib import Path

FOLDER = Path(__file__).parent


def compare(name: str, text: str) -> None:
    """Compare with the recorded file, line by line; with WRITE_RECORDINGS=1 write it."""
    path = FOLDER / name
    if os.environ.get("WRITE_RECORDINGS"):
        path.write_text(text, encoding="utf-8")
    recorded = path.read_text(encoding="utf-8") if path.exists() else ""
    differences = unified_diff(recorded.splitlines(), text.splitlines(), "recorded", "now", lineterm="", n=0)
    assert not (first := list(islice(differences, 20))), f"{name}; `make recordings` writes it again: {first}"
