"""A live game as a text page."""

import pytest

from judging.games.countdown.game import COUNTDOWN
from judging.games.live import transcript
from judging.games.live.moves import Move
from tests import transcripts
from tests.puzzles.live_table import LiveTable


def page_of(table, title="Final"):
    return transcript.of(
        COUNTDOWN, title, table.values, table.moves, {1: "Ada | Zoë", 2: 'Bo "the"\nword\x85'}, table.recorded
    )


def a_game():
    table = LiveTable(COUNTDOWN, {"rounds": "LNC", "fair_letters": True})
    table.sit(1, 2)
    for pile in "vcvcvcccc":
        table.player(1, "letter", pile="vowel" if pile == "v" else "consonant")
    table.host("start_clock")
    table.now += 5
    table.player(2, "write", text="tree | bark\nsecond line")
    table.wait(31)
    table.player(2, "write", text="late")
    for seat in (1, 2):
        table.player(seat, "declare", number=4)
    table.player(1, "present", text="tree")
    table.player(2, "present", text="bark")
    table.rule(table.last("present"), valid=True)
    table.host("next")
    return table


def test_a_page_parses_back_to_the_same_moves_and_replays_to_the_same_points():
    table = a_game()
    page = page_of(table)
    read = transcripts.parse(transcript.write(page))
    assert read == page
    assert read.moves == tuple(table.moves)
    assert transcripts.differences(read, COUNTDOWN) == []
    assert transcripts.replayed(read, COUNTDOWN) == table.position
    assert read.points == table.scores()
    assert read.points[2] == 4
    assert list(read.notes.values()) == ["late"]


def test_a_move_reads_as_a_line():
    lines = transcript.write(page_of(a_game())).splitlines()
    assert lines[:5] == [
        "# Final",
        "game countdown",
        'setting rounds | "LNC"',
        "setting fair_letters | true",
        'seat 1 | "Ada \\u007c Zoë"',
    ]
    assert "move 2 | 0.000 | player 2 | join" in lines
    assert 'move 14 | 0.005 | player 2 | write | text "tree \\u007c bark\\nsecond line"' in lines


def test_a_page_that_claims_other_points_is_found_out():
    text = transcript.write(page_of(a_game()))
    assert transcripts.differences(transcripts.parse(text.replace("points 2 | 4", "points 2 | 9")), COUNTDOWN) == [
        "points 2"
    ]
    assert transcripts.differences(transcripts.parse(text.replace("| late\n", "| not_now\n")), COUNTDOWN) == ["note 16"]


def test_a_game_from_paper():
    table = LiveTable(COUNTDOWN, {"rounds": "L"}, recorded=True)
    table.sit(1)
    for letter in "tabletsio":
        table.host("letter", letter=letter)
    table.host("declare", 1, number=7)
    table.host("present", 1, text="TABLETS")
    read = transcripts.parse(transcript.write(page_of(table)))
    assert read.recorded
    assert transcripts.differences(read, COUNTDOWN) == []
    assert read.points == {1: 7}


@pytest.mark.parametrize(
    "line",
    [
        "mvoe 1 | 0.000 | host | begin",
        "move 2 | 0.000 | host | begin",
        "move 1 | 0.0 | host | begin",
        "move 1 | 0.000 | nobody | begin",
        "move 1 | 0.000 | host",
        "move 1 | 0.000 | host | begin | facts {",
        "points 1",
        "setting a | b | c",
        "x" * 30_000,
    ],
)
def test_a_line_that_cannot_be_read_is_named(line):
    with pytest.raises(ValueError, match="line 2 of the transcript"):
        transcripts.parse(f"game countdown\n{line}\n")


def test_moves_that_the_game_does_not_have_are_refused():
    page = transcript.LiveTranscript("", "countdown", moves=(Move(1, "castle", "host", None, 0),))
    with pytest.raises(ValueError, match="castle"):
        transcripts.replayed(page, COUNTDOWN)
    page = transcript.LiveTranscript("", "countdown", moves=(Move(1, "letter", "host", None, 0, {"letter": 5}),))
    with pytest.raises(ValueError, match="letter"):
        transcripts.replayed(page, COUNTDOWN)
