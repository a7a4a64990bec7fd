"""The engine on the corpus, what fixed seeds deal, and one fixed game of each live kind."""

import json
from fractions import Fraction

from judging.games.countdown.game import COUNTDOWN
from judging.games.duel.game import DUEL
from judging.games.formats import FORMATS
from judging.games.live import transcript
from judging.games.twentyfour.game import TWENTY_FOUR_FAMILY
from judging.language.verdict import ENGINE_VERSION, judge
from puzzles.sets.generate import SetMaker
from tests.judging.games.played_rounds import FILES, read
from tests.judging.language.corpus import lines, numbers, numbers_in, target
from tests.puzzles.live_table import LiveTable
from tests.recordings import FOLDER, compare

SEED = 24


def row(*parts: object) -> str:
    return "\t".join("-" if part is None else str(part) for part in parts)


def verdict(text: str, given: list[int], aim: Fraction | None, rules) -> str:
    found = judge(text, given, aim, rules)
    codes = " ".join(reason.code for reason in found.reasons)
    keys = (found.method_key, found.kin_key)
    return row(text, found.verdict, found.value, found.on_target, found.distance, codes, *keys)


def test_verdicts_and_keys_of_the_corpus():
    rows = [
        verdict(line.parts[2], numbers(line.parts[0]), target(line.parts[1]), line.rules)
        for line in lines("methods.txt")
    ]
    for line in lines("same.txt"):
        rows += [verdict(text, numbers_in(text), None, line.rules) for text in line.parts[:2]]
    version, *recorded = (FOLDER / "verdicts.txt").read_text(encoding="utf-8").splitlines()
    assert rows == recorded or version != row("engine", ENGINE_VERSION), "Verdicts changed: raise ENGINE_VERSION."
    compare("verdicts.txt", "\n".join([row("engine", ENGINE_VERSION), *rows]))


def test_points_of_the_played_rounds():
    rows = []
    for path in FILES:
        score = read(path).score()
        rows.append(row(path.stem, score.points, score.bonus, score.pending))
        rows += [row("", each.line, each.points, each.note) for each in score.lines]
    compare("papers.txt", "\n".join(rows))


def test_what_a_seed_makes_for_paper():
    rows = []
    for format_slug in sorted(FORMATS):
        made = next(iter(SetMaker(format_slug, {}, SEED).puzzles()), None)
        puzzle = json.dumps(made and made.as_dict(), default=str, ensure_ascii=False, sort_keys=True)
        rows.append(row(format_slug, puzzle))
    compare("generated.txt", "\n".join(rows))


def countdown() -> LiveTable:
    """Letters, numbers and a conundrum, dealt by chance; a ruling on a word."""
    table = LiveTable(COUNTDOWN, {"rounds": "LNC"}, seed=SEED)
    table.sit(1, 2)
    for pile in "vcvcvcccc":
        table.player(1, "letter", pile="vowel" if pile == "v" else "consonant")
    table.host("start_clock")
    table.player(2, "write", text="fell | felo")
    table.wait(31)
    table.player(1, "declare", number=4)
    table.player(2, "declare", number=4)
    table.player(1, "present", text="fell")
    table.player(2, "present", text="felo")
    table.rule(table.last("present"), valid=True)
    table.host("next")
    table.player(2, "large", count=2)
    table.host("start_clock")
    table.wait(31)
    table.player(2, "declare", number=104)
    table.player(1, "declare", number=110)
    table.player(2, "present", text="100+4")
    table.player(1, "present", text="1+1")
    table.host("next")
    table.host("start_clock")
    table.wait(5)
    table.player(1, "buzz")
    table.player(1, "answer", text="wrong")
    table.player(2, "buzz")
    table.player(2, "answer", text=table.position.state.current.answer)
    table.host("next")
    return table


def twenty_four(game_type: str, *turns: tuple) -> LiveTable:
    table = LiveTable(TWENTY_FOUR_FAMILY, {"game_type": game_type, "players": 2, "sets": 1}, seed=SEED)
    table.sit(1, 2)
    for seat, kind, facts in turns:
        table.player(seat, kind, **facts)
        table.wait(2)
    table.wait(400)
    return table


def duel() -> LiveTable:
    table = LiveTable(DUEL, {"turn_time": 20}, seed=SEED)
    table.sit(1, 2)
    for turn in ("+9", "nine", "*2", "-9", None, "+8", "+8", "+7"):
        if turn is None:
            table.wait(20)
        else:
            table.player(table.position.state.seat, "turn", text=turn)
    return table


RIGHT = "10+7+3+4"  # of the set that the seed deals
LARGEST = [(1, "x", {"text": "24"}), (2, "x", {"text": "100"}), (1, "proof", {"texts": [RIGHT]}), (2, "no_proof", {})]
CLOSEST = [(1, "x", {"text": "1"}), (2, "x", {"text": "1/2"}), (1, "proof", {"texts": ["10+7*3-4"]})]
GAMES = {
    "countdown": countdown,
    "classic": lambda: twenty_four("0", (1, "answer", {"texts": ["1+1"]}), (2, "answer", {"texts": [RIGHT]})),
    "basic": lambda: twenty_four("1", (1, "impossible", {}), (2, "answer", {"texts": [RIGHT]})),
    "tony four": lambda: twenty_four("12", *LARGEST),
    "closest to": lambda: twenty_four("22", *CLOSEST),
    "duel": duel,
}


def test_a_game_of_each_live_kind():
    rows = []
    for name, play in GAMES.items():
        table = play()
        page = transcript.of(table.game, name, table.values, table.moves, {1: "Ada", 2: "Bo"}, table.recorded)
        views = {"screen": table.screen, "host": table.hosted, "seat 1": table.seen_by(1)}
        rows.append(transcript.write(page))
        rows += [f"{who} {json.dumps(view, default=str, sort_keys=True)}" for who, view in views.items()]
    compare("games.txt", "\n".join(rows))
