"""Making a backup and going back to one."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.core.files import File
from django.core.files.storage import storages
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import feed, trail as audit
from ..checks import applied_migrations, missing_migrations
from ..models import Anonymisation, ChangeHead, Event, User
from ..web.snapshot import snapshot
from . import database_copies, event_digests, files
from .files import CannotBackUp, CannotRestore, Manifest, NamesReturn

NEVER_DELETED = 3
PROBLEMS = (OSError, DatabaseError, sqlite3.Error)


def make(reason: str = "", to: Path | None = None, pictures: bool = True) -> Path:
    """Write a backup of everything as of now, and return its path. Others go on reading and writing meanwhile.

    Into the site's folder, where old ones are deleted then, or as the file `to`. Raises CannotBackUp.
    """
    path = to or _free_path(reason)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with TemporaryDirectory(prefix=".backup-", dir=path.parent) as name:
            work = Path(name)
            (work / files.DATABASE).mkdir()
            with snapshot():
                database_copies.write(work / files.DATABASE)
                manifest = Manifest(
                    made_at=timezone.now().isoformat(),
                    reason=reason,
                    kind=connection.vendor,
                    migrations=sorted(applied_migrations()),
                    events=event_digests.of_events(),
                    digests=files.digests(work / files.DATABASE),
                    pictures=pictures,
                )
            files.pack(work, manifest, path)
    except PROBLEMS as error:
        raise CannotBackUp(_("The backup could not be written: %(reason)s.") % {"reason": first_line(error)}) from error
    if to is None:
        delete_old()
    return path


def _free_path(reason: str) -> Path:
    stem = f"{timezone.now():%Y-%m-%dT%H%MZ}-{reason or files.BY_HAND}"
    path, number = files.folder() / f"{stem}{files.ENDING}", 0
    while path.exists():
        number += 1
        path = files.folder() / f"{stem}-{number}{files.ENDING}"
    return path


def first_line(error: Exception) -> str:
    line = getattr(error, "strerror", None) or str(error).strip().splitlines()[0]
    return str(line).rstrip(".")


def delete_old() -> None:
    """Delete backups beyond the allowed number or age, but never the newest few. Each reason counts by itself: a busy
    day of imports must not push out last night's backup."""
    oldest = timezone.now() - timedelta(days=settings.BACKUP_DAYS)
    newer: Counter[str] = Counter()
    for each in files.stored_backups():
        at = newer[each.reason]
        newer[each.reason] += 1
        if at >= settings.BACKUPS_KEPT or (at >= NEVER_DELETED and each.made_at < oldest):
            each.path.unlink(missing_ok=True)


def look(path: Path) -> Manifest:
    """The manifest of a backup that can be restored here. Raises CannotRestore."""
    with files.opened(path) as (manifest, _work):
        check_fits(manifest)
    return manifest


def restore(
    path: Path, with_names: bool = False, confirm: Callable[[Manifest], object] = lambda manifest: None
) -> Path:
    """Replace the database by that of the backup, and put back pictures that are missing.

    `confirm` is called with what is in the file before anything changes; what it raises ends the restore. The present
    state is backed up first; its path is returned. Everybody's pages show the restored state at their next
    look. Raises CannotRestore and CannotBackUp; NamesReturn, unless `with_names`, if names were removed since.
    """
    with files.opened(path) as (manifest, work):
        check_fits(manifest)
        confirm(manifest)
        _check_present()
        if not with_names:
            check_names(manifest)
        before = make("before-restore", pictures=False)
        numbers = dict(ChangeHead.objects.values_list("event__slug", "number"))
        put_back_pictures(work)
        migrations = [(app, name) for app, name in manifest.migrations]
        try:
            database_copies.load(work / files.DATABASE, migrations, lambda: check_data(manifest))
        except PROBLEMS as error:
            why = _("The backup could not be loaded: %(reason)s.") % {"reason": first_line(error)}
            raise CannotRestore(why) from error
        if missing_migrations():
            call_command("migrate", verbosity=0, interactive=False)
        _tell_everybody(numbers)
    return before


def check_data(manifest: Manifest) -> None:
    """Refuse data that are not what the manifest says; those of an older version cannot be read before they are brought
    up to date."""
    if not missing_migrations() and event_digests.of_events() != manifest.events:
        raise CannotRestore(_("The data in the backup are not what it says of them. Nothing was changed."))


def check_fits(manifest: Manifest) -> None:
    if manifest.kind != connection.vendor:
        raise CannotRestore(_("The backup is of another kind of database than this site's."))
    if {(app, name) for app, name in manifest.migrations} - database_copies.known():
        text = _(
            "The backup was made by another version of this program, and this version cannot open its database."
            " Restore it with the version that made it."
        )
        raise files.OfAnotherVersion(text)


def _check_present() -> None:
    """Bring the present database up to date, or make its tables in an empty one: its state is backed up before another
    takes its place. Raises CannotRestore for one that cannot be read."""
    try:
        if missing_migrations():
            call_command("migrate", verbosity=0, interactive=False)
        Event.objects.exists()
    except PROBLEMS as error:
        why = _("The database that is here cannot be read: %(reason)s. Move it away, and restore again.")
        raise CannotRestore(why % {"reason": first_line(error)}) from error


def check_names(manifest: Manifest, **only: Event) -> None:
    """Refuse a backup from before names were removed from an event: they would come back."""
    since = Anonymisation.objects.filter(begun_at__gt=datetime.fromisoformat(manifest.made_at), **only)
    if names := ", ".join(sorted({each.event.name for each in since.select_related("event")})):
        sentence = _("Names were removed after this backup was made, and would come back: %(events)s")
        raise NamesReturn(sentence % {"events": names})


def put_back_pictures(work: Path, names: Collection[str] | None = None) -> None:
    """Put back those that are missing, or of these only the named ones. Pictures are never changed, so one that is
    there is the same."""
    source, storage = work / files.PICTURES, storages["pictures"]
    for path in source.rglob("*") if source.is_dir() else ():
        name = path.relative_to(source).as_posix()
        if path.is_file() and not storage.exists(name) and (names is None or name in names):
            with open(path, "rb") as picture:
                storage.save(name, File(picture))


@transaction.atomic
def _tell_everybody(numbers: dict[str, int]) -> None:
    """Write an entry in each audit trail. Pages that show discarded data now have an earlier number than this."""
    for event in Event.objects.order_by("pk"):
        announce(event, numbers.get(event.slug, 0))


def announce(
    event: Event, number: int, user: User | None = None, before: dict | None = None, after: dict | None = None
) -> None:
    """Write the entry of a restored event, whose change number was this one before."""
    ChangeHead.objects.get_or_create(event=event)
    if number > event.change_number:
        ChangeHead.objects.filter(event=event).update(number=number)
    audit.record(event, user, "event.restored", event, before=before, after=after)
    feed.add(event, feed.PUBLICATION)
