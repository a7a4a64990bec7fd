"""The log of a set in sentences."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from ..models import PuzzleSet

LINES: dict[str, Callable[[dict[str, Any]], str]] = {
    "begun": lambda facts: _("Asked for."),
    "resumed": lambda facts: _("The program went on after an interruption."),
    "made": lambda facts: _("Puzzle %(n)s is made.") % {"n": facts.get("position", "")},
    "done": lambda facts: _("All is made."),
    "emptied": lambda facts: _("The search ended without a puzzle."),
    "stopped": lambda facts: _("Stopped."),
    "gone_on": lambda facts: _("Gone on with."),
    "again": lambda facts: _("Questions are to be made again."),
    "edited": lambda facts: _("Question %(n)s was edited by hand.") % {"n": facts.get("position", "")},
    "dealt": lambda facts: _("Questions were exchanged with other dates of the season."),
    "copied": lambda facts: _("Copied from another set."),
    "imported": lambda facts: _("Imported from a file."),
}


def log_lines(draft: PuzzleSet) -> list[tuple[datetime, str]]:
    """(when, what) for each line of the log, the newest first."""
    known = [(at, LINES[code](facts)) for at, code, facts in draft.log if code in LINES]
    return [(datetime.fromisoformat(at), text) for at, text in reversed(known)]
