"""The live games there are, with what the site knows of them: their names, and words ruled on."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.utils.translation import gettext

from judging.games.live.moves import Move
from judging.games.live_games import GAMES

from ..common.refusals import Refused
from ..models import Event, User
from ..web.permissions import NotAllowed, capabilities
from ..word_lists.actions import decide


def name_of(slug: str, settings: Mapping[str, Any]) -> str:
    """The name of a game, and that of the preset which has these settings, if any: “24 · Basic 24”."""
    game = GAMES[slug]
    chosen = game.schema.read(settings).export()
    labels = (gettext(each.label) for each in game.presets if game.schema.read(each.plan.values).export() == chosen)
    return " · ".join(dict.fromkeys([gettext(game.name), *list(labels)[:1]]))


def decide_on_word(
    given: Move, ruling: Mapping[str, Any], word: str | None, event: Event | None, user: User | None
) -> None:
    """Let a word on which a judge or an organiser ruled otherwise than the dictionary join the event's list (CD-8)."""
    if word is None or event is None or user is None or not capabilities(user, event) & {"run", "rule"}:
        return
    valid = bool(ruling["facts"]["valid"])
    if valid != given.facts.get("listed"):
        with suppress(Refused, NotAllowed):  # the ruling stands all the same
            decide(by=user, event=event, word=word, is_accepted=valid, why=ruling.get("reason", ""))
