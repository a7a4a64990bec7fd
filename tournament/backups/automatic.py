"""The backup before something that changes much at once: an import, a re-score, final results."""

from collections.abc import Callable

from django.conf import settings
from django.utils.translation import gettext as _

from ..common.refusals import Refused
from ..web.requests import PageRequest
from .actions import make
from .files import CannotBackUp

IMPORT, RESCORE, FINAL = "before-import", "before-rescore", "before-final"


def first(request: PageRequest, reason: str, act: Callable[[], object]) -> Callable[[], object]:
    """An action that is done after a backup. If that fails, the action is refused, and the page offers to do it without.

    The backup is made before the action's transaction begins, and without pictures: they are never changed.
    """

    def backed_up() -> object:
        if not settings.AUTOMATIC_BACKUPS or request.POST.get("without_backup"):
            return act()
        try:
            make(reason, pictures=False)
        except CannotBackUp as error:
            request.backup_failed = True
            sentence = _("%(problem)s Nothing has been done yet. Try again, or go on without a backup.")
            raise Refused("no_backup", sentence % {"problem": error}, status=503) from error
        return act()

    return backed_up
