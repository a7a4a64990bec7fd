"""Removing names from a past event. Points, places and lines stay."""

from collections.abc import Iterator

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from ..audit import personal_data, trail as audit
from ..common.refusals import Refused, invalid
from ..exports.exported_tables import rows_of
from ..models import Anonymisation, Event, Job, Keying, Publication, Rescore, User
from ..models.disputes import unsettled
from ..publication import copies, queries as published
from . import erasing
from .actions import locked

LEFT = frozenset({Job.State.WAITING, Job.State.WORKING})


def obstacles(event: Event) -> list[str]:
    """A sentence for each thing that keeps names from being removed now."""
    return list(_obstacles(event))


def _obstacles(event: Event) -> Iterator[str]:
    if event.visibility != Event.Visibility.FINAL:
        yield _("The results are not final. Publish final results first.")
    elif not event.archived_at and event.held_on >= timezone.localdate():
        yield _("The event is not over. Come back the day after it, or archive it first.")
    elif published.unfinished(event):
        yield _("A copy of the results is being made, or was cut off. Wait for it, make a new one, or cancel it.")
    if n := unsettled(event).count():
        yield ngettext("%(count)s dispute is open.", "%(count)s disputes are open.", n) % {"count": n}
    if n := event.rescores.filter(state=Rescore.State.PROPOSED).count():
        yield ngettext("%(count)s re-score waits.", "%(count)s re-scores wait.", n) % {"count": n}
    if n := Keying.objects.filter(sheet__round__event=event, state=Keying.State.PROPOSED).count():
        yield ngettext("%(count)s new reading waits.", "%(count)s new readings wait.", n) % {"count": n}
    waiting = rows_of(event, Job).filter(state__in=LEFT).exclude(kind__in=[Job.COUNT_METHODS, Job.RECOUNT_COPY])
    if waiting.exists():
        yield _("The program still works on lines of this event. Try again in a minute.")


@transaction.atomic
def anonymise(*, by: User, event: Event, name: str) -> None:
    """Remove all that names a person who took part, and withdraw what was published. Publish again
    afterwards: a copy shows what was committed before it, so it cannot be begun here.

    An archived event may be anonymised too. `name` is the event's name, typed. Refused `invalid` if it is another one,
    `not_now` while something is open, `nothing_left` if there are no names.
    """
    event = locked(by, event)
    if name.strip().casefold() != event.name.strip().casefold():
        raise invalid(name=_("Type the event’s name as it is written here."))
    if reasons := obstacles(event):
        raise Refused("not_now", _("Names cannot be removed now. %(reasons)s") % {"reasons": " ".join(reasons)})
    _erase(by, event)


@transaction.atomic
def reissue(*, by: User, event: Event) -> Publication | None:
    """Begin new final results in place of those that were withdrawn, if that is not done yet. The caller makes the
    pages."""
    event = locked(by, event)
    if not lacks_copy(event):
        return None
    copies.drop_unfinished(event)
    return copies.begin(event, by, "publication.begun", published.state(event), published.FINAL)


def lacks_copy(event: Event) -> bool:
    """Whether final results were withdrawn and no new ones are signed or being made."""
    if event.visibility != Event.Visibility.FINAL:
        return False
    last = event.publications.filter(kind=Publication.Kind.FINAL, ready_at__isnull=False).last()
    going = published.unfinished(event)
    is_made = going is not None and going.is_being_made
    return last is not None and last.withdrawn_at is not None and not is_made


def _erase(by: User, event: Event) -> None:
    _overwrite_what_is_deleted()
    opened = Anonymisation.objects.create(event=event, by=by, begun_at=timezone.now())
    counts = erasing.everything(event)
    counts["texts"] += personal_data.erase(event.pk)
    if not any(counts.values()):
        raise Refused("nothing_left", _("There are no names to remove."))
    counts["copies"] = copies.withdraw_all(event)
    audit.record(event, by, personal_data.VERB, event, after=counts)
    opened.ended_at = timezone.now()
    opened.save(update_fields=["ended_at"])


def _overwrite_what_is_deleted() -> None:
    """SQLite leaves deleted texts in its file unless it is told to overwrite them."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA secure_delete = ON")
            cursor.fetchall()
        transaction.on_commit(_empty_the_log, robust=True)


def _empty_the_log() -> None:
    """The write-ahead log has the pages as they were before. If somebody reads just now, it is emptied later."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cursor.fetchall()
