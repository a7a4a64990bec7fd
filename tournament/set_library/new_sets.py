"""Sets without a round: any format, any number of puzzles."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from puzzles.sets.generate import FORMATS, defaults

from ..audit import trail as audit
from ..common import limits
from ..common.line_text import tidy
from ..common.refusals import invalid
from ..models import Event, PuzzleSet, User
from ..puzzle_sets.actions import begin
from ..web.permissions import require_locked


@transaction.atomic
def make_set(*, by: User, event: Event, name: str, format_slug: str, count: int, tags: Sequence[str] = ()) -> PuzzleSet:
    """Have a set for the library made, with the format's own settings; they can be changed on its page."""
    require_locked(by, "run", event)
    if format_slug not in FORMATS:
        raise invalid(format=_("Choose one of the formats."))
    if not 1 <= count <= limits.SET_PUZZLES:
        raise invalid(count=_("A set has 1 to %(most)s puzzles.") % {"most": limits.SET_PUZZLES})
    made = begin(
        by,
        event,
        name=tidy(name)[:80] or format_slug.replace("_", " "),
        format=format_slug,
        settings=defaults(format_slug).export(),
        edition={} if FORMATS[format_slug].words else {"edition": FORMATS[format_slug].edition},
        count=count,
        tags=list(tags)[: limits.TAGS],
    )
    audit.record(event, by, "set.begun", made, after={"name": made.name, "count": count})
    return made
