"""Reading word lists: the one that comes with the program, or the organiser's own file.

A list is UTF-8 text with one word a line, plain or gzipped. Lines with anything but letters are left out, and so are
lines that begin with # and words longer than any round has letters. Source and licence of the lists here stand in
puzzles/data/NOTICE.txt.
"""

import gzip
import zlib
from collections.abc import Iterable
from functools import lru_cache
from io import StringIO
from pathlib import Path
from typing import BinaryIO, Literal, Protocol

from judging.games.countdown.letters import folded
from judging.messages import message
from puzzles.words.dictionary import LEAST_LETTERS, MAX_LETTERS, Dictionary

DATA = Path(__file__).parents[1] / "data"
COMMON, FURTHER = DATA / "common.txt.gz", DATA / "further.txt.gz"
UNSUITABLE, RUDE = DATA / "unsuitable.txt", DATA / "rude.txt"
MOST_MEGABYTES = 32  # unpacked
LENGTHS = range(LEAST_LETTERS, MAX_LETTERS + 1)
GZIPPED = b"\x1f\x8b"


class WordFile(Protocol):
    """A path, or a file that is somewhere else. As a text it is its name."""

    def open(self, mode: Literal["rb"], /) -> BinaryIO: ...


class WordListProblem(Exception):
    """A list that cannot be used; `message` says why."""

    def __init__(self, code: str, path: WordFile, **facts: str | int):
        self.message = message(code, path=str(path), **facts)
        super().__init__(str(self.message))


@lru_cache(maxsize=1)
def standard() -> Dictionary:
    """The dictionary that comes with the program: SCOWL up to size 70, questions from size 50. Raises
    WordListProblem."""
    common = read(COMMON)
    dictionary = Dictionary(common + read(FURTHER), common, unsuitable())
    dictionary.common_by_product(LEAST_LETTERS)  # so that the first conundrum is as quick as the next
    return dictionary


def own(path: WordFile) -> Dictionary:
    """A dictionary from the organiser's own list. Questions come from those of its words that the program's own list of
    common words has, and where it has none of them from all. Raises WordListProblem."""
    words = read(path)
    usual = set(words).intersection(read(COMMON))
    return Dictionary(words, usual or words, unsuitable())


def unsuitable() -> tuple[str, ...]:
    """Words and stems that are never shown."""
    return _entries(UNSUITABLE)


def rude() -> tuple[str, ...]:
    """Names and words in several languages that a host looks at first; those of `unsuitable` among them."""
    return unsuitable() + _entries(RUDE)


def _entries(path: Path) -> tuple[str, ...]:
    return tuple(line for line in _lines(path) if line and not line.startswith("#"))


def read(path: WordFile) -> list[str]:
    """The words of a list. Raises WordListProblem where the file is missing, is not UTF-8, or holds no word."""
    words = {word for word in map(folded, _lines(path)) if word.isalpha() and len(word) in LENGTHS}
    if not words:
        raise WordListProblem("words_none", path)
    return list(words)


def _lines(path: WordFile) -> Iterable[str]:
    """One after the other: all of them at once may take a gigabyte."""
    content = _content(path)
    try:
        return map(str.strip, StringIO(content.decode("utf-8-sig")))
    except UnicodeDecodeError as error:
        raise WordListProblem("words_encoding", path, line=content.count(b"\n", 0, error.start) + 1) from error


def _content(path: WordFile) -> bytes:
    most = MOST_MEGABYTES << 20
    try:
        with path.open("rb") as file:
            zipped = file.read(len(GZIPPED)) == GZIPPED
            file.seek(0)
            content = (gzip.GzipFile(fileobj=file) if zipped else file).read(most + 1)
    except FileNotFoundError as error:
        raise WordListProblem("words_missing", path) from error
    except (OSError, EOFError, zlib.error) as error:
        raise WordListProblem("words_unreadable", path, detail_text=str(error)) from error
    if len(content) > most:
        raise WordListProblem("words_too_large", path, most=MOST_MEGABYTES)
    return content
