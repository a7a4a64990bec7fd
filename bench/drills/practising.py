"""120 connections without an account ask for what costs much, with the longest lines, while volunteers type."""

import http.client
import json
import random
import threading
from collections import Counter
from urllib.parse import urlencode

THREADS = 120
LONGEST, ANSWER = 300, 200  # characters


def run(report, *, short: bool, seed: int) -> None:
    from bench.drills.meanwhile import Site, in_threads

    seconds, answers, lock = (6 if short else 30), Counter[int](), threading.Lock()
    with Site("practising", short) as site:
        reads = [http.client.HTTPConnection("127.0.0.1", site.house.port, timeout=60) for _ in range(THREADS)]
        chances = [random.Random(seed * 1000 + number) for number in range(THREADS)]

        def strain(number: int) -> None:
            status = ask(reads[number], *question(chances[number]))
            with lock:
                answers[status] += 1

        with site.typing() as typing:
            in_threads(THREADS, strain, seconds)
        for each in reads:
            each.close()
    shown = ", ".join(f"{count} got {status}" for status, count in sorted(answers.items()))
    report.say(f"{sum(answers.values())} questions, {THREADS} at a time: {shown}")
    report.promise(set(answers) <= {200, 400, 409, 503}, "each was answered, or told to come back in a moment")
    typing.tell(report)


def question(chance: random.Random) -> tuple[str, str, bytes]:
    """Method, address and body of one of the questions that anybody may ask."""
    from bench.drills.lines import hostile_line

    line = hostile_line(chance)[:LONGEST]
    dealt, target = ",".join(str(chance.randrange(1, 101)) for _ in range(6)), chance.randrange(100, 1000)
    answer = {"round": f"numbers.2.{chance.getrandbits(80):020x}", "answer": line[:ANSWER], "final": True}
    seed, present = f"numbers.2.{chance.getrandbits(80):020x}", {"kind": "present", "facts": {"text": line}}
    move = {"game": "countdown", "settings": {"alone": "on"}, "seed": seed, "moves": [], "move": present}
    return chance.choice(
        (
            ("GET", f"/play/reading/?{urlencode({'text': line})}", b""),
            ("POST", "/practice/move/", json.dumps(move).encode()),
            ("GET", f"/api/solve/numbers/?{urlencode({'numbers': dealt, 'target': target})}", b""),
            ("POST", "/api/practice/answers/", json.dumps(answer).encode()),
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
