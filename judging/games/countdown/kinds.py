"""The moves of Countdown, beside those that all live games share."""

from judging.games.countdown.letters import LETTERS
from judging.games.countdown.numbers import FEWEST, LARGE, MOST
from judging.games.live.moves import HOST, MAX_WHOLE, PLAYER, SERVER, Field, MoveKind, by_name

VOWEL, CONSONANT = "vowel", "consonant"
MOST_DECLARED = 99_999
ROUND, TIEBREAK, OVER = "round", "tiebreak", "over"

BY_PLAYER = frozenset({PLAYER})
BY_HOST, BY_SERVER = frozenset({HOST}), frozenset({HOST, SERVER})
BY_PERSON = frozenset({PLAYER, HOST})
TEXT = Field("text", "text")

KINDS = by_name(
    MoveKind(
        "letter",
        BY_PERSON,
        (Field("pile", "choice", choices=(VOWEL, CONSONANT), required=False),),
        chance=True,
        added=(Field("letter", "text", most=1),),
    ),
    MoveKind(
        "large",
        BY_PERSON,
        (Field("count", "whole", 0, len(LARGE), required=False),),
        chance=True,
        added=(Field("numbers", "wholes", 1, max(LARGE)),),
    ),
    MoveKind("target", BY_SERVER, chance=True, added=(Field("target", "whole", FEWEST, MOST),)),
    MoveKind(
        "conundrum",
        BY_SERVER,
        chance=True,
        added=(Field("scramble", "text", most=LETTERS + 1), Field("answer", "text", most=LETTERS)),
    ),
    MoveKind("start_clock", BY_SERVER),
    MoveKind("write", BY_PLAYER, (TEXT,)),
    MoveKind(
        "declare",
        BY_PERSON,
        (Field("number", "whole", 0, MOST_DECLARED), Field("written", "flag", required=False)),
        undoable=True,
    ),
    MoveKind("close_declarations", BY_SERVER),
    MoveKind("disclose", BY_SERVER),
    MoveKind("present", BY_PERSON, (TEXT,), chance=True, added=(Field("listed", "flag"),), undoable=True),
    MoveKind("paper", BY_HOST, (Field("shown", "flag"),), undoable=True),
    MoveKind("buzz", BY_PERSON, undoable=True),
    MoveKind("answer", BY_PERSON, (TEXT,), undoable=True),
    MoveKind("no_answer", BY_SERVER),
    MoveKind("go_on", BY_SERVER),
    MoveKind("close_round", BY_SERVER),
    MoveKind(
        "next",
        BY_SERVER,
        chance=True,
        added=(
            Field("then", "choice", choices=(ROUND, TIEBREAK, OVER)),
            Field("players", "wholes", 0, MAX_WHOLE, required=False),
        ),
    ),
    MoveKind("again", BY_HOST),
)
VALID = (Field("valid", "flag"),)
RULINGS = {"present": VALID, "answer": VALID, "declare": VALID}
