"""Floods of wrong passwords, with many names from many addresses, while others type and somebody signs in."""

import http.client
import threading
import time
from collections import Counter
from urllib.parse import urlencode

THREADS = 24
MEMORY = 900e6  # bytes of all processes of the web server
RIGHT = "zebra-crossing-9"


def run(report, *, short: bool, seed: int) -> None:
    from bench.drills.meanwhile import Site, in_threads

    seconds, answers = (5 if short else 30), Counter[int]()
    lock = threading.Lock()
    with Site("passwords", short) as site:
        honest = site.made.organisers[0]
        honest.set_password(RIGHT)
        honest.save()

        def guess(number: int) -> None:
            with lock:
                tried = sum(answers.values())
            status = attempt(site.house.port, f"name-{tried % 50}", "guess", f"203.0.113.{(tried + number) % 250}")
            with lock:
                answers[status] += 1
            time.sleep(0.2)  # otherwise the program that attacks takes the machine, and not what it sends

        signed: list[float] = []
        with site.typing() as typing:
            one = threading.Thread(target=lambda: signed.append(_until_in(site.house.port, honest.username, seconds)))
            one.start()
            in_threads(THREADS, guess, seconds)
            one.join()
    shown = ", ".join(f"{count} got {status}" for status, count in sorted(answers.items()))
    report.say(f"{sum(answers.values())} wrong passwords, {THREADS} at a time: {shown}")
    report.promise(set(answers) <= {200, 429}, "each was answered: wrong, or too many at once")
    report.promise(signed[0] < seconds + 30, f"somebody with the right password was in after {signed[0]:.1f} s")
    most = typing.most_memory
    report.promise(most < MEMORY, f"the web server stayed below {MEMORY / 1e6:.0f} MB ({most / 1e6:.0f} MB)")
    typing.tell(report)


def attempt(port: int, name: str, password: str, address: str) -> int:
    """The status of a sign-in from this address; 0 without an answer."""
    token = "c" * 32
    body = urlencode({"csrfmiddlewaretoken": token, "username": name, "password": password})
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": f"csrftoken={token}",
        "X-Forwarded-For": address,
    }
    there = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        there.request("POST", "/sign-in/", body, headers)
        return there.getresponse().status
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        there.close()


def _until_in(port: int, name: str, seconds: float) -> float:
    """How long somebody tries once a second until they are signed in."""
    began = time.monotonic()
    while attempt(port, name, RIGHT, "198.51.100.7") != 302:
        if time.monotonic() - began > seconds + 60:
            break
        time.sleep(1)
    return time.monotonic() - began
