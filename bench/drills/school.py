"""A morning of a school of 300 phones behind one address, while somebody beside them guesses PINs without a pause.

Teachers open a table for each class; phones join by PIN or with the QR code, some type a wrong PIN first, everybody
opens a game against the machine, twice. A phone that the guesser keeps out tries a few times and then takes the QR
code, as its page says.
"""

import http.client
import random
import re
import threading
import time
from collections import Counter
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

CLASS = 30
GUESSERS = 4
PAUSE = 0.02  # seconds between two guesses of one of them; otherwise the program that guesses takes the machine
TRIES = 3  # of a PIN that is refused because of the guesser, before a phone takes the QR code
CSRF = "c" * 32
INVITED = re.compile(r'href="([^"]+/join/\?invitation=\w+)"')
PIN = re.compile(r'class="pin"\s*>(\d{6})<')


def run(report, *, short: bool, seed: int) -> None:
    from bench.running import House

    _has_guessed_before()
    classes, count, began = (2, 10) if short else (10, CLASS), Counter[str](), time.monotonic()
    with House() as house:
        enough = threading.Event()
        guessers = [threading.Thread(target=_guess, args=(house.port, count, enough)) for _turn in range(GUESSERS)]
        for each in guessers:
            each.start()
        threads = [
            threading.Thread(target=_class, args=(house.port, classes[1], random.Random(f"{seed}/{at}"), count))
            for at in range(classes[0])
        ]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        enough.set()
        for each in guessers:
            each.join()
    _report(report, count, classes[0] * classes[1], time.monotonic() - began)


def _has_guessed_before() -> None:
    """The address has used up the wrong PINs that it has at once."""
    from datetime import timedelta

    from django.utils import timezone

    from tournament.common.line_text import digest
    from tournament.game_tables.rate_limits import WRONG_PINS
    from tournament.models import AddressUse

    until = timezone.now() + timedelta(seconds=WRONG_PINS.burst * WRONG_PINS.every)
    network_use = {"kind": WRONG_PINS.kind, "address": digest("127.0.0.1")}
    AddressUse.objects.update_or_create(**network_use, defaults={"until": until})


def _report(report, count: Counter[str], phones: int, took: float) -> None:
    from tournament.game_tables.rate_limits import WRONG_PINS as RATE

    learnt, most = count["guess 404"] + count["guess 302"] + count["typed wrong"], took / RATE.every
    guesses = sum(number for what, number in count.items() if what.startswith("guess"))
    report.say(
        f"{phones} phones, {took:.0f} s: {count['by pin']} joined by PIN, {count['by code']} with the QR code, of them "
        f"{count['kept out']} after refused PINs; {count['alone']} games against the machine"
    )
    report.say(f"{guesses} guesses beside them, {count['guess 429']} of them refused")
    report.promise(count["seated"] == phones, f"each phone has a seat ({count['seated']} of {phones})")
    wrong = {what: number for what, number in count.items() if what.startswith("wrong ")}
    report.promise(not wrong, f"nothing else was refused, and nothing failed {wrong or ''}".rstrip())
    waiting = GUESSERS + phones // CLASS + 1  # may ask at the same moment
    report.promise(
        learnt <= most + waiting, f"{learnt} PINs were told to be wrong or right; the rate allows {most:.0f}"
    )
    report.promise(RATE.burst + 3600 / RATE.every < 20_000, "that is fewer than 20,000 in an hour")


def _class(port: int, size: int, chance: random.Random, count: Counter[str]) -> None:
    """A teacher opens a table, the phones join, and each plays the machine twice."""
    teacher = Browser(port)
    host = teacher.post("/play/open/twentyfour/", players="40")
    pin, link = PIN.search(host), INVITED.search(host)
    if pin is None or link is None:
        count["wrong no table"] += 1
        return
    for _phone in range(size):
        phone = Browser(port)
        _join(phone, pin[1], link[1], chance, count)
        for _game in range(2):
            game = phone.post("/play/open/duel/", machine="easy")
            count["alone" if "data-practice=" in game else f"wrong game {phone.status}"] += 1
        time.sleep(chance.uniform(0, 0.5))


def _join(phone: "Browser", pin: str, link: str, chance: random.Random, count: Counter[str]) -> None:
    page = ""
    if chance.random() < 0.5:
        if chance.random() < 0.2:
            phone.post("/play/pin/", pin=f"{(int(pin) + 1) % 10**6:06}")
            count["typed wrong" if phone.status == 404 else "typed refused"] += 1
        for _turn in range(TRIES):
            page = phone.post("/play/pin/", pin=pin)
            if phone.status != 429:
                break
            time.sleep(0.5)
    way = "by pin" if page and phone.status == 200 else "by code"
    if way == "by code":
        count["kept out"] += bool(page)
        page = phone.get(link)
    seat = phone.post(urlsplit(link).path, invitation=link.rpartition("=")[2], name="Ada")
    count["seated" if "You are at the table" in seat else f"wrong seat {phone.status}"] += 1
    count[way] += 1


def _guess(port: int, count: Counter[str], enough: threading.Event) -> None:
    chance = random.Random()
    while not enough.wait(PAUSE):
        guesser = Browser(port)
        guesser.get(f"/play/?pin={chance.randrange(10**6):06}", follow=False)
        count[f"guess {guesser.status}"] += 1


class Browser:
    """One browser of the school's address, with its own cookies. `status` is that of its last answer."""

    def __init__(self, port: int):
        self.port, self.cookies, self.status = port, {"csrftoken": ("/", CSRF)}, 0

    def get(self, address: str, follow: bool = True) -> str:
        return self._ask("GET", address, follow=follow)

    def post(self, address: str, **given: str) -> str:
        return self._ask("POST", address, urlencode({"csrfmiddlewaretoken": CSRF, **given}))

    def _ask(self, method: str, address: str, body: str = "", follow: bool = True) -> str:
        parts = urlsplit(address)
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        sent = {name: value for name, (where, value) in self.cookies.items() if parts.path.startswith(where)}
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in sent.items())}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        there = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            there.request(method, path, body or None, headers)
            answer = there.getresponse()
            self.status, text = answer.status, answer.read().decode()
        finally:
            there.close()
        for line in answer.headers.get_all("Set-Cookie") or ():
            for name, morsel in SimpleCookie(line).items():
                self.cookies[name] = (morsel["path"] or "/", morsel.value)
        return self.get(answer.headers["Location"]) if follow and self.status == 302 else text
