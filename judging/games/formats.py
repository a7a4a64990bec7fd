"""Every paper format by its slug. A new one is one file in `judging/games/paper/`, found by its `FORMAT`."""

from importlib import import_module
from pkgutil import iter_modules

from judging.games import paper
from judging.games.paper import PaperFormat

_MODULES = [import_module(f"{paper.__name__}.{each.name}") for each in iter_modules(paper.__path__)]
_FORMATS: list[PaperFormat] = [module.FORMAT for module in _MODULES if hasattr(module, "FORMAT")]
FORMATS = {each.slug: each for each in sorted(_FORMATS, key=lambda each: (each.listed, each.slug))}
