"""What others feel while somebody attacks the site: volunteers go on typing through the web server."""

import os
import random
import threading
import time
import uuid
from pathlib import Path

PAUSE = 0.5  # seconds between two lines of one person, at first chosen at random
SLOWEST_P95 = 0.300  # seconds, where nothing else runs; a machine busy with other programs gets as many times more
CALM = 4.0  # seconds of typing before the attack


class Site:
    """The whole site with an event and volunteers who type. `with Site(…) as site:`; then `site.typing()`."""

    def __init__(self, name: str, short: bool, players: int = 400):
        from bench import hall
        from bench.running import House

        people = 4 if short else 20
        self.made = hall.make(f"{name}-{uuid.uuid4().hex[:6]}", volunteers=people + 2, players=players)
        self.sessions = [hall.sign_in(user) for user in self.made.volunteers]
        os.environ["TRUSTED_PROXIES"] = "127.0.0.1"  # so that attackers and others can have addresses of their own
        self.house = House()

    def __enter__(self) -> "Site":
        from bench import machine
        from bench.load import Tally, Typist

        self.house.__enter__()
        self.tally, self.typists = Tally(), []
        for at in range(len(self.sessions) - 2):
            volunteer = self.volunteer(at)
            keying = volunteer.open_sheet(self.made.event.slug, self.made.round.position, at + 1)
            self.typists.append(Typist(volunteer, keying, len(self.made.boxes), self.tally))
        self.stretch = max(1.0, machine.stretch(0.3))
        with self.typing():
            time.sleep(CALM)
        self.calm, self.tally.took = p95(self.tally.took), []
        return self

    def __exit__(self, *error: object) -> None:
        self.house.__exit__(*error)
        os.environ.pop("TRUSTED_PROXIES", None)

    def volunteer(self, at: int, timeout: float = 60):
        """A signed-in volunteer; the last two (-1, -2) are the attacker's and type nothing."""
        from bench.volunteers import Volunteer

        user = self.made.volunteers[at]
        volunteer = Volunteer(self.house.port, user.username, self.sessions[at])
        volunteer.connection.timeout = timeout
        return volunteer

    def reads(self) -> str:
        """The status of the public page and of the one for typing."""
        volunteer, slug = self.volunteer(-1), self.made.event.slug
        return ", ".join(str(volunteer.ask("GET", f"/events/{slug}/{end}")[0]) for end in ("", "key/"))

    def typing(self) -> "Typing":
        return Typing(self)

    def web_memory(self) -> int:
        """Bytes of memory that the web server's processes use (Linux; 0 elsewhere)."""
        from bench.running import below

        parent = self.house.child("granian") or 0
        return sum(map(_memory, (parent, *below(parent))))


class Typing:
    """`with site.typing() as typing:` everybody types; then `typing.tell(report)`."""

    def __init__(self, site: Site):
        self.site, self.enough, self.most_memory = site, threading.Event(), 0

    def __enter__(self) -> "Typing":
        self.threads = [threading.Thread(target=self._type, args=(each,), daemon=True) for each in self.site.typists]
        self.threads.append(threading.Thread(target=self._watch, daemon=True))
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.enough.set()
        for thread in self.threads:
            thread.join()

    def _type(self, typist) -> None:
        self.enough.wait(random.Random(typist.keying).uniform(0, PAUSE))
        while not self.enough.wait(PAUSE) and typist.typed < 390:  # a sheet has at most 400 lines
            typist.save_a_line()

    def _watch(self) -> None:
        while not self.enough.wait(0.3):
            self.most_memory = max(self.most_memory, self.site.web_memory())

    def tell(self, report) -> None:
        """Promise that saves were quick and that nothing acknowledged was lost."""
        from bench import machine

        tally = self.site.tally
        stretch = max(self.site.stretch, machine.stretch(0.3))
        slow, most = p95(tally.took), SLOWEST_P95 * stretch
        report.say(f"meanwhile {len(tally.took)} saves: {tally}; web server up to {self.most_memory / 1e6:.0f} MB")
        report.say(f"before the attack a save took {self.site.calm * 1e3:.0f} ms (p95); {machine.description()}")
        report.promise(slow < most, f"a save took less than {most * 1e3:.0f} ms (p95 {slow * 1e3:.0f} ms)")
        report.promise(
            not tally.wrong, f"every save was acknowledged{''.join(': ' + each for each in tally.wrong[:1])}"
        )
        lost = self.lost()
        report.promise(not lost, f"each of {len(tally.acknowledged)} acknowledged lines is there ({lost} lost)")

    def lost(self) -> int:
        """How many acknowledged lines are not in the database."""
        from tournament.models import DraftLine

        keyings = [each.keying for each in self.site.typists]
        rows = DraftLine.objects.filter(keying__in=keyings).values_list("keying_id", "key", "text")
        stored = {(keying, str(key)): text for keying, key, text in rows}
        return sum(stored.get(place) != text for place, text in self.site.tally.acknowledged.items())


def p95(took: list[float]) -> float:
    return sorted(took)[int(len(took) * 0.95)]


def in_threads(count: int, act, seconds: float) -> None:
    """`act(number)` again and again in so many threads, for so long."""
    end = time.monotonic() + seconds

    def go_on(number: int) -> None:
        while time.monotonic() < end:
            act(number)

    threads = [threading.Thread(target=go_on, args=(number,), daemon=True) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _memory(pid: int) -> int:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS"))
