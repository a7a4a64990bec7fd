"""What the engine says is marked for translators, all of it, and every placeholder is of a known kind."""

import ast
import re
from pathlib import Path

import pytest

from tournament.management.commands.spoken_texts import FILE, source
from tournament.spoken import templates
from tournament.spoken_tables import LISTS, PARTS, SHAPES, WITHIN

ROOT = Path(__file__).parents[2]
TEXTS = [text for part in PARTS for text in part.texts]
KNOWN = {each for text in TEXTS for each in ((text,) if isinstance(text, str) else text)}
# A command and a transcript, which speak to whoever runs them, in English; and MathML.
OTHERS = {f"judging/{path}.py" for path in ("language/command", "language/writing", "games/transcript")}
NO_SENTENCES = ("ceil ceiling floor", ", more functions than one")
WORDS = re.compile(r"[a-z]{2,} [a-z]{2,}")


def test_the_file_for_translators_has_every_text():
    assert FILE.read_text(encoding="utf-8") == source(), "run manage.py spoken_texts"


def test_a_text_that_is_missing_there_would_be_seen(monkeypatch):
    from tournament.management.commands import spoken_texts

    more = PARTS[0]._replace(texts=(*PARTS[0].texts, "A sentence that nobody marked."))
    monkeypatch.setattr(spoken_texts, "PARTS", (more, *PARTS[1:]))
    assert "A sentence that nobody marked." in source()
    assert FILE.read_text(encoding="utf-8") != source()


def test_every_kind_of_placeholder_stands_in_some_text():
    used = {name for text in TEXTS for each in templates(text) for name in each.pattern.groupindex}
    assert set(SHAPES) - used == set()
    assert {*WITHIN, *LISTS} - used - {"criterion"} == set()


@pytest.mark.parametrize("text", TEXTS, ids=str)
def test_a_text_has_named_places_alone_and_reads_itself_back(text):
    for each in templates(text):
        assert not re.search(r"\{(?![a-z]+\})|%\(", each.text)
        facts = {name: name for name in each.pattern.groupindex}
        assert each.said(facts | {"count": "3"})


def said_elsewhere(source: str) -> list[str]:
    """Texts of several words that stand in no table: no docstrings, and nothing that only a programmer reads."""
    tree = ast.parse(source)
    passed = set[int]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            passed.add(id(node.value))
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            if getattr(node.exc.func, "id", "") in ("ValueError", "AssertionError"):
                passed |= {id(inside) for inside in ast.walk(node.exc)}
        elif isinstance(node, ast.JoinedStr):
            passed |= {id(part) for part in node.values}
    texts = [_text(node) for node in ast.walk(tree) if id(node) not in passed]
    return [text for text in texts if text not in KNOWN and WORDS.search(text)]


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.JoinedStr):
        return " ".join(part.value for part in node.values if isinstance(part, ast.Constant))
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


@pytest.mark.parametrize("room", ["language", "games", "results"])
def test_no_sentence_is_said_past_the_tables(room):
    files = sorted((ROOT / "judging" / room).glob("*.py"))
    found = {path.relative_to(ROOT).as_posix(): said_elsewhere(path.read_text()) for path in files}
    texts = [text for path, each in found.items() if path not in OTHERS for text in each]
    assert [text for text in texts if not text.startswith(NO_SENTENCES)] == []


@pytest.mark.parametrize(
    "line",
    [
        'reason("unreadable", "This has been forgotten.")',
        'raise Undefined(f"{what} has no value here.")',
        'said = f"{name} has won so far"',
    ],
)
def test_the_test_sees_a_sentence_past_the_tables(line):
    assert said_elsewhere(line)
