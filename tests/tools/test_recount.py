"""tools/recount.py: finds whatever was altered, needs nothing but Python, and says what it cannot read."""

import ast
import copy
import functools
import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.laws import seeds
from tests.tournament.exports.counting import PATH, program, recount
from tests.tournament.random_events import draw
from tournament.exports import public

pytestmark = pytest.mark.django_db
VERSION_1 = Path(__file__).parent / "version_1"
entrant_of = program.entrant_of


@functools.cache
def drawn() -> str:
    """A random event with shared places, a ruling, a bonus and joined methods."""
    return public.document(draw(813))


@pytest.fixture
def event(db) -> dict:
    return json.loads(drawn())


def result(event: dict) -> list[str]:
    return recount(event).wrong


def change_line(event: dict, fits, **values) -> dict:
    changed = copy.deepcopy(event)
    line = next(line for paper in changed["papers"] if not paper["waiting"] for line in paper["lines"] if fits(line))
    line.update(values)
    return changed


def hits(line: dict) -> bool:
    return line["points"] > 0 and line.get("verdict", {}).get("on_target", False) and "ruling" not in line


def test_an_event_as_it_was_exported_is_equal(event):
    assert result(event) == []


def test_papers_of_a_format_without_rules_here_keep_the_points_of_the_file(event):
    changed = copy.deepcopy(event)
    changed["rounds"][0]["format"] = "ladders"
    counted = recount(changed)
    assert counted.wrong == []
    assert counted.done["papers of the format ladders, whose points are taken from the file"] > 0


def test_a_line_s_points_that_were_altered_are_found(event):
    changed = change_line(event, hits, points=999)
    assert [output for output in result(changed) if "the file says points 999" in output] != []


def test_a_verdict_that_was_altered_is_found(event):
    assert result(change_line(event, hits, verdict={"outcome": "refused"})) != []


def test_a_ruling_that_was_taken_out_is_found():
    def ruled_in(line):
        return line.get("ruling", {}).get("counts_as") == "value" and line["points"] > 0

    for seed in range(613, 640):
        event = json.loads(public.document(draw(seed)))
        for line in [line for paper in event["papers"] for line in paper["lines"] if ruled_in(line)][:1]:
            del line["ruling"]
            assert result(event) != []
            return
    raise AssertionError("no event has a line that was ruled in")


def test_a_verdict_that_says_a_miss_hits_is_found(event):
    def misses(line):
        verdict = line.get("verdict", {})
        return verdict.get("on_target") is False and verdict["value"].lstrip("-").isdigit()

    line = next(line for paper in event["papers"] for line in paper["lines"] if misses(line))
    line["verdict"]["on_target"] = True
    assert any("on_target True" in output for output in result(event))


def tampered(event: dict) -> dict[str, dict]:
    """The event with one figure of each kind altered."""
    kinds: dict[str, dict] = {}

    def alter(kind: str, change) -> None:
        kinds[kind] = copy.deepcopy(event)
        change(kinds[kind])

    standing = next(at for at, each in enumerate(event["standings"]) if len(each["entries"]) > 1)
    paper = next(at for at, each in enumerate(event["papers"]) if not each["waiting"])
    first = lambda changed: changed["standings"][standing]["entries"][0]  # noqa: E731
    alter("a paper's points", lambda changed: changed["papers"][paper].update(points=777))
    alter("a bonus", lambda changed: changed["papers"][paper].update(bonus=777))
    alter("a paper that waits", lambda changed: changed["papers"][paper].update(provisional="no"))
    round_ = event["papers"][paper]["round"]
    alter("a paper that is said to wait", lambda changed: _hidden(changed, paper, round_))
    alter("what waits in a round", lambda changed: _not(first(changed)["rounds"][0], "provisional"))
    alter("a total", lambda changed: first(changed).update(total=777))
    alter("a place", lambda changed: first(changed).update(place=7))
    alter("a shared place", lambda changed: first(changed).update(shared=None))
    alter(
        "points in a round",
        lambda changed: first(changed)["rounds"].append({"round": 99, "points": 1, "provisional": False}),
    )
    alter("who is in", lambda changed: changed["standings"][standing]["entries"].pop())
    alter("a grade", lambda changed: changed["teams"][-1].update(grade=99))
    alter(
        "a penalty",
        lambda changed: changed["penalties"].append(
            {"entrant": entrant_of(first(changed)), "round": None, "points": 5}
        ),
    )
    return kinds


def _not(each: dict, name: str) -> None:
    each[name] = not each[name]


def _hidden(changed: dict, paper: int, round_: int) -> None:
    """A paper of a final round as if it were not counted yet, so that nobody counts it."""
    changed["papers"][paper]["waiting"] = True
    next(each for each in changed["rounds"] if each["position"] == round_)["status"] = "final"


def test_every_kind_of_altered_figure_is_found(event):
    assert [kind for kind, changed in tampered(event).items() if result(changed) == []] == []


@pytest.mark.sampled
def test_a_void_box_or_a_pair_put_back_is_found():
    """In some of these events it changes a point; in each of those it is found."""
    caught = {"void": 0, "same": 0}
    for seed in seeds(3, 6, 620):
        event = json.loads(public.document(draw(seed)))
        for kind, change in (("void", _all_void), ("same", lambda each: each.update(same_methods=[]))):
            changed = copy.deepcopy(event)
            change(changed)
            caught[kind] += result(changed) != []
    assert min(caught.values()) > 0, caught


def _all_void(event: dict) -> None:
    for puzzle in event["puzzles"]:
        for box in puzzle["boxes"]:
            box["void"] = not box["void"]


# Criteria and tiebreakers, on an event made by hand


def hit(method: str) -> dict:
    return {"outcome": "accepted", "value": "24", "on_target": True, "distance_up": "0", "method_label": method}


def level(criteria: list[str], rounds: dict[int, list[int]], **more) -> dict:
    """Players with points in rounds 1, 2, … of a 24 Game of 1 point a method, as an export has them."""
    count = max(map(len, rounds.values()))
    players = [
        {"number": number, "team": "", "grade": 3, "status": "present", "brings_points_to_team": True}
        for number in rounds
    ]
    box = {"label": "1", "numbers": [1, 2, 3, 4], "target": "24", "void": False}
    return {
        "event": {"criteria": criteria},
        "players": players,
        "teams": [],
        "series": [],
        "rounds": [
            {
                "position": at,
                "status": "marking",
                "format": "twenty_four",
                "counts": True,
                "settings": {"3": {"points_full": 1}},
            }
            for at in range(1, count + 1)
        ],
        "puzzles": [{"round": at, "grades": [3], "boxes": [box]} for at in range(1, count + 1)],
        "same_methods": [],
        "penalties": [],
        "ties": [],
        "papers": [
            {
                "round": at,
                "entrant": name,
                "waiting": False,
                "provisional": False,
                "points": points,
                "bonus": 0,
                "lines": [
                    {"box": 0, "mark": "written", "points": 1, "verdict": hit(f"m{nth}")} for nth in range(points)
                ],
            }
            for name, each in rounds.items()
            for at, points in enumerate(each, start=1)
        ],
        "standings": [],
        **more,
    }


def places(event: dict) -> dict[int, int]:
    counted = recount(event)
    keys = {name: counted.key(name, counted.tiebreakers("players", 3)) for name in counted.entrants}
    return {name: 1 + sum(other > key for other in keys.values()) for name, key in keys.items()}


@pytest.mark.parametrize(
    "criteria,expected",
    [
        (["total"], {1: 1, 2: 1, 3: 3}),
        (["total", "best_round"], {1: 2, 2: 1, 3: 3}),
        (["total", "round:1"], {1: 1, 2: 2, 3: 3}),
        (["total", "methods"], {1: 1, 2: 1, 3: 3}),
    ],
)
def test_the_chain_is_asked_in_its_order(criteria, expected):
    rounds = {1: [3, 2], 2: [1, 4], 3: [2, 2]}
    assert places(level(criteria, rounds)) == expected


def test_tiebreakers_are_played_in_the_order_of_the_draw():
    """Of the two who play first the winner goes to the end of the queue and meets the third."""
    drawn = sorted([1, 2, 3], key=lambda number: hashlib.sha256(f"seed/{number}".encode()).hexdigest())
    one, two, three = drawn
    methods = {one: [1, 2, 0], two: [1, 1, 0], three: [1, 0, 1]}
    event = level(["total", "tiebreak"], methods)
    for round_ in event["rounds"][1:]:
        round_["counts"] = False
    near = {"waiting": [0, 0], "may_add": [0, 0]}
    games = [{"round": 2, "first": two, "second": one, **near}, {"round": 3, "first": one, "second": three, **near}]
    sides = [{"entrant": number, "drawn_as": str(number), "drawn_at": None} for number in (1, 2, 3)]
    tie = {"kind": "players", "grade": 3, "place": 1, "seed": "seed", "sides": sides, "games": games}
    event["ties"] = [tie]
    assert places(event) == {three: 1, one: 2, two: 3}
    games[0]["waiting"] = [0, 1]
    assert places(event) == {1: 1, 2: 1, 3: 1}
    # what was hashed is what the file says, whatever the sides are called since
    sides[0]["drawn_as"] = sides[1]["drawn_as"]
    event["standings"] = [{"kind": "players", "grade": 3, "entries": [], "not_ranked": []}]
    assert any("names drawn that differ" in sentence for sentence in result(event))


# As a program


def run(*arguments: str, given: str = "") -> subprocess.CompletedProcess:
    command = [sys.executable, "-I", "-S", str(PATH), *arguments]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=False)


def test_it_says_equal_and_exits_with_0(event, tmp_path):
    (tmp_path / "event.json").write_text(json.dumps(event), encoding="utf-8")
    done = run(str(tmp_path / "event.json"))
    assert (done.returncode, done.stdout.startswith("equal: "), done.stderr) == (0, True, "")


def test_it_says_where_not_and_exits_with_1(event):
    entry = next(each for standing in event["standings"] for each in standing["entries"])
    right, entry["total"] = entry["total"], 777
    done = run("-", given=json.dumps(event))
    assert done.returncode == 1
    assert f"player {entry['number']}: the file says total 777, and it is {right}" in done.stdout


@pytest.mark.parametrize(
    "given",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"format": "number-tournament/public-export", "version": 3}',
        '{"format": "number-tournament/public-export", "version": 1}',
        '{"format": "number-tournament/public-export", "version": 2}',
        '{"format": "number-tournament/public-export", "version": 2, "rounds": 3}',
    ],
)
def test_it_exits_with_2_where_it_cannot_read(given):
    done = run("-", given=given)
    assert (done.returncode, done.stdout, "cannot be counted" in done.stderr) == (2, "", True)


@pytest.mark.parametrize(
    ("name", "summary"),
    [
        ("papers", "equal: 8 papers, 91 lines, 8 totals, 4 standings"),
        ("day", "equal: 26 papers, 175 lines, 7 totals, 4 standings, 1 standings of series, 1 series"),
        ("duels", "equal: 3 totals, 6 standings, 3 live games, 1 standings of series, 1 series"),
    ],
)
def test_files_of_version_1_are_counted_still(name, summary):
    """Written by 0.9: with rulings, joined methods and penalties; with a tie that was played; with live games."""
    text = (VERSION_1 / f"{name}.json").read_text(encoding="utf-8")
    assert run("-", given=text).stdout == f"{summary}\n"
    changed = text.replace('"place":1,', '"place":7,', 1)
    assert run("-", given=changed).returncode == 1


def test_it_exits_with_2_without_a_file(tmp_path):
    assert (run().returncode, run(str(tmp_path / "none.json")).returncode) == (2, 2)


def test_it_imports_nothing_but_the_standard_library():
    files = {path.stem: path for path in PATH.parent.glob("recount*.py")}
    assert len(files) > 5
    for path in files.values():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        imported |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert {name.split(".")[0] for name in imported} <= sys.stdlib_module_names | files.keys()
