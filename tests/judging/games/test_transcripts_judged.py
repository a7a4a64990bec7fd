"""The engine reads the corpus's lines as the transcripts say they were judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from judging.games.referee import LineJudged, LineWritten, PuzzleSet
from judging.games.transcript_reading import parse

editions = pytest.importorskip("judging.language.editions", reason="the engine is not built yet")
verdict = pytest.importorskip("judging.language.verdict", reason="the engine is not built yet")

PAGES = sorted((Path(__file__).parents[2] / "corpus" / "transcripts").glob("*.txt"))


def lines_judged():
    """(edition, box, text, answer) of every line that the corpus says the engine settled."""
    for path in PAGES:
        page = parse(path.read_text())
        moves, rules = page.moves, editions.edition(page.format.edition)
        boxes = next(move.boxes for move in moves if isinstance(move, PuzzleSet))
        written = {move.line: move for move in moves if isinstance(move, LineWritten)}
        for move in moves:
            if isinstance(move, LineJudged) and move.answer.state != "pending":
                line = written[move.answer.line]
                yield pytest.param(rules, boxes[line.box], line.text, move.answer, id=f"{path.stem}-{line.line}")


@pytest.mark.parametrize("rules, box, text, answer", lines_judged())
def test_the_engine_says_what_the_transcript_says(rules, box, text, answer):
    found = verdict.judge(text, box.numbers, box.target, rules)
    if answer.state == "nothing":
        assert found.verdict == "refused"
    else:
        assert (found.on_target, found.distance_up) == (answer.on_target, answer.distance)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_lines_share_a_label_exactly_when_the_engine_gives_them_one_key(path):
    page = parse(path.read_text())
    rules = editions.edition(page.format.edition)
    boxes = next(move.boxes for move in page.moves if isinstance(move, PuzzleSet))
    written = {move.line: move for move in page.moves if isinstance(move, LineWritten)}
    labels: dict[tuple[object, str], str] = {}
    for move in page.moves:
        if isinstance(move, LineJudged) and move.answer.on_target:
            line = written[move.answer.line]
            found = verdict.judge(line.text, boxes[line.box].numbers, boxes[line.box].target, rules)
            assert labels.setdefault((line.box, found.method_key), move.answer.method) == move.answer.method
    assert len(set(labels.values())) == len(labels)
