"""30 children practise, and then 120 connections without an account ask for what costs much, with the longest lines;
volunteers type meanwhile."""

import http.client
import json
import random
import threading
import time
from collections import Counter
from urllib.parse import urlencode

THREADS, CHILDREN = 120, 30
THINKS = 2.0  # seconds of a child between two moves
CHILDREN_P95 = 0.050  # seconds that a save takes meanwhile, where nothing else runs
LONGEST = 300  # characters


def run(report, *, short: bool, seed: int) -> None:
    from bench.drills.meanwhile import Site, in_threads, p95

    seconds, answers, lock = (6 if short else 30), Counter[int](), threading.Lock()
    with Site("practising", short) as site:
        reads = [http.client.HTTPConnection("127.0.0.1", site.house.port, timeout=60) for _ in range(THREADS)]
        chances = [random.Random(seed * 1000 + number) for number in range(THREADS)]

        def strain(number: int) -> None:
            status = ask(reads[number], *question(chances[number]))
            with lock:
                answers[status] += 1

        with site.typing():
            in_threads(CHILDREN, lambda number: play(reads[number], chances[number]), seconds)
        took, most = p95(site.tally.took), CHILDREN_P95 * site.stretch
        report.promise(
            took < most, f"{CHILDREN} children practise: a save takes {took * 1e3:.0f} ms (p95; {most * 1e3:.0f})"
        )
        site.tally.took = []
        with site.typing() as typing:
            in_threads(THREADS, strain, seconds)
        for each in reads:
            each.close()
    shown = ", ".join(f"{count} got {status}" for status, count in sorted(answers.items()))
    report.say(f"{sum(answers.values())} questions, {THREADS} at a time: {shown}")
    report.promise(set(answers) <= {200, 400, 409, 503}, "each was answered, or told to come back in a moment")
    typing.tell(report)


def play(there: http.client.HTTPConnection, chance: random.Random) -> None:
    """A round as a child plays it: the cards, a while, an answer."""
    kind, seed = chance.choice(("letters", "numbers.2", "conundrum")), f"{chance.getrandbits(80):020x}"
    given = "answer" if kind == "conundrum" else "present"
    moves = (
        ("countdown", {"alone": "on"}, f"{kind}.{seed}", given, {"text": "cat"}),
        ("twentyfour", {"players": "1"}, seed, "impossible", {}),
        ("duel", {"machine": "strong"}, seed, "turn", {"text": "+5"}),
    )
    game, settings, seed, move, facts = chance.choice(moves)
    for made in (None, {"kind": move, "facts": facts}):
        time.sleep(chance.uniform(0, 2 * THINKS))
        record = {"game": game, "settings": settings, "seed": seed, "moves": [], "move": made}
        ask(there, "POST", "/practice/move/", json.dumps(record).encode())


def question(chance: random.Random) -> tuple[str, str, bytes]:
    """Method, address and body of one of the questions that anybody may ask."""
    from bench.drills.lines import hostile_line

    line = hostile_line(chance)[:LONGEST]
    dealt, target = ",".join(str(chance.randrange(1, 101)) for _ in range(6)), chance.randrange(100, 1000)
    engine = "/api/v1/engine/"
    puzzle = {"numbers": [int(each) for each in dealt.split(",")], "target": target, "rules": "countdown"}
    judged = {"expression": line, "numbers": [1, 2, 3, 4]}
    seed, present = f"numbers.2.{chance.getrandbits(80):020x}", {"kind": "present", "facts": {"text": line}}
    move = {"game": "countdown", "settings": {"alone": "on"}, "seed": seed, "moves": [], "move": present}
    return chance.choice(
        (
            ("GET", f"/play/reading/?{urlencode({'text': line})}", b""),
            ("POST", "/practice/move/", json.dumps(move).encode()),
            ("GET", f"/practice/solvers/?{urlencode({'numbers': dealt, 'target': target})}", b""),
            ("POST", f"{engine}count/", json.dumps({"questions": [puzzle]}).encode()),
            ("POST", f"{engine}judge/", json.dumps({"questions": [judged] * 20}).encode()),
        )
    )


def ask(there: http.client.HTTPConnection, method: str, path: str, body: bytes) -> int:
    """The status of the answer; 0 without one."""
    try:
        there.request(method, path, body or None, {"Content-Type": "application/json"})
        answer = there.getresponse()
        answer.read()
        return answer.status
    except (OSError, http.client.HTTPException):
        there.close()
        return 0
