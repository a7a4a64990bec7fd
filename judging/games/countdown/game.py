"""Countdown as a live game."""

from judging.games.countdown import playing, sentences as sentences
from judging.games.countdown.checks import check
from judging.games.countdown.kinds import KINDS, RULINGS
from judging.games.countdown.points import awards, ruled_word, scores
from judging.games.countdown.rounds import round_over
from judging.games.countdown.settings import PRESETS, SCHEMA
from judging.games.countdown.timing import due
from judging.games.countdown.view import view
from judging.games.live.game import Game
from judging.messages import gettext_noop

MOST_PLAYERS = 40


COUNTDOWN = Game(
    slug="countdown",
    listed=1,
    name=gettext_noop("Countdown"),
    about=gettext_noop("Long words from nine letters, calculations near a target, and the conundrum."),
    schema=SCHEMA,
    presets=PRESETS,
    kinds=KINDS,
    begin=playing.begin,
    check=check,
    apply=playing.apply,
    time_up=playing.time_up,
    view=view,
    scores=scores,
    rulings=RULINGS,
    due=due,
    joined=playing.joined,
    left=playing.left,
    round_over=round_over,
    seats=lambda settings: (1, 1 if settings.flag("alone") else MOST_PLAYERS),
    ruled_word=ruled_word,
    awards=awards,
)
