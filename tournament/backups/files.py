"""One backup is one file: NAME.tar.gz with manifest.json, the database in database/, and perhaps pictures in
private/."""

import gzip
import hashlib
import json
import os
import re
import shutil
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_origin

from django.conf import settings
from django.core.files.storage import storages
from django.utils.translation import gettext as _

from ..models import DisputePicture, Scan

FORMAT = 1
BY_HAND = "backup"  # or by a timer: `manage.py backup`
REQUESTED = "requested"  # by an organiser, on the page Organise
ENDING = ".tar.gz"
NAME = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{4}Z)-(backup|requested|before-[a-z]+)")
MANIFEST, DATABASE, PICTURES = "manifest.json", "database", "private"
# what reading a file raises that is cut off, changed or something else; RecursionError: brackets in brackets
BROKEN = (tarfile.TarError, gzip.BadGzipFile, zlib.error, EOFError, ValueError, RecursionError)


class CannotBackUp(Exception):
    """Nothing was written. The text is a sentence for the person."""


class CannotRestore(Exception):
    """Nothing was changed. The text is a sentence for the person."""


@dataclass(frozen=True)
class Manifest:
    """`kind` is the database's vendor, `digests` has the SHA-256 of each file of the database, `events` what `facts`
    says."""

    made_at: str
    reason: str
    kind: str
    migrations: list[tuple[str, str]]
    events: dict[str, dict[str, str]]
    digests: dict[str, str]
    pictures: bool
    format: int = FORMAT

    def __str__(self) -> str:
        made = datetime.fromisoformat(self.made_at).astimezone(UTC)
        events = ", ".join(sorted(self.events)) or "none"
        return f"made {made:%Y-%m-%d %H:%M} UTC, {'with' if self.pictures else 'without'} pictures; events: {events}"


KINDS = {each.name: get_origin(each.type) or each.type for each in fields(Manifest)}


@dataclass(frozen=True)
class StoredBackup:
    """A backup in the site's folder."""

    path: Path
    made_at: datetime  # to the minute
    reason: str  # BY_HAND, REQUESTED, or "before-" and what it was made before
    stat: os.stat_result

    @property
    def is_complete(self) -> bool:
        """Whether it has the pictures, unless the command was asked for one without."""
        return self.reason in {BY_HAND, REQUESTED}

    @property
    def size(self) -> int:
        """In bytes."""
        return self.stat.st_size


def folder() -> Path:
    return Path(settings.BACKUP_DIR)


def stored_pictures() -> Iterator[str]:
    """The names of the pictures of sheets and disputes, as their rows have them."""
    for table in (Scan, DisputePicture):
        where = str(table._meta.get_field("file").upload_to)
        with suppress(FileNotFoundError):
            yield from (f"{where}{name}" for name in sorted(storages["pictures"].listdir(where)[1]))


def stored_backups() -> list[StoredBackup]:
    """The site's own backups in its folder, newest first."""
    backups = []
    for path in folder().glob(f"*{ENDING}"):
        if (named := NAME.match(path.name)) and path.is_file():
            at = datetime.strptime(f"{named[1]}+0000", "%Y-%m-%dT%H%MZ%z")
            backups.append(StoredBackup(path, at, named[2], path.stat()))
    return sorted(backups, key=lambda each: (each.made_at, each.stat.st_mtime_ns), reverse=True)


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
                for name in stored_pictures() if manifest.pictures else ():
                    _add_picture(tar, name)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def _add_picture(tar: tarfile.TarFile, name: str) -> None:
    with suppress(FileNotFoundError), storages["pictures"].open(name) as picture:  # it may be deleted meanwhile
        member = tarfile.TarInfo(f"{PICTURES}/{name}")
        member.size, member.mode = picture.size, 0o600
        tar.addfile(member, picture)


class OfAnotherVersion(CannotRestore):
    """The backup has migrations that are not here."""


class NamesReturn(CannotRestore):
    """The backup has names that were removed since."""


@contextmanager
def opened(path: Path) -> Iterator[tuple[Manifest, Path]]:
    """The manifest of a backup, and a folder with its contents, checked against it. Raises CannotRestore."""
    with TemporaryDirectory(prefix="restore-", dir=_folder_with_room()) as name:
        work = Path(name)
        try:
            manifest = _unpacked(path, work)
        except FileNotFoundError as error:
            raise CannotRestore(_("There is no such file, or it is not a backup.")) from error
        except BROKEN as error:
            raise CannotRestore(_("The file is not a backup, or it is not complete.")) from error
        except OSError as error:
            raise CannotRestore(_("The backup could not be read: %(reason)s.") % {"reason": error.strerror}) from error
        yield manifest, work


def _unpacked(path: Path, work: Path) -> Manifest:
    with tarfile.open(path, "r:gz") as tar:
        _unpack(tar, work)
    manifest = _read_manifest(json.loads((work / MANIFEST).read_text()))
    if digests(work / DATABASE) != manifest.digests:
        raise CannotRestore(_("The file is damaged: what is in it is not what was written."))
    return manifest


def _unpack(tar: tarfile.TarFile, work: Path) -> None:
    """Write the files into `work`. Raises ValueError for a name outside it and for whatever is neither file nor folder.

    tarfile's own way to do it safely came with Python 3.11.4.
    """
    room = shutil.disk_usage(work).free // 2  # the site goes on writing, and the restored database needs its place
    for member in tar:
        target = work / member.name
        if ".." in target.parts or not target.is_relative_to(work) or not (member.isreg() or member.isdir()):
            raise ValueError
        room -= member.size
        if room < 0:
            raise CannotRestore(_("There is too little room on the disk to unpack the backup. Nothing was changed."))
        if packed := tar.extractfile(member):
            target.parent.mkdir(parents=True, exist_ok=True)
            with packed, open(target, "wb") as file:
                shutil.copyfileobj(packed, file)


def _read_manifest(content: object) -> Manifest:
    """The manifest, if its values are of the kinds that are written. Raises ValueError."""
    if not isinstance(content, dict):
        raise ValueError
    if content.get("format") != FORMAT:
        raise CannotRestore(_("The backup was made by a newer version of this program. Update the program first."))
    if {name: type(value) for name, value in content.items()} != KINDS:
        raise ValueError
    manifest = Manifest(**content)
    if datetime.fromisoformat(manifest.made_at).tzinfo is None:
        raise ValueError
    if any(not isinstance(pair, list) or list(map(type, pair)) != [str, str] for pair in manifest.migrations):
        raise ValueError
    return manifest


def _folder_with_room() -> Path | None:
    """A folder on the data's own disk, which has room for as much data; the system's temporary folder may be small."""
    var = Path(settings.VAR_DIR)
    return var if var.is_dir() else None
