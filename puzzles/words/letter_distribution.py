"""The two piles of letters, as data with their source in puzzles/data/NOTICE.txt."""

from functools import lru_cache

from puzzles.random_streams import Stream
from puzzles.words.word_lists import DATA

VOWELS = "aeiou"
LETTERS = 9


@lru_cache(maxsize=1)
def piles() -> tuple[str, str]:
    """The letters of the vowel pile and of the consonant pile, each as often as it lies there."""
    rows = (line.split("\t") for line in (DATA / "letter_piles.tsv").read_text("utf-8").splitlines()[1:])
    counts = {letter.lower(): int(count) for letter, count in rows}
    vowels = "".join(letter * counts[letter] for letter in VOWELS)
    return vowels, "".join(letter * count for letter, count in counts.items() if letter not in VOWELS)


def draw(chance: Stream, vowels: int, count: int = LETTERS) -> str:
    """So many letters, the vowels among them at any places, from shuffled piles."""
    pile_of_vowels, pile_of_consonants = (chance.shuffled(pile) for pile in piles())
    places = set(list(chance.shuffled(range(count)))[:vowels])
    return "".join(next(pile_of_vowels if at in places else pile_of_consonants) for at in range(count))
