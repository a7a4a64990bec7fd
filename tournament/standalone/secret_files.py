"""Secrets in files that only their owner can read."""

import os
import secrets
from pathlib import Path

from tournament.common.installation import START_ELSEWHERE

REPAIR = (
    "Put it back from a copy. Without one, move it away: a new key is made, and what the old one signed stays as it is."
)


def not_writable(folder: Path, error: OSError) -> str:
    """A sentence with the remedy for a folder that takes no files."""
    return f"Nothing can be written into the folder {folder}: {error.strerror}. Name another one: {START_ELSEWHERE}"


def stored_secret(path: Path, make: bool = True) -> str:
    """The secret in the file. If there is none, it is created, or the program ends with a sentence where the machines
    of a site would each `make` their own. Two processes that start at the same time get the same one."""
    try:
        return _read(path)
    except (FileNotFoundError, NotADirectoryError):
        if not make:
            raise SystemExit(
                f"There is no key in {path}, and none is made: the database is on another machine, and all machines of"
                f" a site need the same keys. Give {path.name.upper()} in the environment, or copy the file from the"
                " machine that has it."
            ) from None
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
    except OSError as error:
        raise SystemExit(not_writable(path.parent, error)) from None
    try:
        _name(fresh, path)
    except FileExistsError:
        pass  # another process was first, and its secret is ours too
    except OSError as error:
        raise SystemExit(not_writable(path.parent, error)) from None
    finally:
        fresh.unlink()
    return _read(path)


def _name(fresh: Path, path: Path) -> None:
    """Give the file its name. Raises FileExistsError if there is one of that name."""
    try:
        os.link(fresh, path)  # another process sees all of it or nothing
    except FileExistsError:
        raise
    except (AttributeError, OSError):  # no hard links there, as on a memory stick
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(fresh.read_text())


def _read(path: Path) -> str:
    """The secret. Ends the program with a sentence for a file that holds none: nothing can go on without it."""
    try:
        secret = path.read_text().strip()
    except (FileNotFoundError, NotADirectoryError):
        raise
    except (OSError, UnicodeDecodeError) as error:
        raise SystemExit(f"{path} cannot be read as a key: {error}. {REPAIR}") from error
    if not secret:
        raise SystemExit(f"{path} is empty. {REPAIR}")
    return secret
