"""What puzzles says: each row is marked for translators, and each code that is made has its row."""

import ast
import re
from pathlib import Path

from judging.messages import TEMPLATES
from puzzles.rating.model import TERMS
from puzzles.sentences import ROWS

ROOT = Path(__file__).parents[2] / "puzzles"
SOURCES = [path.read_text("utf-8") for path in ROOT.rglob("*.py")]


def test_makemessages_finds_every_text():
    calls = (node for source in SOURCES for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    marked = [call.args for call in calls if getattr(call.func, "id", "") in {"gettext_noop", "ngettext_noop"}]
    texts = {each for row in ROWS.values() for each in ((row,) if isinstance(row, str) else row)}
    assert texts <= {ast.literal_eval(each) for args in marked for each in args}


def test_every_row_is_used_and_every_code_has_one():
    made = {f"hard_{code}" for term in TERMS.values() for code in (term.above, term.below) if code}
    made |= {f"difficulty_{step}" for step in range(1, 6)}
    assert {code for code in ROWS if code.startswith(("hard_", "difficulty_"))} == made
    elsewhere = {
        code
        for path in ROOT.rglob("*.py")
        if path.name != "sentences.py"
        for code in re.findall(r'"([a-z_]+)"', path.read_text("utf-8"))
    }
    assert set(ROWS) - made <= elsewhere
    assert all(TEMPLATES[code] == row for code, row in ROWS.items())
