"""Whole games from the first move to the last, with thirty phones that are scripts: a Countdown, a series of 24 at
three tables, fifteen Duels at once, a Number race.

Each phone makes the moves that its page offers, some of them wrong, all at the same moment; the host goes on when no
phone has anything to do. Then the record is compared with what was acknowledged, the points with those of the program
that counts again, and what each page shows with the frame that the server makes for it.
"""

import asyncio
import json
import uuid
from dataclasses import replace
from functools import cache
from random import Random

from bench.tables import Browser, Place, opened, places_at

PHONES, OF_A_TABLE = 30, 10
HOST_STEPS = ("start_clock", "time_up", "close_declarations", "close_round", "close", "next")
LONGEST = 600.0  # seconds for a game
SETTLED, TRIES = 1.0, 5  # seconds between two looks; looks in which each page has its last frame, on a quiet machine


def run(report, *, short: bool, seed: int) -> None:
    from bench.serving import Served
    from tournament.management.commands.run import collect_static

    collect_static()
    phones = 6 if short else PHONES
    series, of_series = twenty_four(phones, min(phones // 2, OF_A_TABLE))
    games = {
        "Countdown": [places_at("countdown", {"rounds": "LNC"} if short else {}, phones)],
        "24": of_series,
        "Duel": [places_at("duel", {}, 2) for _table in range(phones // 2)],
        "Number race": [places_at("number_race", {}, phones)],
    }
    for name, tables in games.items():
        with Served("counted") as site:
            asyncio.run(play(report, site.port, name, tables, Random(f"{seed}/{name}")))
    counted = recounted(series.event)
    report.promise(not counted.wrong, f"the series is counted again to the same standing {counted.wrong[:3]}")


def twenty_four(phones: int, size: int) -> tuple:
    """A series of one round, and the places at its tables."""
    from bench import hall
    from tournament.models import Player
    from tournament.series import actions, table_actions

    made = hall.make(f"games-{uuid.uuid4().hex[:6]}", volunteers=0, players=phones)
    by, players = made.organisers[0], list(Player.objects.filter(event=made.event))
    settings = {"players": size, "end_score": 3}
    series = actions.make(
        by=by,
        event=made.event,
        name="24",
        game="twentyfour",
        kind="rooms",
        players=players,
        settings=settings,
        rooms=["Room"],
        table_size=size,
    )
    opened_tables = [table_actions.open_fixture(by=by, fixture=fixture) for fixture in series.fixtures.all()]
    return series, [seated(table, secret) for table, secret in opened_tables]


def seated(table, secret: str) -> list[Place]:
    from tournament.game_tables import actions, hosting_actions
    from tournament.game_tables.reserved_seats import reserved

    places = [Place(table.code, "host", secret), Place(table.code, "screen")]
    for player in reserved(table):
        seat, own = actions.join(table=table, name="Player", player=player)
        places.append(Place(table.code, "seat", own, seat.number))
    hosting_actions.let_in(table=table)
    return places


# playing


async def play(report, port: int, name: str, tables: list[list[Place]], chance: Random) -> None:
    from bench import machine

    at_tables, tries = [await opened(port, places) for places in tables], round(TRIES * max(1.0, machine.stretch()))
    async with asyncio.timeout(LONGEST):
        await asyncio.gather(*(play_table(browsers, chance) for browsers in at_tables))
    await asyncio.sleep(SETTLED)
    browsers = [each for those in at_tables for each in those]
    lost = [key for those in at_tables for key in await asyncio.to_thread(missing, those)]
    count = sum(len(each.stored) for each in browsers)
    report.promise(not lost, f"{name}: each of {count} acknowledged moves is in the record once {lost[:3] or ''}")
    differing = [each for those in at_tables for each in await differences(those[0])]
    report.promise(not differing, f"{name}: every point is counted again to the same {differing[:3] or ''}")
    stale = [each.place.role for each in browsers if not await shows_the_last_frame(each, tries)]
    report.promise(not stale, f"{name}: all {len(browsers)} pages show their last frame {stale[:3] or ''}")
    for each in browsers:
        await each.close()


async def play_table(browsers: list[Browser], chance: Random) -> None:
    host, by_seat = browsers[0], {each.place.seat: each for each in browsers}
    while moves := await asyncio.to_thread(next_moves, host.place.code, chance):
        await asyncio.gather(*((by_seat[seat] if seat else host).move(kind, facts) for seat, kind, facts in moves))


def next_moves(code: str, chance: Random) -> list[tuple[int | None, str, dict]]:
    """What the phones do now, or the host if they do nothing; nothing once the game is over."""
    from judging.games.live.game import TableReader
    from judging.games.live.moves import HOST, Move
    from judging.games.live.replay import check
    from tournament.moves.recording import now
    from tournament.moves.table_cache import find

    known = find(code)
    assert known is not None
    game, position = known.game, known.position
    if position.stage != "playing":
        return [(None, "begin", {})] if position.stage == "lobby" else []
    seen = [(seat, game.view(position, TableReader("seat", seat))) for seat in position.seats]
    moves = [
        (seat, *move) for seat, view in seen for move in [PLAYERS[game.slug](view, seat, position, chance)] if move
    ]
    step = Move(len(known.moves) + 1, "", HOST, None, now(), {})
    steps = [kind for kind in HOST_STEPS if check(game, position, replace(step, kind=kind)) is None]
    return moves or [(None, kind, {}) for kind in steps[:1]] or [(None, "end", {})]


def countdown(view: dict, seat: int, position, chance: Random) -> tuple[str, dict] | None:
    from judging.games.countdown.rounds import round_of

    match view["can"]:
        case []:
            return None
        case ["letter"]:
            return "letter", {"pile": chance.choice(view["round"]["piles"])}
        case ["large"]:
            return "large", {"count": chance.randrange(5)}
    round_ = round_of(position)
    text, number = countdown_answer(round_, Random(f"{seat}/{round_.number}"))
    match view["can"]:
        case ["write"] if not view["me"]["written"]:
            return "write", {"text": text}
        case ["declare"]:
            return "declare", {"number": number}
        case ["present"] | ["answer"]:
            return view["can"][0], {"text": text}
        case ["buzz"] if chance.random() < 0.1:
            return "buzz", {}
    return None


def countdown_answer(round_, chance: Random) -> tuple[str, int]:
    """A text and what the player declares with it: often right, sometimes not."""
    if round_.kind == "letters":
        text = chance.choice([*best_words(round_.letters), "wrong"])
        return text, len(text)
    if round_.kind == "numbers" and round_.target:
        text = chance.choice([best_calculation(tuple(sorted(round_.numbers)), round_.target), "1"])
        return text, round_.target
    return chance.choice([round_.answer or "", "wordwords"]), 0


@cache
def best_words(letters: str) -> list[str]:
    from puzzles.words.word_lists import standard

    return standard().best_words(letters)[:5]


@cache
def best_calculation(numbers: tuple[int, ...], target: int) -> str:
    from puzzles import possible

    return possible.calculation(numbers, target)["text"]


def twentyfour(view: dict, _seat: int, _position, chance: Random) -> tuple[str, dict] | None:
    if "answer" not in view["you"]["can"] or chance.random() < 0.5:
        return None
    [numbers] = view["sets"]
    texts = [chance.choice([*methods(tuple(numbers), 24), "1"])]
    return "answer", {"texts": texts, "round": view["round"]}


def duel(view: dict, _seat: int, _position, chance: Random) -> tuple[str, dict] | None:
    if "turn" not in view["you"]["can"]:
        return None
    numbers = next(each["numbers"] for each in view["players"] if each["seat"] == view["you"]["seat"])
    return "turn", {"text": f"{chance.choice('+-x')}{chance.choice([*numbers, 99])}"}


def number_race(view: dict, _seat: int, _position, chance: Random) -> tuple[str, dict] | None:
    if "write" not in view["you"]["can"] or len(view["you"]["lines"]) > 8:
        return None
    text = chance.choice([*methods(tuple(view["cards"]), view["target"]), "1"])
    return "write", {"text": text, "round": view["round"]}


PLAYERS = {"countdown": countdown, "twentyfour": twentyfour, "duel": duel, "number_race": number_race}


@cache
def methods(numbers: tuple[int, ...], target: int) -> list[str]:
    from judging.language.editions import EDITIONS
    from puzzles.solver import Solver
    from puzzles.tiebreaker import PLAIN

    return list(Solver(EDITIONS[PLAIN]).solve(numbers, target, "all").methods[:20])


# comparing


def missing(browsers: list[Browser]) -> list[str]:
    """The acknowledged moves that are not in the record."""
    from tournament.models import TableMove

    recorded = set(TableMove.objects.filter(table__code=browsers[0].place.code).values_list("key", flat=True))
    return [key for each in browsers for key in each.stored if key not in recorded]


async def differences(host: Browser) -> list[str]:
    """Where the program that counts again comes to other points than the finished game's page of text."""
    from tools import recount_game

    path = f"/play/{host.place.code}/transcript/"
    status, _headers, text = await host.line.ask("GET", path, host.place)
    return recount_game.differences(text.decode()) if status == 200 else [f"{path} answers {status}"]


async def shows_the_last_frame(browser: Browser, tries: int) -> bool:
    for _turn in range(tries):
        if await browser.made() == browser.digest:
            return True
        await asyncio.sleep(SETTLED)
    return False


def recounted(event):
    from tools.recount import Recount
    from tournament.exports import public

    return Recount(json.loads(public.document(event)))
