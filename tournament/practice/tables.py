"""Tables at which one person practises. Nothing of them is stored: the browser has the record, sends it with each move,
and the table is played again from it by the rules of the live game.

A record is `{"game", "settings": their texts, "seed", "began", "moves": [[kind, facts, when it was received]]}`. Cards
follow from the seed and a key of the site, or from the practice round whose name the seed is.
"""

import json
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from judging.games.countdown.checks import pile_of
from judging.games.countdown.numbers import LARGE
from judging.games.countdown.settings import KINDS
from judging.games.live.game import Position, TableReader
from judging.games.live.moves import HOST, PLAYER
from judging.games.live_games import GAMES
from judging.games.settings import Settings
from puzzles.practice import PracticeDeal

from ..common import limits
from ..common.line_text import unwritable
from ..common.refusals import Refused
from ..game_tables.actions import checked_settings
from ..models import Seat, Table
from ..models.play import COLOURS
from ..moves.recording import Sent, now, played, server_move
from ..moves.table_cache import CachedTable
from . import rounds

SEAT = 1
PLAYER_ALONE = TableReader("seat", SEAT)


def read(body: bytes) -> dict[str, Any]:
    """The record that a browser sent, with the `move` that it makes now. Raises Refused for what is none."""
    try:
        record = json.loads(body if len(body) <= limits.PRACTICE_RECORD else b"")
        texts = {str(name): str(value) for name, value in record["settings"].items()}
        moves = [(str(kind), dict(facts), int(at)) for kind, facts, at in record["moves"]]
        began = int(record.get("began") or now())
        game, seed, move = str(record["game"]), str(record["seed"])[: rounds.NAME], record.get("move")
        made = (str(move["kind"]), dict(move["facts"])) if move else None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError) as error:
        raise _unreadable() from error
    times = [began, *(at for _kind, _facts, at in moves), now()]
    in_order = all(one <= other for one, other in pairwise(times))
    if game not in GAMES or unwritable(seed) or not in_order or len(moves) >= limits.PRACTICE_MOVES:
        raise _unreadable()
    return {"game": game, "settings": texts, "seed": seed, "began": began, "moves": moves, "move": made}


def table(record: Mapping[str, Any]) -> CachedTable:
    """The table after the moves of a record, without what is due by now. Raises Refused for settings or moves that
    there cannot be."""
    began, deal = record["began"], rounds.deal(record["seed"])
    schema = GAMES[record["game"]].schema
    texts = {name: text for name, text in record["settings"].items() if name in schema.names()}
    texts |= {"rounds": letter_of(deal)} if deal else {}
    settings = checked_settings(record["game"], schema.from_text(texts))
    known = begun(record["game"], settings, record["seed"], began, deal)
    for kind, facts, at in record["moves"]:
        known = moved(known, kind, facts, at)
    return known


def begun(slug: str, settings: Settings, seed: str, at: int, deal: PracticeDeal | None = None) -> CachedTable:
    """The table when play begins; with the cards of `deal` on it, if there is one. Raises Refused for a game of
    several."""
    game = GAMES[slug]
    if game.seats(settings)[1] != 1:
        raise _unreadable()
    row = Table(game=slug, seed=str(rounds.seed_of(seed)), settings=settings.export())
    seat = Seat(number=SEAT, colour=COLOURS[0], approved_at=timezone.now())
    known = CachedTable(row, game, (seat,), frozenset(), (), Position(settings))
    known = server_move(known, "join", at, {}, seat=SEAT)
    known = server_move(known, "begin", at, {}, mover=HOST)
    for kind, facts in _cards(deal) if deal else ():
        known = server_move(known, kind, at, facts, *((SEAT, PLAYER) if kind in ("letter", "large") else ()))
    return known


def moved(known: CachedTable, kind: str, facts: Mapping[str, Any], at: int) -> CachedTable:
    """The table after a move of its player, who hosts it too. Raises Refused."""
    if kind not in known.game.kinds:
        raise _unreadable()
    by = PLAYER if PLAYER in known.game.kinds[kind].by else HOST
    return played(known, Sent(kind, by, SEAT, facts, "", at)).known


def _cards(deal: PracticeDeal) -> Iterator[tuple[str, dict[str, Any]]]:
    """The moves that lay the cards of a practice round on the table."""
    for letter in deal.letters:
        yield "letter", {"pile": pile_of(letter), "letter": letter}
    if deal.numbers:
        large = sum(number in LARGE for number in deal.numbers)
        yield "large", {"count": large, "numbers": list(deal.numbers)}
        yield "target", {"target": deal.target}
    if deal.answer:
        yield "conundrum", {"scramble": " ".join(deal.parts), "answer": deal.answer}


def letter_of(deal: PracticeDeal) -> str:
    """The setting `rounds` of a game that has this round alone."""
    return next(letter for letter, kind in KINDS.items() if kind == deal.kind)


def _unreadable() -> Refused:
    return Refused("unreadable", _("This could not be read. Load the page again."), status=400)
