"""Every paper format by its slug. A new one is a file of rules and a row here."""

from __future__ import annotations

from judging.games.dmas import DMAS
from judging.games.hit_the_target import HIT_THE_TARGET
from judging.games.many_to_one import MANY_TO_ONE
from judging.games.one_to_many import ONE_TO_MANY
from judging.games.paper import PaperFormat
from judging.games.smash import SMASH
from judging.games.target_game import TARGET_GAME
from judging.games.twenty_four import TWENTY_FOUR

FORMATS: dict[str, PaperFormat] = {
    each.slug: each for each in (HIT_THE_TARGET, TWENTY_FOUR, ONE_TO_MANY, MANY_TO_ONE, DMAS, SMASH, TARGET_GAME)
}
