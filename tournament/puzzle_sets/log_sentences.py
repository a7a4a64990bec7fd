"""The log of a set in sentences."""

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from ..models import PuzzleSet

LINES = {
    "begun": _("Asked for."),
    "resumed": _("The program went on after an interruption."),
    "made": _("Puzzle %(n)s is made."),
    "done": _("All is made."),
    "emptied": _("The search ended without a puzzle."),
    "stopped": _("Stopped."),
    "gone_on": _("Gone on with."),
    "again": _("Questions are to be made again."),
    "edited": _("Question %(n)s was edited by hand."),
    "dealt": _("Questions were exchanged with other dates of the season."),
    "copied": _("Copied from another set."),
    "imported": _("Imported from a file."),
}


def log_lines(draft: PuzzleSet) -> list[tuple[datetime, str]]:
    """(when, what) for each line of the log, the newest first."""
    known = [(at, LINES[code] % {"n": facts.get("position", "")}) for at, code, facts in draft.log if code in LINES]
    return [(datetime.fromisoformat(at), text) for at, text in reversed(known)]
