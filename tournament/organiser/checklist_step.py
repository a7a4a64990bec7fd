"""One step of the checklist."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# the parts of the day, as headings of the checklist
BEFORE, ROUNDS, AFTER = _("Before the day"), _("Every round"), _("After the rounds")


@dataclass(frozen=True)
class ChecklistStep:
    """A step of the day. `page` is the URL name of the page that does it, `args` its arguments after the event, `query`
    what follows the question mark of the address, `anchor` the part of the page. It `waits` if there is something to do
    now: a step may be neither done nor waiting. Of the steps that wait, the one with the lowest `urgency` comes
    first. With `posts_to`, the URL name of an action with the same `args`, one press does it and sends `fields`."""

    phase: Promise
    title: str
    detail: str
    done: bool
    waits: bool
    page: str
    action: str
    args: tuple = ()
    query: str = ""
    anchor: str = ""
    urgency: int = 0
    is_optional: bool = False
    posts_to: str = ""
    fields: tuple[tuple[str, str], ...] = ()
