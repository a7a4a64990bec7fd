"""Every transcript in the corpus replays to the points it states, and any page survives writing and reading."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.games import transcript
from judging.games.formats import FORMATS
from judging.games.paper import Answer, Box, label_of
from judging.games.referee import LineJudged, LineRuled, LineWritten, MethodsJoined, PuzzleSet
from judging.games.transcript_reading import parse
from judging.messages import message

PAGES = sorted((Path(__file__).parents[2] / "corpus" / "transcripts").glob("*.txt"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_replays_to_what_it_states(path):
    assert transcript.differences(parse(path.read_text())) == ()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_is_written_as_it_was_read(path):
    text = path.read_text()
    assert transcript.write(parse(text)) == text


def test_each_format_has_a_page():
    assert {parse(path.read_text()).format.slug for path in PAGES} == set(FORMATS)


def test_a_page_that_states_other_points_is_told_where():
    text = next(p for p in PAGES if p.stem == "hit_the_target").read_text()
    page = parse(text.replace("Hits 45: 10 points", "Hits 45: 9 points").replace("total 2", "total 3"))
    assert len(transcript.differences(page)) == 2


def test_the_engines_keys_become_labels():
    page = parse(next(p for p in PAGES if p.stem == "twenty_four_rulings").read_text())
    moves = transcript.relabelled(page.moves)
    assert transcript.of("", page.format, page.settings, moves).replay() == page.replay()


WRONG = [
    ("format chess\n", "line 1 of the transcript: 'chess'"),
    ("sauce 1\n", "line 1 of the transcript: 'sauce' is not a word that begins a line"),
    ("# only a title\n", "names no format"),
    ("format twenty_four\nbox Round 1 | 1 2 3 4 | 24\n", "line 2 of the transcript"),
    ("format twenty_four\npuzzle\nbox Round 1 | 1 2 3 4\n", "line 3 of the transcript"),
    ("format twenty_four\npuzzle\nbox Round 1 | 1 2 | 1/0\n", "line 3 of the transcript: A target is"),
    (
        "format twenty_four\npuzzle\nbox Round 1 | 1 2 | 1 | empty\n",
        "line 3 of the transcript: a box has a label",
    ),
    ("format twenty_four\npuzzle\nbox A | 1 2 | 1\n", "line 3 of the transcript: not enough values"),
    (
        "format twenty_four\npuzzle\nbox Heap 1 | 1 2 | 1\n",
        "line 3 of the transcript: no format calls a box 'Heap'",
    ),
    ("format twenty_four\njudged a | hits\n", "line 2 of the transcript: 'a'"),
    ("format twenty_four\nline a 1 | 1\njudged a | wins\n", "line 3 of the transcript: a line hits"),
    ("format twenty_four\nline a 1 | 1\njudged a | hits | luck 3\n", "'luck' is not said of a line"),
    ("format twenty_four\nline a 1 | 1\njudged a | hits | value 1/0\n", "line 3"),
    ("format twenty_four\ntotal many\n", "line 2"),
]


@pytest.mark.parametrize("text, said", WRONG)
def test_what_cannot_be_read_is_told_with_its_line(text, said):
    with pytest.raises(ValueError) as raised:
        parse(text)
    assert said in str(raised.value)


@pytest.mark.parametrize("line", ["", "two words", "a|b"])
def test_a_name_that_would_break_the_page_is_refused(line):
    page = transcript.Transcript("t", FORMATS["twenty_four"], {}, (LineWritten(line, 0, "1"),))
    with pytest.raises(ValueError, match="cannot be a name"):
        transcript.write(page)


words = st.text(alphabet='ab|" \\\n\r\t\u00a0\u2212×', max_size=6)
names = st.sampled_from(["m1", "m2", "k"])
labels = st.builds(label_of, st.sampled_from(["Target", "Set", "Round"]), st.integers(1, 99))
notes = st.none() | st.builds(lambda text: message("no_word", text=text), words)
fractions = st.fractions(max_denominator=9, min_value=-99, max_value=99)


@st.composite
def an_answer(draw, line):
    state = draw(st.sampled_from(["judged", "pending", "nothing"]))
    if state != "judged":
        return Answer(line, 0, state, note=draw(notes))
    on_target = draw(st.booleans())
    return Answer(
        line,
        0,
        "judged",
        on_target,
        0 if on_target else draw(st.none() | st.integers(1, 99)),
        draw(names),
        draw(st.none() | fractions),
        shown=draw(words),
    )


@st.composite
def a_page(draw):
    moves = [PuzzleSet((Box(draw(labels), (5, 3, 6, 6), Fraction(24), draw(st.booleans())),))]
    for i in range(draw(st.integers(0, 3))):
        line = f"l{i}"
        moves.append(LineWritten(line, 0, draw(words)))
        moves += draw(st.lists(st.builds(LineJudged, an_answer(line)), max_size=1))
        moves += draw(st.lists(st.builds(LineRuled, an_answer(line), words), max_size=1))
    moves += draw(st.lists(st.builds(MethodsJoined, st.just(("m1", "m2")), words), max_size=1))
    settings = {"rounds": 1, **draw(st.dictionaries(st.just("points_full"), st.integers(1, 20)))}
    return transcript.of("A page", FORMATS["twenty_four"], settings, moves)


@given(a_page())
def test_any_page_survives_writing_and_reading(page):
    again = parse(transcript.write(page))
    assert again == page
    assert transcript.differences(again) == ()
