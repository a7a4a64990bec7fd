"""Removing names from a past event. Points, places and lines stay."""

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from ..audit import personal_data, trail as audit
from ..common.refusals import Refused, invalid
from ..exports.exported_tables import rows_of
from ..models import Anonymisation, Event, Job, Keying, Publication, Rescore, User
from ..models.disputes import unsettled
from ..publication import copies, queries as published
from ..web.permissions import NotAllowed, capabilities
from . import erasing

LEFT = frozenset({Job.State.WAITING, Job.State.WORKING})


def obstacles(event: Event) -> list[str]:
    """A sentence for each thing that keeps names from being removed now."""
    return [sentence for sentence in (_of_results(event), *_of_open_work(event)) if sentence]


def _of_results(event: Event) -> str:
    if event.visibility != Event.Visibility.FINAL:
        return _("The results are not final. Publish final results first.")
    if not event.archived_at and event.held_on >= timezone.localdate():
        return _("The event is not over. Come back the day after it, or archive it first.")
    if published.unfinished(event):
        return _("A copy of the results is being made, or was cut off. Wait for it, make a new one, or cancel it.")
    return ""


def _of_open_work(event: Event) -> list[str]:
    disputes = unsettled(event).count()
    rescores = Rescore.objects.filter(event=event, state=Rescore.State.PROPOSED).count()
    typed = Keying.objects.filter(sheet__round__event=event, state=Keying.State.PROPOSED).count()
    waiting = rows_of(event, Job).filter(state__in=LEFT).exclude(kind__in=[Job.COUNT_METHODS, Job.RECOUNT_COPY]).count()
    return [
        ngettext("%(count)s dispute is open.", "%(count)s disputes are open.", disputes) % {"count": disputes}
        if disputes
        else "",
        ngettext("%(count)s re-score waits.", "%(count)s re-scores wait.", rescores) % {"count": rescores}
        if rescores
        else "",
        ngettext("%(count)s new reading waits.", "%(count)s new readings wait.", typed) % {"count": typed}
        if typed
        else "",
        _("The program still works on lines of this event. Try again in a minute.") if waiting else "",
    ]


@transaction.atomic
def anonymise(*, by: User, event: Event, name: str) -> None:
    """Remove all that names a person who took part, and withdraw what was published. Publish again
    afterwards: a copy shows what was committed before it, so it cannot be begun here.

    An archived event may be anonymised too. `name` is the event's name, typed. Refused `invalid` if it is another one,
    `not_now` while something is open, `nothing_left` if there are no names.
    """
    event = _locked(by, event)
    if name.strip().casefold() != event.name.strip().casefold():
        raise invalid(name=_("Type the event’s name as it is written here."))
    if reasons := obstacles(event):
        raise Refused("not_now", _("Names cannot be removed now. %(reasons)s") % {"reasons": " ".join(reasons)})
    _erase(by, event)


@transaction.atomic
def reissue(*, by: User, event: Event) -> Publication | None:
    """Begin new final results in place of those that were withdrawn, if that is not done yet. The caller makes the
    pages."""
    event = _locked(by, event)
    if not lacks_copy(event):
        return None
    copies.drop_unfinished(event)
    return copies.begin(event, by, "publication.begun", published.state(event), published.FINAL)


def lacks_copy(event: Event) -> bool:
    """Whether final results were withdrawn and no new ones are signed or being made."""
    if event.visibility != Event.Visibility.FINAL:
        return False
    going, last = (
        published.unfinished(event),
        event.publications.filter(kind=Publication.Kind.FINAL, ready_at__isnull=False).last(),
    )
    is_made = going is not None and going.is_being_made
    return last is not None and last.withdrawn_at is not None and not is_made


def _locked(by: User, event: Event) -> Event:
    """The event, locked. It may be archived, so these actions ask for the role themselves."""
    if "run" not in capabilities(by, event):
        raise NotAllowed("run")
    return Event.objects.select_for_update().get(pk=event.pk)


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
