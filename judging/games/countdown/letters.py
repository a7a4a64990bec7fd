"""The points of a letters round (CD-10 to CD-16)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic
from unicodedata import normalize

from judging.games.countdown.round_scores import PlayerT, RoundScore

LETTERS = 9
NINE_LETTERS = 18


@dataclass(frozen=True)
class Word(Generic[PlayerT]):
    """The word that a player gave.

    `declared` is the length that they declared, None for that of the word. `listed`: the dictionary has it. `paper`:
    what they wrote in time shows it; None if nobody has said yet. `ruled`: the judge says that it counts, or does not.
    """

    player: PlayerT
    text: str
    declared: int | None = None
    listed: bool = False
    paper: bool | None = True
    late: bool = False
    ruled: bool | None = None

    @property
    def length(self) -> int:
        return sum(map(str.isalpha, folded(self.text)))


def folded(word: str) -> str:
    """The word as words are compared: composed characters, lower case."""
    return normalize("NFC", word).strip().lower()


def can_be_made(word: str, letters: str) -> bool:
    """Whether the letters make the word, each used as often as it is there."""
    return not Counter(folded(word)) - Counter(folded(letters))


def score(letters: str, words: Sequence[Word[PlayerT]]) -> dict[PlayerT, RoundScore]:
    """The points of each player. Words come in the order in which they were given."""
    problems: dict[PlayerT, str] = {}
    given: set[str] = set()
    for word in words:
        problem = _problem(word, letters, given)
        if problem is not None:
            problems[word.player] = problem
        given.add(folded(word.text))
    valid = [word.length for word in words if word.player not in problems]
    longest = max(valid, default=0)
    return {word.player: _score(word, problems.get(word.player), longest) for word in words}


def points_of(length: int) -> int:
    """A point a letter; nine letters score double (CD-15)."""
    return length if length < LETTERS else NINE_LETTERS


def _score(word: Word[PlayerT], problem: str | None, longest: int) -> RoundScore:
    if problem is not None:
        return RoundScore(0, problem)
    if word.length < longest:
        return RoundScore(0, "shorter")
    return RoundScore(points_of(longest), "nine_letters" if longest >= LETTERS else "longest")


def _problem(word: Word[PlayerT], letters: str, given: set[str]) -> str | None:
    text = folded(word.text)
    if not text:
        return "no_word"
    if word.late:
        return "late"
    if word.ruled is False:
        return "ruled_out"
    if word.ruled is None and (problem := _invalid(word, letters)):
        return problem
    if word.declared is not None and word.declared != word.length:
        return "other_length"
    if text in given and not word.paper:
        return "paper_not_seen" if word.paper is None else "no_paper"
    return None


def _invalid(word: Word[PlayerT], letters: str) -> str | None:
    text = folded(word.text)
    if not text.isalpha():
        return "not_one_word"
    if not can_be_made(text, letters):
        return "not_in_letters"
    return None if word.listed else "not_listed"
