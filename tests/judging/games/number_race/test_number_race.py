"""Number race: what lines count as, rulings, who sees what, and how the game ends (NR)."""

import pytest

from judging.games.live import transcript
from judging.games.live.game import Due
from judging.games.live.replay import due
from judging.games.number_race.game import NUMBER_RACE as GAME
from judging.games.number_race.state import MOST_LINES
from judging.language.editions import EDITIONS
from judging.messages import Message
from puzzles.solver import Solver
from puzzles.tiebreaker import ENOUGH, PLAIN
from tests import transcripts
from tests.puzzles.live_table import LiveTable


def paper(*lines: str, **settings) -> LiveTable:
    """A game from paper, with lines of player 1 for 10 from 1, 2, 3 and 4."""
    table = LiveTable(GAME, settings, recorded=True)
    table.sit(1, 2)
    assert table.host("deal", cards=[1, 2, 3, 4], target=10) is None
    for line in lines:
        assert table.host("write", seat=1, text=line) is None
    return table


def live(**settings) -> LiveTable:
    table = LiveTable(GAME, settings)
    table.sit(1, 2)
    return table


def methods(table: LiveTable) -> tuple[str, ...]:
    round_ = table.position.state.rounds[-1]
    return Solver(EDITIONS[PLAIN]).solve(round_.cards, round_.target, "all").methods


def own(table: LiveTable, seat: int = 1) -> list[tuple[str, str]]:
    """The codes of a player's lines, the first one first, and what they read about them."""
    rows = table.seen_by(seat)["you"]["lines"][::-1]
    return [(row["code"], str(Message.read(row["why"])) if row["why"] else "") for row in rows]


def test_each_different_method_is_a_point():  # NR-1, NR-5
    table = paper("1+2+3+4", "4+3+2+1", "2*3+4*1", "2^3+(4-1)-1", "(4!+3*2)/(2+1)", "1*2+3+4")
    assert [code for code, _why in own(table)] == ["right", "same", "right", "wrong", "wrong", "misses"]
    assert own(table)[1] == ("same", "You have this method already: 1+2+3+4")
    assert own(table)[5] == ("misses", "This makes 9 and not 10.")
    assert own(table)[3] == ("wrong", "The number 1 is used too often. Use each number once.")
    assert table.scores() == {1: 0, 2: 0}, "points come when the round is over"
    table.host("close")
    assert table.scores() == {1: 2, 2: 0}


def test_functions_of_the_number_tournament_count():  # NR-5
    assert own(paper("4!/3+2*1")) == [("right", "")]


def test_the_host_decides_on_what_the_engine_cannot():  # NR-6
    table = paper("digits(1)+2+3+4", "1+2+3+4", "nothing")
    assert own(table)[0] == ("unsure", "The program cannot decide on this line, so the host does.")
    table.host("close")
    assert not GAME.at_end(table.position), "the game waits for the host"
    (waiting,) = table.hosted["waiting"]
    assert (waiting["seat"], waiting["text"]) == (1, "digits(1)+2+3+4")
    table.rule(waiting["move"], right=True)
    assert table.position.stage == "over"
    assert table.scores()[1] == 2
    table.rule(waiting["move"] + 1, right=False)
    assert table.scores()[1] == 1
    assert own(table)[1] == ("wrong", "The host does not let it count.")


def test_a_line_counts_when_the_same_one_before_it_does_not():  # NR-6
    table = paper("1+2+3+4", "4+3+2+1")
    table.rule(table.last("write") - 1, right=False)
    assert [code for code, _why in own(table)] == ["wrong", "right"]


def test_nobody_sees_the_lines_of_others_before_the_end():  # NR-8
    table = live()
    first, second, *_more = methods(table)
    table.player(1, "write", text=first)
    table.player(2, "write", text=first)
    table.player(1, "write", text=second)
    for seen in (table.screen, table.seen_by(2)):
        assert second not in str(seen)
        assert seen["last"] is None
    assert "waiting" not in table.screen
    assert table.hosted["written"] == 3
    table.wait(180)
    last = table.screen["last"]
    assert last["players"] == [{"seat": 1, "points": 2}, {"seat": 2, "points": 1}]
    assert last["methods"] == 2
    assert last["rarest"] == [{"text": second, "count": 1}, {"text": first, "count": 2}]
    assert [each.seat for each in GAME.awards(table.position)] == [1]


def test_a_late_line_is_recorded_and_does_not_count():  # NR-7
    table = live(rounds=2)
    first, second, *_more = methods(table)
    ends = table.position.clock.ends
    table.wait(181)
    assert table.record("write", "player", 1, {"text": first}).code == "late"
    assert table.record("write", "player", 1, {"text": second}, at=ends) is None, "it was sent in time"
    assert table.position.notes == {table.last("write") - 1: "late"}
    assert table.scores()[1] == 1
    table.host("next")
    assert table.player(2, "write", text=first, round=1).code == "late"


def test_lines_are_bounded_and_count_only_while_the_players_write():  # NR-4
    table = paper(*["1"] * MOST_LINES)
    assert table.host("write", seat=1, text="1+2+3+4").code == "race_enough"
    assert table.host("write", seat=2, text=" ").code == "not_now"
    assert table.host("write", seat=2, text="1" * 301).code == "unreadable_move"
    table.host("close")
    assert table.position.stage == "over"


@pytest.mark.parametrize("facts", [{"target": 10}, {"cards": [1], "target": 10}, {"cards": [1, 2, 3, 4]}])
def test_a_question_from_paper_has_numbers_and_a_target(facts):  # NR-10
    table = LiveTable(GAME, {}, recorded=True)
    table.sit(1)
    assert table.host("deal", **facts).code == "race_question"
    assert table.host("write", seat=1, text="1").code == "not_now"


@pytest.mark.parametrize("seed", range(4))
def test_a_question_has_enough_methods_and_comes_once(seed):  # NR-3
    table = LiveTable(GAME, {"rounds": 3, "numbers": 4}, seed=seed)
    table.sit(1)
    for _round in range(3):
        assert len(methods(table)) >= ENOUGH
        table.host("close")
        table.host("next")
    assert len({(round_.cards, round_.target) for round_ in table.position.state.rounds}) == 3
    assert table.position.stage == "over"
    assert table.host("deal").code == "not_playing"


def test_points_of_who_left_stay_and_who_comes_later_writes():  # NR-4
    table = paper("1+2+3+4")
    table.player(1, "leave")
    table.player(3, "join")
    assert table.host("write", seat=3, text="1*2*3+4") is None
    assert table.host("write", seat=1, text="1*2*3+4").code == "no_such_seat"
    table.host("close")
    assert table.scores() == {1: 1, 2: 0, 3: 1}


def test_a_record_replays_to_the_same_points():
    table = live(rounds=2)
    table.player(1, "write", text=methods(table)[0])
    table.wait(200)
    table.player(2, "write", text="late")
    page = transcript.of(GAME, "race", table.values, table.moves)
    assert transcripts.differences(transcripts.parse(transcript.write(page)), GAME) == []
    assert table.replayed().state == table.position.state
    assert due(GAME, table.position) is None
    table.host("next")
    assert due(GAME, table.position) == Due(table.position.clock.ends, "time_up")
