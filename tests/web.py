"""Our web server, started as on a real site, in processes of its own, on a test's database."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from tests import servers
from tournament.standalone.supervisor import start, stop


class Web:
    """`with Web(database_url) as web:` serves at `web.url`."""

    def __init__(self, database_url: str, folder: Path, **environment: str):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url, self.log = f"http://127.0.0.1:{self.port}", folder / f"web-{self.port}.log"
        self.environment = dict(
            os.environ,
            DJANGO_SETTINGS_MODULE=servers.SETTINGS,
            TEST_WORKER_DATABASE_URL=database_url,
            TEST_BROKER_URL=servers.broker_url(),
            WEB_WORKERS="1",  # a second one would have a reader and pages of its own
            **environment,
        )
        module = "tournament.serving.server"
        self.command = [sys.executable, "-m", module, "--host", "127.0.0.1", "--port", str(self.port)]

    def __enter__(self) -> "Web":
        self.start()
        return self

    def start(self) -> None:
        """Start it, also again after `kill`: it has the same address."""
        with open(self.log, "ab") as log:
            self.process: subprocess.Popen = start(self.command, self.environment, stdout=log, stderr=log)
        end = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                if time.monotonic() > end or self.process.poll() is not None:
                    raise AssertionError(f"no web server:\n{self.log.read_text()}") from None
            time.sleep(0.05)

    def kill(self) -> None:
        """Kill all its processes."""
        stop(self.process, 0, signal.SIGKILL)

    def __exit__(self, *_error: object) -> None:
        stop(self.process, 8, signal.SIGKILL)  # an open stream would delay it; another test covers a clean end
