"""One event goes back to a backup, in place, while the others go on (docs/decisions/event-restore.md)."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import cast

from django.db import connection, transaction
from django.utils.translation import gettext as _

from ..backups import actions as backups
from ..backups import database_copies, files
from ..backups.files import CannotRestore, Manifest
from ..exports import full, json_lines, loading
from ..exports.exported_tables import EVENT_LOOKUPS, ModelClass, rows_of
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
from ..models.publications import unfinished
from ..web.permissions import require_administrator

AS_THEY_ARE = (User, Membership)  # what people are and may do does not go back
PROBLEMS = (*backups.PROBLEMS, loading.CannotTakeIn)


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
        if {(app, name) for app, name in manifest.migrations} != database_copies.applied():
            raise CannotRestore(
                _("Another version of the program made this backup. It can only be restored for the whole site.")
            )
        export = work / "event.json"
        _extract(manifest, work, slug, export)
        _check(manifest, slug)
        before = backups.make("before-restore", pictures=False)
        try:
            with transaction.atomic():
                _replace(by, manifest, work, export, slug)
        except PROBLEMS as error:
            sentence = _("The event as it was does not fit into the site as it is now. Nothing was changed. %(why)s")
            raise CannotRestore(sentence % {"why": backups.first_line(error)}) from error
    return before


def _extract(manifest: Manifest, work: Path, slug: str, export: Path) -> None:
    """Write the event of the backup as a full export. Its pictures stay where they are: they are never changed."""
    try:
        with database_copies.reading(work / files.DATABASE), export.open("w", encoding="utf-8", newline="\n") as file:
            backups.check_data(manifest)
            event = Event.objects.filter(slug=slug).first()
            if event is None:
                raise CannotRestore(_("“%(event)s” is not in this backup.") % {"event": slug})
            file.writelines(json_lines.pieces({**full.parts(event), "scans": []}))
    except backups.PROBLEMS as error:
        why = _("The backup could not be loaded: %(reason)s.") % {"reason": backups.first_line(error)}
        raise CannotRestore(why) from error


def _check(manifest: Manifest, slug: str) -> Event:
    """The event as it is now, locked. Raises CannotRestore and NamesReturn."""
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        raise CannotRestore(_("There is no event “%(event)s” here any more.") % {"event": slug})
    backups.check_names(manifest, event=event)
    if sentences := list(obstacles(event, datetime.fromisoformat(manifest.made_at))):
        raise CannotRestore(" ".join(sentences))
    return event


def _replace(by: User | None, manifest: Manifest, work: Path, export: Path, slug: str) -> None:
    Event.objects.select_for_update().get(slug=slug)
    now = _check(manifest, slug)
    head = AuditHead.objects.select_for_update().get(event=now)
    number = ChangeHead.objects.select_for_update().get_or_create(event=now)[0].number
    revoked = dict(now.coach_links.filter(revoked_at__isnull=False).values_list("pk", "revoked_at"))
    with database_copies.unguarded(), export.open(encoding="utf-8", newline="\n") as file:
        _delete(now)
        for name, rows in loading.checked_parts(json_lines.read(file)):
            table = loading.TABLES.get(name)
            if table is User:
                _check_people(cast("Iterator[User]", rows))
            elif table is Job:
                loading.insert(Job, _jobs(cast("Iterator[Job]", rows)))
            elif table and table not in AS_THEY_ARE:
                loading.insert(table, rows)
        HandOver.objects.exclude(table__in=Table.objects.all()).delete()
        HandOver.objects.exclude(seat=None).exclude(seat__in=Seat.objects.all()).delete()
        HostDevice.objects.exclude(table__in=Table.objects.all()).delete()
        loading.settle()
    for pk, at in revoked.items():
        CoachLink.objects.filter(pk=pk).update(revoked_at=at)
    event = Event.objects.get(pk=now.pk)
    if event.shows_results and event.visibility != now.visibility and not now.shows_all:
        event.visibility, event.shown = Event.Visibility.HIDDEN, None
        event.save(update_fields=["visibility", "shown"])
    backups.put_back_pictures(work, full.pictures(event))
    discarded = {"head": f"{head.number}:{head.hash}", "visibility": now.visibility}
    after = {"backup": manifest.made_at, "visibility": event.visibility}
    backups.announce(event, number, by, before=discarded, after=after)


def _delete(event: Event) -> None:
    """Delete the event's rows, those first that are found through others. Foreign keys are checked afterwards."""
    deepest = sorted(EVENT_LOOKUPS, key=lambda table: EVENT_LOOKUPS[table].count("__"), reverse=True)
    tables: list[ModelClass] = [Job, *deepest]
    with connection.cursor() as cursor:
        for table in tables:
            if table not in AS_THEY_ARE:
                rows, values = rows_of(event, table).order_by().values("pk").query.sql_with_params()
                name, pk = map(connection.ops.quote_name, (table._meta.db_table, table._meta.pk.attname))
                cursor.execute(f"DELETE FROM {name} WHERE {pk} IN ({rows})", values)


def _jobs(jobs: Iterator[Job]) -> Iterator[Job]:
    """The jobs, after those of them are deleted that outlived what they worked on: an old import, for example."""
    rows = list(jobs)
    present = Job.objects.in_bulk([each.pk for each in rows])
    works_on = {each.pk: (each.kind, each.subject) for each in rows}
    Job.objects.filter(pk__in=[pk for pk, job in present.items() if (job.kind, job.subject) == works_on[pk]]).delete()
    return iter(rows)


def _check_people(people: Iterator[User]) -> None:
    """Refuse where somebody's id belongs to nobody or to somebody else by now."""
    for person in people:
        if not User.objects.filter(pk=person.pk, username=person.username).exists():
            sentence = _("%(name)s took part then, and has no account here any more.")
            raise CannotRestore(sentence % {"name": person.username})
