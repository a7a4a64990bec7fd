"""tools/recount.py, which is no part of any package."""

import importlib.util
import json
from pathlib import Path

PATH = Path(__file__).parents[3] / "tools" / "recount.py"


def _loaded():
    spec = importlib.util.spec_from_file_location("recount", PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


program = _loaded()


def recount(exported: bytes | dict):
    """The event counted again; `wrong` lists what differs."""
    return program.Recount(exported if isinstance(exported, dict) else json.loads(exported))
