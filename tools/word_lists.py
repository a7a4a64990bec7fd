"""Make the word lists of puzzles/data from SCOWL: `python tools/word_lists.py FOLDER`, the folder of
`english-words.10`.

Debian's package `scowl` has that folder (usr/share/dict/scowl) and the notice that goes into NOTICE.txt.
"""

import gzip
import re
import sys
from pathlib import Path

DATA = Path(__file__).parents[1] / "puzzles" / "data"
CATEGORIES = ("english", "british", "british_z")
SIZES = (10, 20, 35, 40, 50, 55, 60, 70)
COMMON = 50  # the largest size whose words children are likely to know
WORD = re.compile("[a-z]{2,9}")
# Of those without a vowel only these are words; the others are names of letters and units, such as cs and kb.
WITHOUT_VOWELS = frozenset("brr crwth cwm cwms hmm nth psst pwn pwns sh shh ssh".split())


def words(folder: Path, most: int) -> set[str]:
    """The words of 2 to 9 letters up to a size, without names, abbreviations, accents and apostrophes."""
    paths = [folder / f"{category}-words.{size}" for category in CATEGORIES for size in SIZES if size <= most]
    lines = (line for path in paths if path.exists() for line in path.read_text("latin-1").split())
    return {line for line in lines if WORD.fullmatch(line) and (set(line) & set("aeiouy") or line in WITHOUT_VOWELS)}


def write(name: str, words: set[str]) -> None:
    """A sorted list, with no time in it: the same words give the same file."""
    text = "\n".join(sorted(words)) + "\n"
    (DATA / name).write_bytes(gzip.compress(text.encode(), mtime=0))
    print(f"{name}: {len(words):,} words")


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    common, every = words(folder, COMMON), words(folder, SIZES[-1])
    if not common:
        sys.exit(f"There are no word lists in {folder}.")
    write("common.txt.gz", common)
    write("further.txt.gz", every - common)
