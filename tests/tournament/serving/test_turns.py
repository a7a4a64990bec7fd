"""What costs much, and anybody may ask: a few have a thread at a time, others wait without one, and too many are
refused."""

import asyncio
from contextlib import AsyncExitStack

import pytest
from django.urls import reverse

from tests.tournament.serving.test_bodies import in_a_loop
from tournament.common import limits
from tournament.serving.costly_requests import RequestKind, Turns
from tournament.serving.request_bodies import NotTaken


def asking(name: str, method: str = "GET", query: bytes = b"a=1") -> dict:
    return {"method": method, "path": reverse(name), "query_string": query}


SIGN_IN = asking("sign-in", "POST", b"")
PRACTICE = [
    asking("play-reading"),
    asking("practice-move", "POST", b""),
    asking("practice-solvers"),
    asking("api-engine-judge", "POST", b""),
    asking("api-engine-solve", "POST", b""),
]
FILES = ["event.json", "grade-3.xlsx", "team-4.csv", "round-1-grade-3-methods.json", "published/2/event.json"]
PAPERS = [
    ("sheets-pdf", 1),
    ("puzzle-print", 1),
    ("puzzle-print-day",),
    ("made-set-print", 1),
    ("handouts",),
]
OTHERS = [
    asking("sign-in"),
    asking("practice-solvers", query=b""),
    asking("practice"),
    asking("api-reading", "POST"),
]


async def _taken(turns: Turns, requests: list[dict]) -> None:
    async with AsyncExitStack() as taken:
        for scope in requests:
            await taken.enter_async_context(turns.turn(scope))


@pytest.mark.parametrize("scope", PRACTICE, ids=lambda scope: scope["path"])
def test_all_that_strangers_have_worked_out_shares_its_turns(scope, monkeypatch):
    monkeypatch.setattr(limits, "WAIT_TO_PRACTISE", 0.01)
    with pytest.raises(NotTaken) as refused:
        in_a_loop(_taken(Turns(), [PRACTICE[0]] * limits.PRACTICE_TOGETHER + [scope]))
    assert (refused.value.status, refused.value.sentence.split(".")[0]) == (503, "Very many are practising just now")


def test_nobody_else_waits_for_strangers():
    in_a_loop(_taken(Turns(), [PRACTICE[0]] * limits.PRACTICE_TOGETHER + OTHERS * 3))


@pytest.mark.parametrize("name", FILES)
def test_files_of_a_whole_event_are_made_one_at_a_time(name):
    turns = Turns()
    scope = {"method": "GET", "path": f"/events/spring/{name}", "query_string": b""}
    assert turns.kind(scope) is turns.files


@pytest.mark.parametrize("name", PAPERS, ids=lambda name: name[0])
def test_papers_are_made_one_at_a_time(name):
    turns = Turns()
    scope = {"method": "GET", "path": reverse(name[0], args=["spring", *name[1:]]), "query_string": b"what=names"}
    assert turns.kind(scope) is turns.papers


def test_choosing_what_to_print_and_reading_pages_need_no_turn():
    for path in (reverse("handouts", args=["spring"]), "/events/spring/grade-3/", "/events/spring/sheets/1/print/"):
        assert Turns().kind({"method": "GET", "path": path, "query_string": b""}) is None


def test_three_pages_are_read_at_a_time_and_neither_what_is_sent_nor_a_frame_waits_for_them():
    turns, page = Turns(), {"method": "GET", "path": "/events/spring/run/", "query_string": b""}

    async def all_places() -> list[int]:
        async with AsyncExitStack() as taken:
            for _each in range(limits.READS_TOGETHER):
                await taken.enter_async_context(turns.to_read(page))
            late = asyncio.ensure_future(taken.enter_async_context(turns.to_read(page)))
            await asyncio.sleep(0)
            async with (
                turns.to_read(page | {"method": "POST"}),
                turns.to_read(SIGN_IN),
                turns.to_read(page | {"path": "/play/K7M4/frame/"}),
            ):
                waiting = not late.done()
            late.cancel()
            return [waiting, turns.reads.taken]

    assert in_a_loop(all_places()) == [True, limits.READS_TOGETHER + 1]
    assert turns.reads.taken == 0


def test_files_and_papers_that_have_a_turn_need_no_second_one():
    turns = Turns()
    in_a_loop(_read(turns, [asking("practice-solvers")] * (limits.READS_TOGETHER + 1)))


async def _read(turns: Turns, requests: list[dict]) -> None:
    async with AsyncExitStack() as taken:
        for scope in requests:
            await taken.enter_async_context(turns.to_read(scope))


def test_more_passwords_than_can_be_hashed_are_refused_without_a_thread():
    turns, most = Turns(), limits.HASHES_TOGETHER + limits.WAITING_TO_HASH
    with pytest.raises(NotTaken) as refused:
        in_a_loop(_taken(turns, [SIGN_IN] * (most + 1)))
    assert refused.value.status == 429
    assert turns.passwords.taken == 0


def test_a_place_rests_as_often_as_long_as_it_was_taken():
    kind = RequestKind(places=1, waiting=1, seconds=0.0, refusal=NotTaken(503, "Later."), rest=10_000.0)

    async def two() -> None:
        async with kind.turn():
            await asyncio.sleep(0.01)
        async with kind.turn():
            pass

    with pytest.raises(NotTaken):
        in_a_loop(two())


def test_who_waits_has_a_turn_when_another_is_over_and_too_many_do_not_wait():
    kind, order = RequestKind(places=1, waiting=1, seconds=60.0, refusal=NotTaken(503, "Later.")), []

    async def ask(name: str, over: asyncio.Event) -> None:
        try:
            async with kind.turn():
                order.append(name)
                await over.wait()
        except NotTaken:
            order.append(f"not {name}")

    async def three() -> None:
        over = asyncio.Event()
        tasks = [asyncio.ensure_future(ask(name, over)) for name in ("one", "two", "three")]
        while "not three" not in order:
            await asyncio.sleep(0)
        over.set()
        await asyncio.gather(*tasks)

    in_a_loop(three())
    assert order == ["one", "not three", "two"]
    assert kind.taken == 0
