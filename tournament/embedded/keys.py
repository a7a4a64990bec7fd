"""A secret that is made once and kept for its owner's eyes."""

import os
import secrets
from pathlib import Path


def kept_secret(path: Path) -> str:
    """The secret in the file, made when there is none. Two processes starting at once agree on one."""
    try:
        return path.read_text()
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(secrets.token_urlsafe(50))
    try:
        os.link(fresh, path)  # fails where another process was first, and then its secret is ours too
    except FileExistsError:
        pass
    finally:
        fresh.unlink()
    return path.read_text()
