"""One backup is one file: NAME.tar.gz with manifest.json, the database in database/, and perhaps pictures in private/."""

import hashlib
import json
import os
import re
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.utils.translation import gettext as _

FORMAT = 1
ENDING = ".tar.gz"
NAME = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{4}Z)-(?:backup|before-)")
MANIFEST, DATABASE, PICTURES = "manifest.json", "database", "private"


class CannotBackUp(Exception):
    """Nothing was written. The text is a sentence for the person."""


class CannotRestore(Exception):
    """Nothing was changed. The text is a sentence for the person."""


@dataclass(frozen=True)
class Manifest:
    """`kind` is the database's vendor, `digests` has the SHA-256 of each file of the database, `events` what `facts` says."""

    made_at: str
    reason: str
    kind: str
    migrations: list[tuple[str, str]]
    events: dict[str, dict[str, str]]
    digests: dict[str, str]
    pictures: bool
    format: int = FORMAT


@dataclass(frozen=True)
class Kept:
    """A backup in the site's folder."""

    path: Path
    made_at: datetime  # to the minute
    stat: os.stat_result

    @property
    def size(self) -> int:
        """In bytes."""
        return self.stat.st_size


def folder() -> Path:
    return Path(settings.BACKUP_DIR)


def private_folder() -> Path:
    """Where the pictures of sheets are."""
    return Path(settings.VAR_DIR) / PICTURES


def kept() -> list[Kept]:
    """The site's own backups in its folder, newest first."""
    found = []
    for path in folder().glob(f"*{ENDING}"):
        if (named := NAME.match(path.name)) and path.is_file():
            at = datetime.strptime(f"{named[1]}+0000", "%Y-%m-%dT%H%MZ%z")
            found.append(Kept(path, at, path.stat()))
    return sorted(found, key=lambda each: (each.made_at, each.stat.st_mtime_ns), reverse=True)


def digests(database: Path) -> dict[str, str]:
    return {path.name: _digest(path) for path in sorted(database.iterdir())}


def _digest(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def pack(work: Path, manifest: Manifest, path: Path) -> None:
    """Write the file whole or not at all: `path` is there only when all is on the disk."""
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    (work / MANIFEST).write_text(json.dumps(asdict(manifest)))
    try:
        with open(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            with tarfile.open(fileobj=file, mode="w:gz", compresslevel=1) as tar:
                tar.add(work / MANIFEST, MANIFEST)
                tar.add(work / DATABASE, DATABASE)
                if manifest.pictures and private_folder().is_dir():
                    tar.add(private_folder(), PICTURES)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


class NamesReturn(CannotRestore):
    """The backup has names that were removed since."""


@contextmanager
def opened(path: Path) -> Iterator[tuple[Manifest, Path]]:
    """The manifest of a backup, and a folder with its contents, checked against it. Raises CannotRestore."""
    with TemporaryDirectory(prefix="restore-", dir=_beside(path)) as name:
        work = Path(name)
        try:
            with tarfile.open(path, "r:gz") as tar:
                tar.extractall(work, filter="data")
            manifest = _checked(Manifest(**json.loads((work / MANIFEST).read_text())))
            if manifest.format == FORMAT and digests(work / DATABASE) != manifest.digests:
                raise CannotRestore(_("The file is damaged: what is in it is not what was written."))
        except FileNotFoundError as error:
            raise CannotRestore(_("There is no such file, or it is not a backup.")) from error
        except (OSError, tarfile.TarError, EOFError, zlib.error, ValueError, TypeError) as error:
            raise CannotRestore(_("The file is not a backup, or it is not complete.")) from error
        if manifest.format != FORMAT:
            raise CannotRestore(_("The backup was made by a newer version of this program. Update the program first."))
        yield manifest, work


def _checked(manifest: Manifest) -> Manifest:
    """The manifest, if its values are of the kinds that are written. Raises ValueError or TypeError."""
    if manifest.format != FORMAT:
        return manifest
    if datetime.fromisoformat(manifest.made_at).tzinfo is None or not isinstance(manifest.events, dict):
        raise ValueError
    for app, name in manifest.migrations:
        if not (isinstance(app, str) and isinstance(name, str)):
            raise ValueError
    return manifest


def _beside(path: Path) -> Path | None:
    """The data's own disk has room for as much data; the system's temporary folder may be small."""
    var = Path(settings.VAR_DIR)
    return var if var.is_dir() else None
