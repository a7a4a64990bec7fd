"""Names without accents and case, so that everybody finds them with the keyboard they have."""

import re
import unicodedata

from .. import limits

# Letters that Unicode does not take apart into a plain letter and a mark
PLAIN = str.maketrans(
    {
        "ı": "i",
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "ŧ": "t",
        "ŋ": "n",
        "ƒ": "f",
        "þ": "th",
        "æ": "ae",
        "œ": "oe",
        "ĸ": "k",
        "ə": "e",
    }
)
SPELLS = {7, 8, 9}  # combining classes of marks that belong to the letter: nukta, voicing of kana, virama
NUMBERED = re.compile(r"\s*\([0-9]+\)$")  # behind a name that several share
NAMES_LISTED = 20  # names that a public page lists
DROPPED = "'’‘ʼʻ`´·"  # inside words: O’Brien is found as obrien


def fold(text: str) -> str:
    """The text in lower case, without accents, with single spaces between its words.

    Folding what is folded changes nothing. It does not depend on the language or the database: İ, I, ı and i are i,
    and ß is ss.
    """
    decomposed = _without_marks(unicodedata.normalize("NFKD", text).casefold().translate(PLAIN))
    letters = (_letter(character) for character in unicodedata.normalize("NFC", decomposed))
    return " ".join("".join(letters).split())


def _without_marks(text: str) -> str:
    """Casefolding can put a mark behind a letter (İ), so the text is taken apart once more."""
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(each for each in decomposed if unicodedata.combining(each) in {0, *SPELLS})


def _letter(character: str) -> str:
    if character in DROPPED or unicodedata.category(character) == "Cf":
        return ""
    return " " if unicodedata.category(character)[0] in "PSZC" else character


def same_name(text: str) -> str:
    """Equal for two names of the same words, in whatever order: “Lund, Ada” and “ada lund”."""
    return " ".join(sorted(fold(text).split()))


def public_match(query: str, name: str) -> bool:
    """Whether a query means this public name. Each word begins a word of it; one of them a word that is written out. Of
    a last name that is shown as an initial (“Ada L.”) only the first letter is compared, so nobody can guess the
    rest."""
    words = fold(query[: limits.SEARCH]).split()[: limits.SEARCH_WORDS]
    name = NUMBERED.sub("", name)
    written = fold(name).split()
    has_initial = len(written) > 1 and len(written[-1]) == 1 and name.endswith(".")
    initial = written.pop() if has_initial else ""
    hits = [any(each.startswith(word) for each in written) for word in words]
    return any(hits) and all(
        hit or (initial and word.startswith(initial)) for hit, word in zip(hits, words, strict=True)
    )
