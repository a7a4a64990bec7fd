"""Only the web server of `make run`, with one of the applications of `bench.served`, and what it uses."""

import os
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

WORKERS = 2


class Served:
    """`with Served("counted") as site:` serves at `site.port`, in two processes unless told otherwise."""

    def __init__(self, application: str, workers: int = WORKERS, **environment: str):
        from bench.running import _free_port
        from tournament.serving import server

        self.port, self.made = _free_port(), Path(tempfile.mkstemp(dir=os.environ["VAR_DIR"])[1])
        self.command = [*server.command("--host", "127.0.0.1", "--port", str(self.port)), "--factory"]
        self.command[self.command.index("tournament.asgi:application")] = f"bench.served:{application}"
        self.command[self.command.index("--workers") + 1] = str(workers)
        counted = {"BENCH_COUNTED": str(self.made), "DATABASE_POOL": "1"}
        self.environment, self.wanted = {**os.environ, **counted, **environment}, workers

    def __enter__(self) -> "Served":
        from bench.running import ROOT, below
        from tournament.standalone.supervisor import start

        self.process: subprocess.Popen = start(self.command, self.environment, cwd=ROOT)
        end = time.monotonic() + 60
        while len(below(self.process.pid)) < self.wanted or not self._listens():
            if time.monotonic() > end or self.process.poll() is not None:
                raise RuntimeError("the web server does not answer")
            time.sleep(0.1)
        self.workers = list(below(self.process.pid))
        return self

    def _listens(self) -> bool:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=5).close()
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False
        return True

    def __exit__(self, *_error: object) -> None:
        from tournament.standalone.supervisor import stop

        stop(self.process, 8)

    @property
    def count(self) -> int:
        """The number of pages that Django has made."""
        return self.made.stat().st_size

    def used(self) -> float:
        """Seconds of processor time that the processes have used (Linux)."""
        stats = (Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in self.workers)
        return sum(int(each[11]) + int(each[12]) for each in stats) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Bytes of memory that the processes use (Linux)."""
        return sum(
            int(line.split()[1]) * 1024
            for pid in self.workers
            for line in Path(f"/proc/{pid}/status").read_text().splitlines()
            if line.startswith("VmRSS")
        )
