"""Hostile lines by the hundred: previewed and handed in while others type; pages and worker must stay quick.

Each line is made to cost the engine as much as a line can: towers of powers and factorials, hundreds of brackets, many
readings, thousands of digits.
"""

import json
import random
import time
from statistics import quantiles

WITHIN = 60  # seconds until all are judged
A_PREVIEW = A_PAGE = 1.0  # seconds, p95
LINES = 20  # of a sheet


def run(report, *, short: bool, seed: int) -> None:
    from bench.drills.meanwhile import Site
    from bench.volunteers import as_json, new_line

    chance, sheets = random.Random(seed), 5 if short else 25
    with Site("lines", short) as site, site.typing() as typing:
        attacker, previews, pages = site.volunteer(-1), [], []
        for at in range(sheets):
            number = 400 - at
            keying = attacker.open_sheet(site.made.event.slug, site.made.round.position, number)
            texts = [hostile_line(chance) for _ in range(LINES)]
            lines = [new_line(place % len(site.made.boxes), place, text) for place, text in enumerate(texts)]
            for line in lines[:4]:
                previews.append(_took(attacker, "/api/v1/reading/", as_preview(keying, line)))
            status, answer = attacker.send(f"/api/v1/keyings/{keying}/hand-in/", as_json(lines))
            assert status == 200, answer[:300]
            pages.append(_took(attacker, f"/events/{site.made.event.slug}/"))
        waited = _judged(site.made.round)
    report.say(f"{sheets * LINES} hostile lines handed in, {len(previews)} previewed")
    report.promise(waited is not None, f"all judged within {WITHIN} s ({waited or WITHIN:.1f} s after the last)")
    for what, took, most in (("preview", previews, A_PREVIEW), ("page", pages, A_PAGE)):
        p95 = quantiles(took, n=20)[-1]
        report.promise(p95 < most, f"a {what} took less than {most * 1e3:.0f} ms (p95 {p95 * 1e3:.0f} ms)")
    typing.tell(report)


def as_preview(keying: int, line: dict) -> bytes:
    return json.dumps({"keying": keying, "box": line["box"], "text": line["text"]}).encode()


def _took(volunteer, path: str, data: bytes | None = None) -> float:
    began = time.perf_counter()
    status, answer = volunteer.send(path, data) if data else volunteer.ask("GET", path)
    assert status == 200, answer[:300]
    return time.perf_counter() - began


def _judged(round_) -> float | None:
    """Seconds until no work waits; None if it takes too long."""
    from tournament.models import Job

    began = time.monotonic()
    while Job.objects.filter(kind=Job.JUDGE_SHEET).exclude(state=Job.State.DONE).exists():
        if time.monotonic() - began > WITHIN:
            return None
        time.sleep(0.1)
    return time.monotonic() - began


def hostile_line(chance: random.Random) -> str:
    """A line of at most 1,000 characters that is as much work as the writer could think of."""
    return chance.choice(SHAPES)(chance)[:1000]


def _some(chance: random.Random, count: int, alphabet: str) -> str:
    return "".join(chance.choice(alphabet) for _ in range(count))


SHAPES = (
    lambda chance: "^".join(_some(chance, 1, "23456789") for _ in range(chance.randrange(3, 60))),
    lambda chance: "(" * 99 + _some(chance, 2, "3456789") + "!)" * 99,
    lambda chance: "sqrt(" * 60 + f"{chance.randrange(2, 999)}" + ")" * 60,
    lambda chance: "+".join(f"sqrt({chance.randrange(2, 9999)})" for _ in range(90)),
    lambda chance: "*".join(f"({chance.randrange(99)}!+sqrt({chance.randrange(2, 99)}))" for _ in range(40)),
    lambda chance: " ".join(_some(chance, 1, "123456789") for _ in range(300)),
    lambda chance: _some(chance, 1000, "123456789+-x*/^!()√ "),
    lambda chance: "/".join(str(chance.randrange(2, 10**9)) for _ in range(90)),
    lambda chance: "log_2(" * 40 + f"10^{chance.randrange(999, 3999)}" + ")" * 40,
    lambda chance: _some(chance, 999, "9") + "!",
    lambda chance: "((6!)!)C(" + _some(chance, 3, "123456789") + ")-" + "((6!)!)P(700)",
    lambda chance: "T(" * 90 + _some(chance, 1, "23456789") + ")" * 90,
)
