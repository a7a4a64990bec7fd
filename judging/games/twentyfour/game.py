"""The 24 family as a row of the table of live games."""

from judging.games.live.game import Game
from judging.games.live.moves import HOST, MAX_WHOLE, PLAYER, SERVER, Field, MoveKind, by_name
from judging.games.twentyfour import play, sentences as sentences
from judging.games.twentyfour.checks import check
from judging.games.twentyfour.points import awards
from judging.games.twentyfour.settings import PRESETS, SCHEMA
from judging.games.twentyfour.view import view
from judging.messages import gettext_noop

MAX_X = 30  # characters
PLAYERS = frozenset({PLAYER, HOST})
SERVER_OR_HOST = frozenset({SERVER, HOST})
ROUND = Field("round", "whole", 1, MAX_WHOLE, required=False)  # the round that the player saw
TEXTS = Field("texts", "texts")

KINDS = by_name(
    MoveKind("deal", SERVER_OR_HOST, chance=True, added=(Field("sets", "texts"),)),  # each such as `3 3 8 8`
    MoveKind("answer", PLAYERS, (TEXTS, ROUND), undoable=True),
    MoveKind("impossible", PLAYERS, (ROUND,)),
    MoveKind("x", PLAYERS, (Field("text", "text", most=MAX_X), ROUND)),
    MoveKind("proof", PLAYERS, (TEXTS, ROUND)),
    MoveKind("no_proof", PLAYERS, (ROUND,)),
    MoveKind("close", frozenset({HOST})),
    MoveKind("next", SERVER_OR_HOST),
    MoveKind("again", frozenset({HOST})),
)
RIGHT = (Field("right", "flag"),)


TWENTY_FOUR_FAMILY = Game(
    slug="twentyfour",
    listed=2,
    name=gettext_noop("24"),
    about=gettext_noop("Make 24, the largest or the closest number from the cards on the table."),
    schema=SCHEMA,
    presets=PRESETS,
    kinds=KINDS,
    begin=play.begin,
    check=check,
    apply=play.apply,
    time_up=play.time_up,
    view=view,
    scores=play.scores,
    rulings={"answer": RIGHT, "proof": RIGHT},
    due=play.due,
    left=play.left,
    at_end=play.at_end,
    round_over=play.round_over,
    seats=lambda settings: (1, settings.whole("players")),
    awards=awards,
)
