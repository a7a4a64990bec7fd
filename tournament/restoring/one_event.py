"""One event goes back to a backup, in place, while the others go on (docs/decisions/event-restore.md)."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path

from django.db import connection
from django.utils.translation import gettext as _

from ..backups import actions as backups, database_copies, files
from ..backups.files import CannotRestore, Manifest
from ..checks import applied_migrations
from ..exports import full, loading
from ..exports.exported_tables import ModelClass, rows_of, tables_of_events
from ..models import (
    AuditHead,
    ChangeHead,
    CoachLink,
    Event,
    HandOver,
    HostDevice,
    Job,
    Membership,
    Publication,
    Seat,
    Table,
    User,
)
from ..models.event_rows import event_lookup
from ..models.publications import unfinished
from ..web.permissions import require_administrator

Copy = Callable[[], AbstractContextManager[str]]  # of `database_copies.beside`
# accounts and roles do not go back; rows that are found through others come first
_DEEPEST = sorted(tables_of_events(), key=lambda table: event_lookup(table).count("__"), reverse=True)
STORED: list[ModelClass] = [table for table in _DEEPEST if table is not Membership]


def obstacles(event: Event, made_at: datetime) -> Iterator[str]:
    """A sentence for each reason why the event cannot go back to a backup of that moment."""
    if event.archived_at:
        yield _("The event is archived. Bring it back from the archive first.")
    if event.publications.filter(kind=Publication.Kind.FINAL, ready_at__gt=made_at).exists():
        yield _("Final results were signed after this backup. Correct them with a re-score.")
    if unfinished(event):
        yield _("A copy of the results is being made. Wait until it is finished, or stop it.")
    if event.tables.filter(stage=Table.Stage.PLAYING).exists():
        yield _("A live game is being played. End it first.")


def restore_event(*, by: User | None, path: Path, slug: str) -> Path:
    """Replace what this event has by what it had in the backup. The whole site is backed up first; that path is
    returned. `by` is None for the command line. Raises CannotRestore, CannotBackUp and NamesReturn; then nothing has
    changed."""
    require_administrator(by)
    with files.opened(path) as (manifest, work):
        backups.check_fits(manifest)
        if {(app, name) for app, name in manifest.migrations} != applied_migrations():
            raise CannotRestore(
                _("Another version of the program made this backup. It can only be restored for the whole site.")
            )
        _check(manifest, slug)
        before = backups.make("before-restore", pictures=False)
        try:
            with database_copies.beside(work / files.DATABASE) as copy:
                event = _replace(by, manifest, copy, slug)
                backups.put_back_pictures(work, full.pictures(event))
        except backups.PROBLEMS as error:
            sentence = _("The event as it was does not fit into the site as it is now. Nothing was changed. %(why)s")
            raise CannotRestore(sentence % {"why": backups.first_line(error)}) from error
    return before


def _check(manifest: Manifest, slug: str) -> Event:
    """The event as it is now. Raises CannotRestore and NamesReturn."""
    if slug not in manifest.events:
        raise CannotRestore(_("“%(event)s” is not in this backup.") % {"event": slug})
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        raise CannotRestore(_("There is no event “%(event)s” here any more.") % {"event": slug})
    backups.check_names(manifest, event=event)
    if sentences := list(obstacles(event, datetime.fromisoformat(manifest.made_at))):
        raise CannotRestore(" ".join(sentences))
    return event


def _replace(by: User | None, manifest: Manifest, copy: Copy, slug: str) -> Event:
    with copy():
        backups.check_data(manifest)
        then = Event.objects.get(slug=slug)
        people = dict(rows_of(then, User).values_list("pk", "username"))
        jobs = {pk: subject for pk, *subject in rows_of(then, Job).values_list("pk", "kind", "subject")}
    Event.objects.select_for_update().get(slug=slug)
    now = _check(manifest, slug)
    head = AuditHead.objects.select_for_update().get(event=now)
    number = ChangeHead.objects.select_for_update().get_or_create(event=now)[0].number
    revoked = dict(now.coach_links.filter(revoked_at__isnull=False).values_list("pk", "revoked_at"))
    _check_people(people)
    with database_copies.unguarded():
        _delete(now, jobs)
        with copy() as schema:
            _insert(then, schema, [*STORED, Job] if jobs else STORED)
        HandOver.objects.exclude(table__in=Table.objects.all()).delete()
        HandOver.objects.exclude(seat=None).exclude(seat__in=Seat.objects.all()).delete()
        HostDevice.objects.exclude(table__in=Table.objects.all()).delete()
        loading.settle()
    for pk, at in revoked.items():
        CoachLink.objects.filter(pk=pk).update(revoked_at=at)
    event = Event.objects.get(pk=then.pk)
    if event.shows_results and event.visibility != now.visibility and not now.shows_all:
        event.visibility, event.shown = Event.Visibility.HIDDEN, None
        event.save(update_fields=["visibility", "shown"])
    discarded = {"head": f"{head.number}:{head.hash}", "visibility": now.visibility}
    after = {"backup": manifest.made_at, "visibility": event.visibility}
    backups.announce(event, number, by, before=discarded, after=after)
    return event


def _check_people(people: dict[int, str]) -> None:
    """Refuse where the id of somebody who took part belongs to nobody or to somebody else by now."""
    names = dict(User.objects.filter(pk__in=people).values_list("pk", "username"))
    if gone := sorted(name for pk, name in people.items() if names.get(pk) != name):
        raise CannotRestore(
            _("These people took part then, and have no account here any more: %(names)s") % {"names": ", ".join(gone)}
        )


def _delete(event: Event, jobs: dict[int, list]) -> None:
    """Delete the event's rows, those first that are found through others. Foreign keys are checked afterwards. A job
    may have outlived what it worked on, an old import for example: the `jobs` of the backup go too."""
    own = set(rows_of(event, Job).values_list("pk", flat=True))
    outlived = {job.pk for job in Job.objects.filter(pk__in=jobs) if [job.kind, job.subject] == jobs[job.pk]}
    Job.objects.filter(pk__in=own | outlived).delete()
    with connection.cursor() as cursor:
        for table in STORED:
            name, _columns, pk = _names(table)
            rows, values = _rows(event, table)
            cursor.execute(f"DELETE FROM {name} WHERE {pk} IN ({rows})", values)


def _insert(event: Event, schema: str, tables: list[ModelClass]) -> None:
    """Store the event's rows of the copy, which queries read now, in the tables of the site."""
    with connection.cursor() as cursor:
        for table in tables:
            name, columns, pk = _names(table)
            rows, values = _rows(event, table)
            cursor.execute(
                f"INSERT INTO {schema}.{name} ({columns})"
                f" SELECT {columns} FROM {name} WHERE {pk} IN ({rows}) ORDER BY {pk}",
                values,
            )


def _rows(event: Event, table: ModelClass) -> tuple[str, tuple]:
    """A query for the ids of the event's rows, and its values."""
    return rows_of(event, table).order_by().values("pk").query.sql_with_params()


def _names(table: ModelClass) -> tuple[str, str, str]:
    """The table, its columns and its primary key, quoted."""
    quote = connection.ops.quote_name
    columns = ", ".join(quote(field.attname) for field in table._meta.concrete_fields)
    return quote(table._meta.db_table), columns, quote(table._meta.pk.attname)
