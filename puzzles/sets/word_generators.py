"""The generators of word rounds: nine letters, and conundrums. Their puzzles have facts and no questions."""

from typing import Any

from puzzles.sets.generators import Draw, MadeQuestions
from puzzles.words import letter_distribution
from puzzles.words.conundrums import LENGTH, pick
from puzzles.words.dictionary import Dictionary

SHOWN = 5  # best words
LETTER_COST = 1


def letters(draw: Draw) -> MadeQuestions:
    """Nine letters from the piles, with the best words that they make."""
    settings, dictionary = draw.settings, draw.words
    shortest, longest = settings.whole("best_from"), settings.whole("best_to")
    while True:
        draw.allowance.draw(None, "best_from")
        vowels = draw.chance.between(settings.whole("vowels_from"), settings.whole("vowels_to"))
        shown = letter_distribution.draw(draw.chance, vowels)
        facts = letters_facts(dictionary, shown)
        answer, length = facts["answer"], facts["longest"]
        if length < shortest:
            draw.allowance.refuses("best_from", 0, LETTER_COST)
        elif length > longest:
            draw.allowance.refuses("best_to", 1, LETTER_COST)
        elif settings.flag("no_repeats") and answer in draw.used_words:
            draw.allowance.refuses("no_repeats", 2, LETTER_COST)
        else:
            return (), facts
        draw.allowance.failed.add(answer)


def letters_facts(dictionary: Dictionary, shown: str) -> dict[str, Any]:
    """The facts of a letters round: its letters, what names them in any order, and the best words. Raises
    LettersProblem."""
    best = dictionary.best_words(shown)
    return {
        "letters": shown,
        "answer": "".join(sorted(shown)),
        "best_words": best[:SHOWN],
        "longest": len(best[0]) if best else 0,
        "words": len(best),
    }


def conundrum(draw: Draw) -> MadeQuestions:
    """A nine-letter word without another anagram, as a common four- and a common five-letter word."""
    used = draw.used_words if draw.settings.flag("no_repeats") else set()
    problem = pick(draw.words, used, draw.chance)
    if problem is None:
        draw.allowance.failed.update(draw.words.common(LENGTH))
        draw.allowance.draw(0, "no_repeats")
        raise AssertionError("an empty space always ends the search")
    return (), problem.as_dict()
