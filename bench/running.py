"""The whole site as `make run` starts it, in processes of its own: web server, worker, broker."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from bench import machine
from tournament.standalone.supervisor import start

ROOT = Path(__file__).parents[1]


class House:
    """The site, on the database and folder of the environment. `with House() as house:` starts and stops it.

    `settings` are environment variables of its own; `command` and `environment`, those of the installed program.
    """

    def __init__(self, command=(sys.executable, "manage.py", "run"), environment=None, **settings: str) -> None:
        self.command, self.environment = command, environment or os.environ
        self.settings = {"DEMO": "0", "HOST": "127.0.0.1", **settings}
        self.port = _free_port()
        self.log = Path(tempfile.mkdtemp(dir=os.environ["VAR_DIR"], prefix="run-")) / "log"

    def __enter__(self) -> "House":
        inherited = {name: value for name, value in self.environment.items() if name != "CELERY_BROKER_URL"}
        environment = {**inherited, "PORT": str(self.port), **self.settings}
        with open(self.log, "w") as log:
            self.process = start(self.command, environment, cwd=ROOT, stdout=log, stderr=log)
        try:
            self.wait(lambda: "Number Tournament is at" in self.log.read_text(), 120)
        except TimeoutError:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def wait(self, condition, seconds: float, pause: float = 0.05) -> float:
        """Seconds until the condition held. Raises TimeoutError with the last output of the site."""
        began = time.monotonic()
        while not condition():
            if time.monotonic() - began > seconds or self.process.poll() is not None:
                raise TimeoutError(f"not within {seconds} s; the house says:\n{self.log.read_text()[-3000:]}")
            time.sleep(pause)
        return time.monotonic() - began

    def web_answers(self) -> bool:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=5).close()
        except OSError:
            return False
        return True

    def web_seconds(self) -> float:
        """Processor time that the web server's processes have used."""
        parent = self.child("granian") or 0
        return machine.seconds_of((parent, *below(parent)))

    def child(self, word: str) -> int | None:
        """The process of the site whose command contains this word: granian, celery or valkey."""
        return next((pid for pid, args in below(self.process.pid).items() if word in args), None)


def below(parent: int) -> dict[int, str]:
    """The running children of a process: id and command."""
    table = subprocess.run(["ps", "-eo", "pid=,ppid=,stat=,args="], capture_output=True, text=True, check=True).stdout
    rows = (line.split(None, 3) for line in table.splitlines())
    return {int(row[0]): row[3] for row in rows if len(row) == 4 and int(row[1]) == parent and row[2][0] != "Z"}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
