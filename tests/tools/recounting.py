"""tools/recount_game.py, which is no part of any package."""

import importlib.util
from importlib import import_module
from pathlib import Path

from judging.games.live import transcript

PATH = Path(__file__).parents[2] / "tools" / "recount_game.py"


def _loaded():
    spec = importlib.util.spec_from_file_location("recount_game", PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


program = _loaded()
recount_twentyfour = import_module("recount_twentyfour")  # found, since the program puts its folder on the path


def page_of(table) -> str:
    """A game of a test's table as text."""
    return transcript.write(transcript.of(table.game, "A game", table.values, table.moves, recorded=table.recorded))
