"""A row of a file with words -> the facts of its puzzle, as the generator writes them."""

from typing import Any

from django.utils.translation import gettext as _

from judging.games.countdown.letters import folded
from puzzles.sets.word_generators import letters_facts
from puzzles.words.conundrums import Conundrum, problem_of
from puzzles.words.dictionary import Dictionary, LettersProblem, checked_letters
from puzzles.words.letter_distribution import LETTERS

from ..common.wording.sentences import sentence


def facts_of(format_slug: str, shown: str, answer: str, dictionary: Dictionary) -> dict[str, Any]:
    """`shown` are the nine letters, or the two words of a conundrum with its `answer`. Raises ValueError with a
    sentence."""
    if format_slug == "conundrum":
        return _conundrum(shown, answer, dictionary)
    return _letters(shown, dictionary)


def _letters(shown: str, dictionary: Dictionary) -> dict[str, Any]:
    try:
        facts = letters_facts(dictionary, checked_letters(shown))
    except LettersProblem as problem:
        raise ValueError(sentence(problem.message)) from problem
    if len(facts["letters"]) != LETTERS:
        raise ValueError(_("A letters round has nine letters."))
    if not facts["words"]:
        raise ValueError(_("These letters make no word."))
    return facts


def _conundrum(shown: str, answer: str, dictionary: Dictionary) -> dict[str, Any]:
    parts, word = sorted(folded(shown).split(), key=len), folded(answer)
    if problem := problem_of(dictionary, parts, word):
        raise ValueError(sentence(problem))
    return Conundrum((parts[0], parts[1]), word).as_dict()
