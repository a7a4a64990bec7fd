"""The moves of Countdown, beside those that all live games share."""

from __future__ import annotations

from judging.games.countdown.letters import LETTERS
from judging.games.countdown.numbers import FEWEST, LARGE, MOST
from judging.games.live.moves import HOST, MAX_WHOLE, PLAYER, SERVER, Field, Kind

VOWEL, CONSONANT = "vowel", "consonant"
MOST_DECLARED = 99_999
ROUND, TIEBREAK, OVER = "round", "tiebreak", "over"

BY_PLAYER = frozenset({PLAYER})
BY_HOST, BY_SERVER = frozenset({HOST}), frozenset({HOST, SERVER})
BY_PERSON = frozenset({PLAYER, HOST})
TEXT = Field("text", "text")

KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind(
            "letter",
            BY_PERSON,
            (Field("pile", "choice", choices=(VOWEL, CONSONANT), required=False),),
            chance=True,
            added=(Field("letter", "text", most=1),),
        ),
        Kind(
            "large",
            BY_PERSON,
            (Field("count", "whole", 0, len(LARGE), required=False),),
            chance=True,
            added=(Field("numbers", "wholes", 1, max(LARGE)),),
        ),
        Kind("target", BY_SERVER, chance=True, added=(Field("target", "whole", FEWEST, MOST),)),
        Kind(
            "conundrum",
            BY_SERVER,
            chance=True,
            added=(Field("scramble", "text", most=LETTERS + 1), Field("answer", "text", most=LETTERS)),
        ),
        Kind("start_clock", BY_SERVER),
        Kind("write", BY_PLAYER, (TEXT,)),
        Kind(
            "declare",
            BY_PERSON,
            (Field("number", "whole", 0, MOST_DECLARED), Field("written", "flag", required=False)),
            undoable=True,
        ),
        Kind("close_declarations", BY_SERVER),
        Kind("present", BY_PERSON, (TEXT,), chance=True, added=(Field("listed", "flag"),), undoable=True),
        Kind("paper", BY_HOST, (Field("shown", "flag"),), undoable=True),
        Kind("buzz", BY_PERSON, undoable=True),
        Kind("answer", BY_PERSON, (TEXT,), undoable=True),
        Kind("no_answer", BY_SERVER),
        Kind("go_on", BY_SERVER),
        Kind("close_round", BY_SERVER),
        Kind(
            "next",
            BY_SERVER,
            chance=True,
            added=(
                Field("then", "choice", choices=(ROUND, TIEBREAK, OVER)),
                Field("players", "wholes", 0, MAX_WHOLE, required=False),
            ),
        ),
        Kind("again", BY_HOST),
    )
}
VALID = (Field("valid", "flag"),)
RULINGS = {"present": VALID, "answer": VALID, "declare": VALID}
