"""What the public export is held against: its schema, and tools/recount.py, which is no part of any package."""

import importlib.util
import json
from pathlib import Path

ROOT = Path(__file__).parents[3]
PATH = ROOT / "tools" / "recount.py"
SCHEMA_FILE = ROOT / "docs/schemas/public-export.schema.json"
SCHEMA = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))


def _loaded():
    spec = importlib.util.spec_from_file_location("recount", PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


program = _loaded()


def recount(exported: bytes | dict):
    """The event counted again; `wrong` lists what differs."""
    return program.Recount(exported if isinstance(exported, dict) else json.loads(exported))
