"""The embedded broker: a Valkey server as a child process, reached through a socket that only its owner may open."""

import os
import time
from pathlib import Path

from tournament.standalone.broker_url import server_binary, socket_path


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
