"""Conundrums: a nine-letter word without another anagram, shown as a four- and a five-letter word of its letters.

All three words are common ones that may be shown; that there is no other anagram is checked against the whole
dictionary.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from judging.messages import Message, message
from puzzles import sentences as sentences
from puzzles.random_streams import Stream
from puzzles.words.dictionary import Dictionary

LENGTH, SHORT = 9, 4


class Conundrum(NamedTuple):
    """The two words that are shown, of four and of five letters, and the answer."""

    parts: tuple[str, str]
    answer: str

    def as_dict(self) -> dict[str, object]:
        return {"parts": list(self.parts), "answer": self.answer}


def conundrums(dictionary: Dictionary, seed: int) -> Iterator[Conundrum]:
    """One conundrum after the other, none twice; ends where there are no more. The n-th depends on the seed, on n and
    on those before it."""
    used: set[str] = set()
    while problem := pick(dictionary, used, Stream(seed, "conundrum", len(used))):
        used.add(problem.answer)
        yield problem


def splits(dictionary: Dictionary, word: str) -> list[tuple[str, str]]:
    """The pairs of a common four- and a common five-letter word with the letters of the word, in alphabetical order.

    A pair that only cuts the word in two gives the answer away, and so do words that stand in it as they are.
    """
    shorts, longs = dictionary.common_by_product(SHORT), dictionary.common_by_product(LENGTH - SHORT)
    whole = dictionary.product(word)
    pairs: set[tuple[str, str]] = set()
    for some in {dictionary.product(letters) for letters in combinations(word, SHORT)} & shorts.keys():
        pairs.update((short, long) for short in shorts[some] for long in longs.get(whole // some, ()))
    return sorted(pair for pair in pairs if not any(part in word for part in pair))


def problem_of(dictionary: Dictionary, parts: Sequence[str], answer: str) -> Message | None:
    """Why these words, in lower case, are no conundrum; None if they are one. They need not be common."""
    if len(answer) != LENGTH or [len(part) for part in parts] != [SHORT, LENGTH - SHORT]:
        return message("conundrum_length")
    for word in (*parts, answer):
        if word not in dictionary:
            return message("conundrum_unknown", text=word)
        if dictionary.hides(word):
            return message("conundrum_hidden", text=word)
    if sorted("".join(parts)) != sorted(answer):
        return message("conundrum_letters")
    if others := [word for word in dictionary.anagrams(answer) if word != answer]:
        return message("conundrum_anagram", text=others[0])
    given_away = next((part for part in parts if part in answer), None)
    return message("conundrum_given_away", text=given_away) if given_away else None


def pick(dictionary: Dictionary, used: Collection[str], chance: Stream) -> Conundrum | None:
    """A conundrum whose answer is none of those `used`; None where there is no other."""
    for word in chance.shuffled(dictionary.common(LENGTH)):
        if word in used or len(dictionary.anagrams(word)) > 1:
            continue
        if pairs := splits(dictionary, word):
            return Conundrum(chance.choice(pairs), word)
    return None
