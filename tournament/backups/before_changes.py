"""Backups before large changes: an import, a re-score, final results, a newer version."""

import time
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from ..common.refusals import Refused
from ..web.pages import PageRequest
from ..web.permissions import refuse_archived
from .actions import make
from .files import CannotBackUp, stored_backups

AT_MOST_EVERY = 60  # seconds
IMPORT, RESCORE, FINAL, UPGRADE = "before-import", "before-rescore", "before-final", "before-upgrade"


def first(
    request: PageRequest, reason: str, act: Callable[[], object], may: Callable[[], object] = lambda: None
) -> Callable[[], object]:
    """An action that is done after a backup. If that fails, the action is refused, and the page offers to do it
    without.

    The backup is made before the action's transaction begins, and without pictures: they are never changed. An archived
    event refuses the action, so there is none for it, and neither where `may` raises Refused because the action would;
    and at most one a minute for each reason, so that pressing often does not push older backups out.
    """

    def backed_up() -> object:
        if not settings.AUTOMATIC_BACKUPS or request.POST.get("without_backup"):
            return act()
        refuse_archived(request.event)
        may()
        if is_fresh(reason):
            return act()
        try:
            make(reason, pictures=False)
        except CannotBackUp as error:
            request.backup_failed = True
            sentence = _("%(problem)s Nothing has been done yet. Try again, or go on without a backup.")
            raise Refused("no_backup", sentence % {"problem": error}, status=503) from error
        return act()

    return backed_up


def before_upgrade() -> Path | None:
    """Back up what an older version wrote, before the migrations of this one; None where the server makes its own
    backups. Raises CannotBackUp."""
    return make(UPGRADE, pictures=False) if settings.AUTOMATIC_BACKUPS else None


def is_fresh(reason: str) -> bool:
    """Whether a backup for this reason was made within the last minute."""
    since = time.time() - AT_MOST_EVERY
    return any(each.reason == reason and each.stat.st_mtime > since for each in stored_backups())
