"""The command of the web server, with the settings that it has everywhere; `python -m tournament.serving.server --uds
PATH` runs it. It knows no Django."""

import os
import sys
import tempfile
from pathlib import Path

from ..common import limits

SETTINGS = {
    "--interface": "asgi",
    "--loop": "asyncio",
    "--http": "1",
    "--http1-header-read-timeout": f"{limits.HEADER_SECONDS * 1000:.0f}",
    "--http1-buffer-size": "131072",  # bytes of a head, and of what waits in the server for a slow reader
    "--backpressure": "20000",  # connections, each of which may be an open stream; `limits` bounds what they may do
    "--workers-kill-timeout": "3",
    "--log-level": "warning",
}


def environment() -> dict[str, str]:
    """The environment of the web processes: this one's, and where they write what /metrics shows of all of them."""
    # The C library gives each thread memory of its own and hardly takes it back; two such parts do for ten threads.
    own = {"MALLOC_ARENA_MAX": "2"}
    if os.environ.get("METRICS_TOKEN"):
        own["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="tournament-metrics-")
    return own | os.environ


def command(*where: str) -> list[str]:
    """The command that serves the site. `where`: the options of an address, such as --uds PATH."""
    settings = [part for pair in SETTINGS.items() for part in pair]
    certificate = os.environ.get("HTTPS_CERTIFICATE")
    if certificate:  # one file with both; TLS 1.2 for phones of before 2019
        settings += ["--ssl-certificate", certificate, "--ssl-keyfile", certificate, "--ssl-protocol-min", "tls1.2"]
    workers = ("--workers", os.environ.get("WEB_WORKERS") or "2", "--respawn-failed-workers", "--no-ws")
    return [sys.executable, "-m", "granian", "tournament.asgi:application", *where, *settings, *workers]


if __name__ == "__main__":
    where = sys.argv[1:]
    if "--uds" in where:  # a server that was killed has left its socket, and Granian does not start beside it
        Path(where[where.index("--uds") + 1]).unlink(missing_ok=True)
    os.execve(sys.executable, command(*where), environment())
