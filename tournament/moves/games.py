"""The live games there are, with what the site adds to their rules: chance, the dictionary, what was possible."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from django.utils.translation import gettext

from judging.games.countdown.game import COUNTDOWN
from judging.games.countdown.results import ruled_word
from judging.games.duel.game import DUEL
from judging.games.live.game import Game
from judging.games.live.moves import Move
from judging.games.live.positions import Position
from judging.games.twentyfour.game import TWENTY_FOUR_FAMILY
from puzzles import deals, possible
from puzzles.duel import review as duel_review
from puzzles.twentyfour import review as twentyfour_review
from puzzles.words.dictionary import Dictionary

from ..common.refusals import Refused
from ..models import Event, User
from ..web.permissions import NotAllowed, capabilities
from ..word_lists.actions import decide
from ..word_lists.dictionaries import site_dictionary, words_for

Facts = dict[str, Any]


def nothing(position: Position, dictionary: Dictionary) -> Facts:
    return {}


def nothing_follows(position: Position, move: Move, ruling: Facts, event: Event | None, user: User | None) -> None:
    pass


@dataclass(frozen=True)
class LiveGame:
    """A game with what the pages show beside its view: `after(position, dictionary)`, what was possible in a round that
    is over. Everybody may know that. `ruled(position, move, ruling, event, user)` is told of a ruling on a move.
    """

    game: Game
    after: Callable[[Position, Dictionary], Facts] = field(default=nothing)
    ruled: Callable[[Position, Move, Facts, Event | None, User | None], None] = field(default=nothing_follows)

    def complete(
        self, position: Position, kind: str, facts: Mapping[str, Any], random: Random, dictionary: Dictionary
    ) -> Facts:
        """The facts that are recorded for a move, with what chance and the dictionary add."""
        return deals.complete(self.game.slug, position, kind, facts, random, dictionary)


def live_game(slug: str) -> LiveGame:
    """Raises KeyError for a game that there is not."""
    return GAMES[slug]


def name_of(slug: str, settings: Mapping[str, Any]) -> str:
    """The name of a game, and that of the preset which has these settings, if any: “24 · Basic 24”."""
    game = live_game(slug).game
    chosen = game.schema.read(settings).export()
    labels = (gettext(each.label) for each in game.presets if game.schema.read(each.plan.values).export() == chosen)
    return " · ".join(dict.fromkeys([gettext(game.name), *list(labels)[:1]]))


def dictionary_for(event: Event | None) -> Dictionary:
    """The site's words, with those that the event accepts or refuses."""
    return site_dictionary() if event is None else words_for(event)


def decide_on_word(position: Position, given: Move, ruling: Facts, event: Event | None, user: User | None) -> None:
    """Let a word on which a judge or an organiser ruled otherwise than the dictionary join the event's list (CD-8)."""
    word = ruled_word(position, given)
    if word is None or event is None or user is None or not capabilities(user, event) & {"run", "rule"}:
        return
    valid = bool(ruling["facts"]["valid"])
    if valid != given.facts.get("listed"):
        with suppress(Refused, NotAllowed):  # the ruling stands all the same
            decide(by=user, event=event, word=word, is_accepted=valid, why=ruling.get("reason", ""))


GAMES: dict[str, LiveGame] = {
    COUNTDOWN.slug: LiveGame(COUNTDOWN, possible.after_round, decide_on_word),
    TWENTY_FOUR_FAMILY.slug: LiveGame(TWENTY_FOUR_FAMILY, lambda position, words: twentyfour_review.after(position)),
    DUEL.slug: LiveGame(DUEL, lambda position, words: duel_review.after(position)),
}
