"""Moves at a table are stored once, in order, and the clock's end is a fact that anybody may record."""

import threading
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from tests.tournament.play.quick_quiz import QUIZ, scores
from tournament.jobs import queue as jobs
from tournament.models import Job, Pulse, Table, TableMove
from tournament.moves import recording, table_cache as knowledge
from tournament.moves.recording import Sent, record
from tournament.moves.table_cache import find
from tournament.tasks import sweep

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(monkeypatch):
    """The server's clock, standing still until a test moves it."""

    class At:
        ms = 1_000_000

    # `now` itself stays: a module that is first imported during such a test would keep another one for all later tests
    monkeypatch.setattr(recording, "time", SimpleNamespace(time_ns=lambda: At.ms * 1_000_000))
    return At


@pytest.fixture
def played(open_table, at_table, clock):
    """A table at which Ana and Ben play and the clock runs: (table, host, ana, ben)."""
    table, secret = open_table()
    host = at_table(table, "host", secret)
    ana, ben = at_table(table, "seat", name="Ana"), at_table(table, "seat", name="Ben")
    assert host.send("begin").status_code == 200
    return table, host, ana, ben


def kinds(table):
    return list(TableMove.objects.filter(table=table).values_list("kind", flat=True))


def test_what_the_game_needs_is_recorded_by_the_server_at_once(played):
    table, *_others = played
    assert kinds(table) == ["join", "join", "begin", "deal"]
    assert find(table.code).position.state.card == TableMove.objects.get(kind="deal").facts["card"]


def test_a_move_that_is_sent_again_is_stored_once_and_answered_the_same(played):
    table, _host, ana, _ben = played
    first = ana.send("say", {"number": 7}, key="the same key")
    again = ana.send("say", {"number": 7}, key="the same key")
    assert (first.status_code, first.json()) == (200, again.json())
    assert kinds(table).count("say") == 1


def test_the_key_of_one_player_is_not_the_key_of_another(played):
    table, _host, ana, ben = played
    ana.send("say", {"number": 7}, key="the same key")
    ben.send("say", {"number": 8}, key="the same key")
    assert kinds(table).count("say") == 2


def test_a_move_at_the_clock_s_end_is_in_time_and_a_later_one_is_recorded_as_late(played, clock):
    table, _host, ana, ben = played
    clock.ms += 30_000
    assert "note" not in ana.send("say", {"number": 7}).json()
    clock.ms += 1
    assert ben.send("say", {"number": 99}).json()["note"] == "late"
    assert scores(find(table.code).position) == {1: 1, 2: 0}


@pytest.mark.django_db(transaction=True)
def test_sweepers_of_several_machines_at_one_moment_do_everything_once(played, clock):
    table, _host, ana, _ben = played
    ana.send("say", {"number": 7})
    clock.ms += 3_600_000
    jobs.judge([7])
    Job.objects.update(made_at=timezone.now() - timedelta(minutes=1))
    together, failures = threading.Barrier(4), []

    def sweeper():
        knowledge.forget()
        try:
            together.wait(timeout=10)
            sweep()
        except Exception as error:
            failures.append(error)
        finally:
            connection.close()

    machines = [threading.Thread(target=sweeper) for _ in range(4)]
    for each in machines:
        each.start()
    for each in machines:
        each.join(timeout=30)
    assert failures == []
    assert kinds(table).count("time_up") == 1
    assert (Pulse.objects.count(), Job.objects.count(), Job.objects.get().attempts) == (1, 1, 0)


def test_the_end_of_the_clock_has_its_nominal_time_whoever_records_it(played, clock):
    table, _host, ana, _ben = played
    ana.send("say", {"number": 7})
    clock.ms += 3_600_000
    assert ana.frame().status_code == 200
    end = TableMove.objects.get(table=table, kind="time_up")
    assert (end.at, end.by) == (1_000_000 + 30_000, "server")


def test_what_is_refused_is_not_stored_and_says_why(played):
    table, _host, ana, _ben = played
    ana.send("say", {"number": 7})
    refused = ana.send("say", {"number": 8})
    assert (refused.status_code, refused.json()["code"]) == (409, "done_already")
    assert kinds(table).count("say") == 1


@pytest.mark.parametrize(
    "facts", [{}, {"number": "7"}, {"number": 101}, {"number": True}, {"number": 1, "more": 2}, {"number": [1]}]
)
def test_a_move_that_is_no_move_is_refused(played, facts):
    _table, _host, ana, _ben = played
    assert ana.send("say", facts).json()["code"] == "unreadable_move"


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "facts",
    ["[" * 3000, '{"number": ' * 300 + "7" + "}" * 300, '{"number": ' + "9" * 3900 + "}", '{"number": NaN}']
    + ['{"number": Infinity}', '{"number": 1e999}', '{"number": ' + "[" * 1800 + "]" * 1800 + "}", " " * 5000],
)
@pytest.mark.parametrize("kind", ["say", "rule", "pause"])
def test_a_move_that_is_deep_or_huge_or_no_number_is_refused_in_a_sentence(played, kind, facts):
    table, host, _ana, _ben = played
    before = kinds(table)
    body = '{"kind": "%s", "key": "12345678", "as": "host", "seat": 1, "facts": %s}'
    if kind == "rule":
        facts = f'{{"about": 1, "facts": {facts}, "reason": "I looked."}}'
    answer = host.client.post(f"/play/{table.code}/moves/", body % (kind, facts), content_type="application/json")
    assert answer.status_code in (400, 409)
    assert answer.json()["detail"].endswith(".")
    assert kinds(table) == before


def test_a_player_cannot_do_what_the_host_does(played):
    _table, _host, ana, _ben = played
    assert ana.send("pause").json()["code"] == "no_such_move"
    ana.role = "host"
    assert ana.send("pause").status_code == 403


def test_a_pause_stops_the_clock_and_the_time_is_given_back(played, clock):
    table, host, ana, _ben = played
    clock.ms += 10_000
    host.send("pause")
    assert ana.send("say", {"number": 7}).json()["code"] == "paused"
    clock.ms += 600_000
    host.send("resume")
    assert find(table.code).position.clock.left(clock.ms) == 20_000
    clock.ms += 20_000
    assert "note" not in ana.send("say", {"number": 7}).json()


def test_a_ruling_changes_points_and_not_history(played, clock):
    table, host, ana, ben = played
    number = ana.send("say", {"number": 7}).json()["number"]
    ben.send("say", {"number": 8})
    clock.ms += 30_001
    assert host.send("rule", {"about": number, "facts": {"number": 9}, "reason": "It says 9."}).status_code == 200
    assert scores(find(table.code).position) == {1: 1, 2: 0}
    assert TableMove.objects.get(table=table, number=number).facts == {"number": 7}


def test_an_undone_move_counts_for_nothing_and_can_be_made_again(played):
    table, host, ana, _ben = played
    number = ana.send("say", {"number": 7}).json()["number"]
    host.send("undo", {"about": number})
    assert find(table.code).position.notes[number] == "undone"
    assert ana.send("say", {"number": 8}).status_code == 200
    assert host.send("undo", {"about": 1}).json()["code"] == "cannot_be_undone"


def test_a_phone_that_sends_very_fast_has_to_wait(played, clock):
    _table, _host, ana, ben = played
    clock.ms += 30_001
    for _turn in range(recording.limits.MOVES_SEAT):
        assert ana.send("say", {"number": 7}).json()["note"] == "late"
    refused = ana.send("say", {"number": 7})
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "10")
    assert ben.send("say", {"number": 7}).status_code == 200


def test_a_host_who_sends_very_fast_has_to_wait_and_can_end_the_game(played, clock):
    _table, host, ana, _ben = played
    clock.ms += recording.FLOOD
    for _turn in range(recording.limits.MOVES_HOST // 2):
        assert host.send("pause").status_code == host.send("resume").status_code == 200
    assert host.send("pause").json()["code"] == "too_fast"
    assert ana.send("say", {"number": 7}).status_code == 200
    clock.ms += recording.FLOOD
    assert host.send("pause").status_code == 200
    assert host.send("end").status_code == 200


def test_a_game_is_played_again_for_few_rulings_and_undos_at_a_time(played, clock):
    _table, host, ana, _ben = played
    about = {"about": ana.send("say", {"number": 7}).json()["number"]}
    for _turn in range(recording.limits.REWRITES_TABLE):
        assert host.send("undo", about).status_code == 200
    assert host.send("undo", about).json()["code"] == "too_fast"
    assert host.send("rule", {**about, "facts": {"number": 9}}).json()["code"] == "too_fast"
    assert host.send("pause").status_code == 200
    clock.ms += recording.FLOOD
    assert host.send("undo", about).status_code == 200


def test_a_table_with_very_many_moves_takes_only_its_end(played, monkeypatch):
    table, host, ana, _ben = played
    monkeypatch.setattr(recording.limits, "MOVES_TABLE", len(kinds(table)))
    assert ana.send("say", {"number": 7}).json()["code"] == "too_many_moves"
    assert host.send("pause").json()["code"] == "too_many_moves"
    assert host.send("end").status_code == 200
    assert kinds(table)[-1] == "end"


def test_another_process_finds_the_same_position_from_the_moves_alone(played):
    table, _host, ana, _ben = played
    ana.send("say", {"number": 7})
    before = find(table.code).position
    knowledge.forget()
    assert find(table.code).position == before


def test_a_table_pauses_when_its_clock_ends_while_no_host_is_there(played, clock):
    table, _host, ana, _ben = played
    table.hosts.update(seen_at="2020-01-01T00:00:00Z")
    clock.ms += 31_000
    ana.frame()
    assert kinds(table)[-2:] == ["time_up", "pause"]


def test_the_moves_of_an_event_s_table_are_append_only_and_those_of_a_play_now_table_are_not(event, played):
    table, _host, _ana, _ben = played
    Table.objects.filter(pk=table.pk).delete()
    assert not TableMove.objects.exists()
    stored = Table.objects.create(
        code="a" * 12, pin="000000", event=event, game=QUIZ.slug, seed="0", made_at="2026-01-01T00:00Z"
    )
    record(stored, Sent("end", "host", None, {}, "host-key-1", 5))
    for statement in ("UPDATE tournament_tablemove SET at = 9", "DELETE FROM tournament_tablemove"):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert stored.moves.get().at == 5


@pytest.mark.postgresql
@pytest.mark.parametrize("character", ["\ud800", "\0", "\x07"])
def test_text_that_cannot_be_recorded_is_refused_with_its_place(played, character):
    table, host, ana, _ben = played
    before = kinds(table)
    answer = host.send("pause", {"reason": f"ab{character}c"})
    assert (answer.status_code, answer.json()["code"]) == (409, "invisible_character")
    assert "Character 3" in answer.json()["detail"]
    named = host.send("rule", {"about": 1, "facts": {character: 1}})
    assert named.json()["code"] == "invisible_character"
    assert ana.send("say", {"number": 7}, key=f"12345678{character}").status_code == 400
    assert ana.send("say", {"number": 7, character: 7}).json()["code"] == "unreadable_move"
    assert ana.send(f"say{character}", {"number": 7}).json()["code"] == "no_such_move"
    assert kinds(table) == before


@pytest.mark.postgresql
@pytest.mark.parametrize("seat", [-1, 0, 3, 9999])
@pytest.mark.parametrize("kind", ["join", "say"])
def test_a_host_makes_no_move_for_a_seat_that_nobody_holds(played, kind, seat):
    table, host, _ana, _ben = played
    before = kinds(table)
    refused = host.send(kind, {"number": 7} if kind == "say" else {}, seat=seat)
    assert (refused.status_code, refused.json()["code"]) == (409, "no_such_seat")
    assert kinds(table) == before
