"""Backups that organisers ask for: the worker makes them, with the pictures. And which backup was the last one."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from ..audit import trail as audit
from ..jobs import queue as jobs
from ..models import Event, Job, User
from ..web.permissions import require
from .actions import make
from .before_changes import is_fresh
from .files import BY_HAND, REQUESTED, StoredBackup, stored_backups

REASONS = {
    BY_HAND: _("made with the command “backup”"),
    REQUESTED: _("made with “Make one now”"),
    "before-import": _("made automatically, before an import"),
    "before-rescore": _("made automatically, before a re-score"),
    "before-final": _("made automatically, before final results"),
    "before-restore": _("made automatically, before a backup was restored"),
    "before-upgrade": _("made automatically, before a new version of the program"),
}


@dataclass(frozen=True)
class BackupState:
    """The last backup of the whole site, and what became of the one that was asked for."""

    last: StoredBackup | None
    is_being_made: bool
    has_failed: bool

    @property
    def reason(self) -> object:
        return REASONS.get(self.last.reason, self.last.reason) if self.last else ""


def backup_state() -> BackupState:
    last = Job.objects.filter(kind=Job.MAKE_BACKUP).order_by("pk").last()
    going_on = last is not None and last.state in {Job.State.WAITING, Job.State.WORKING}
    newest = next(iter(stored_backups()), None)
    return BackupState(newest, going_on, last is not None and last.state == Job.State.FAILED)


def is_complete_since(moment: datetime) -> bool:
    """Whether a backup with the pictures was made after the moment."""
    return any(each.is_complete and each.stat.st_mtime > moment.timestamp() for each in stored_backups())


@transaction.atomic
def request_backup(*, by: User, event: Event) -> bool:
    """Have the worker make a backup of the whole site. False if one is being made, or was within the last minute."""
    require(by, "run", event)
    Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    if backup_state().is_being_made or is_fresh(REQUESTED):
        return False
    jobs.ensure(Job.MAKE_BACKUP, event.pk)
    audit.record(event, by, "event.backup_requested", event)
    return True


def make_requested(events: Collection[int], attempt: int) -> None:
    """Make the backup, unless one was made since: two events may ask at once, and a lease may end while it is made."""
    if not is_fresh(REQUESTED):
        make(REQUESTED)
