"""What chance and the dictionary add to the moves of Countdown (CD-10, CD-20, CD-21, CD-30), and what was possible."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any

from judging.games.countdown.kinds import VOWEL
from judging.games.countdown.letters import folded
from judging.games.countdown.numbers import FEWEST, LARGE, MOST, NUMBERS, SMALL
from judging.games.countdown.points import what_follows
from judging.games.countdown.rounds import CountdownRound, round_of, state_of
from judging.games.live.game import Position
from puzzles import possible
from puzzles.random_streams import SEED_BITS, Stream
from puzzles.words.conundrums import pick
from puzzles.words.dictionary import Dictionary
from puzzles.words.letter_distribution import VOWELS, piles
from puzzles.words.word_lists import standard


def letter(position: Position, facts: Mapping[str, Any], random: Random, dictionary: Dictionary) -> dict[str, Any]:
    """The top letter of the pile that was chosen."""
    if position.recorded:
        return {"pile": VOWEL if folded(facts["letter"]) in VOWELS else "consonant"}
    return {"letter": random.choice(sorted(left_in_pile(position, facts["pile"]).elements()))}


def left_in_pile(position: Position, pile: str) -> Counter[str]:
    """The letters that still lie in a pile. Letters that were turned do not come back within a game, until the pile is
    used up: then those of earlier rounds are shuffled again."""
    full = Counter(piles()[0 if pile == VOWEL else 1])
    left = full.copy()
    for round_ in _in_order(position):
        for each in round_.letters:
            if not left:
                left = full - Counter(round_.letters)
            left -= Counter({each: 1}) if each in left else Counter()
    return left or full - Counter(round_of(position).letters)


def _in_order(position: Position) -> list[CountdownRound]:
    """All rounds as they were played, with those that were played again."""
    state = state_of(position)
    return sorted((*state.voided, *state.rounds), key=lambda round_: round_.touched)


def large(position: Position, facts: Mapping[str, Any], random: Random, dictionary: Dictionary) -> dict[str, Any]:
    """So many large numbers, and small ones for the rest."""
    if position.recorded:
        return {"count": sum(number in LARGE for number in facts["numbers"])}
    count = facts["count"]
    numbers = random.sample(LARGE, count) + random.sample(SMALL * 2, NUMBERS - count)
    return {"numbers": sorted(numbers, reverse=True)}


def target(position: Position, facts: Mapping[str, Any], random: Random, dictionary: Dictionary) -> dict[str, Any]:
    """A number from 100 to 999, each as likely."""
    return {} if position.recorded else {"target": random.randint(FEWEST, MOST)}


def conundrum(position: Position, facts: Mapping[str, Any], random: Random, dictionary: Dictionary) -> dict[str, Any]:
    """A conundrum that this game has not had. A dictionary without any lends from the program's own."""
    if position.recorded:
        return {}
    used = {problem.answer for problem in _in_order(position)}
    chance = Stream(random.getrandbits(SEED_BITS), "conundrum")
    problem = pick(dictionary, used, chance) or pick(standard(), used, chance)
    assert problem is not None, "the program's own list has more conundrums than a game has rounds"
    return {"scramble": " ".join(problem.parts), "answer": problem.answer}


def present(position: Position, facts: Mapping[str, Any], random: Random, dictionary: Dictionary) -> dict[str, Any]:
    """Whether the dictionary has the word; never for a calculation."""
    return {"listed": round_of(position).kind == "letters" and facts["text"] in dictionary}


def following(position: Position, facts: Mapping[str, Any], random: Random, dictionary: Dictionary) -> dict[str, Any]:
    """What follows the round: another round, a conundrum, or the end."""
    return what_follows(position)


def after(position: Position, dictionary: Dictionary) -> dict[str, Any]:
    """What was possible in the round that is over: that of `words` or of `calculation`; nothing before."""
    round_ = round_of(position)
    if round_.phase != "done":
        return {}
    if round_.kind == "letters":
        return possible.words(round_.letters, dictionary)
    if round_.kind == "numbers" and round_.target is not None:
        return _calculation(tuple(sorted(round_.numbers)), round_.target)
    return {}


@lru_cache(maxsize=500)  # listing the methods of one takes a fifth of a second
def _calculation(numbers: tuple[int, ...], target: int) -> dict[str, Any]:
    return possible.calculation(numbers, target, simplest=True)


DEALS = {
    "letter": letter,
    "large": large,
    "target": target,
    "conundrum": conundrum,
    "present": present,
    "next": following,
}
