"""Every live game by its slug. A new one is a folder in `judging/games/`, found by the `Game` of its `game.py`."""

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

from judging import games
from judging.games.live.game import Game

_FOLDERS = [f"{games.__name__}.{each.name}.game" for each in iter_modules(games.__path__) if each.ispkg]
_MODULES = [import_module(name) for name in _FOLDERS if find_spec(name)]
_GAMES = [each for module in _MODULES for each in vars(module).values() if isinstance(each, Game)]
GAMES = {each.slug: each for each in sorted(_GAMES, key=lambda each: (each.listed, each.slug))}
