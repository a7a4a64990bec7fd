"""Every sentence about places, awards, tiebreakers and chains: one template a code.

Templates take named facts only, so that a translation may order them as it likes. Where a fact is a phrase of its own
its templates stand here too. No template ends with a name, nor may its translation: names such as “Ada L.” have a full stop of
their own.
"""

from __future__ import annotations

SAID: dict[str, str] = {
    # why one stands above another; {criterion} is a label
    "more": "{above} has {more} and {below} has {fewer}.",
    "best_round": "the best round of {above} brought {more} and that of {below} {fewer}.",
    "tiebreak": "{above} outlasted {below} in the tiebreakers.",
    "round": "{criterion} brought {above} {more} and {below} {fewer}.",
    "absent": "{name} is absent and has no place.",
    "withdrawn": "{name} is withdrawn and has no place.",
    "disqualified": "{name} is disqualified and has no place.",
    "equal": "{one} and {rival} are equal in all that counts and share the place.",
    "to_play": "{one} and {rival} are level, and tiebreakers decide between the two.",
    "turned": "It is the other way round: {said}",
    "level": "Level on {criteria}: {said}",
    # awards
    "given": "{name} has {nth} place with {more}.",
    "shared": "{names} share {nth} place with {more}.",
    "left_out": "There is no {nth} place: {sharing} share {first} place.",
    "open": "{names} are level, and tiebreakers decide between {first} and {last} place.",
    "nobody": "Nobody has come to {nth} place.",
    # one tiebreaker, and all of a tie
    "won": "{name} goes on with {methods} to {least}, and {rival} is out.",
    "tied": "{one} and {rival} have {methods} each and play again with a new puzzle.",
    "held": "{one} against {rival} counts once the game before it is settled.",
    "void": "{one} and {rival} do not meet here any more, so this game is void.",
    "waits": "A tiebreaker waits for the judge.",
    "champion": "{name} has won the tiebreakers.",
    # chains
    "total_first": "The chain begins with the total.",
    "no_round": "There is no round “{name}”.",
    "no_criterion": "There is no criterion “{name}”.",
    "twice": "The chain asks for {criterion} twice, and the second time decides nothing.",
}

# The same for one and for many; the number is {count}.
COUNTED: dict[str, tuple[str, str]] = {
    "points": ("{count} point", "{count} points"),
    "methods": ("{count} method", "{count} methods"),
    "wins": ("{count} win", "{count} wins"),
    "waits": (
        "{one} has {methods} and {rival} {against}, and {count} method waits for the judge, so nothing is settled.",
        "{one} has {methods} and {rival} {against}, and {count} methods wait for the judge, so nothing is settled.",
    ),
    "next": (
        "{one} and {rival} play, and {count} game is to be won.",
        "{one} and {rival} play, and {count} games are to be won.",
    ),
    "again": (
        "{one} and {rival} play again, with a new puzzle, and {count} game is to be won.",
        "{one} and {rival} play again, with a new puzzle, and {count} games are to be won.",
    ),
}

# {nth}, {first} and {last}: a place
PLACES = {"st": "{number}st", "nd": "{number}nd", "rd": "{number}rd", "th": "{number}th"}

# {names}: all but the last, and the last
NAMES_IN_A_ROW = "{before} and {name}"

# {criterion} and {criteria}: the labels of criteria that every chain can have
CRITERIA: dict[str, str] = {
    "total": "points",
    "tiebreak": "tiebreakers",
    "best_round": "best single round",
    "methods": "different methods",
}
HELP: dict[str, str] = {
    "total": "The sum of all rounds. Every chain begins with it.",
    "tiebreak": "The target games that tied sides play against each other, where an award is at stake.",
    "best_round": "The points of the round that brought the most.",
    "methods": "How many different methods hit a target, over all rounds.",
}
ROUND_HELP = "The points of this round."


def say(code: str, **facts: object) -> str:
    return SAID[code].format(**facts)


def say_counted(code: str, count: int, **facts: object) -> str:
    return COUNTED[code][count != 1].format(count=count, **facts)
