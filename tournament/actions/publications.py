"""What the public is shown of an event, and the copies it is shown in place of the record.

To freeze, to hold back until the ceremony and to publish as final each make a copy of every public page (`copies`).
"""

import logging

from django.db import transaction
from django.utils.translation import gettext as _

from ..models import AuditEntry, Event, Publication, User
from ..permissions import require
from ..record import publications as record
from ..record.publications import FINAL, HIDDEN, PROVISIONAL
from . import audit
from .copies import make_copy
from .refusals import Refused, invalid

LONGEST_NOTE = 4000

log = logging.getLogger(__name__)


def publish(*, by: User, event: Event, visibility: str) -> Event:
    """Say what the public sees: nothing, live results, the results of this moment, none before the ceremony, or final
    ones. The last three make a copy: it is not one transaction, what is returned may say that the copy is still being
    made (`record.publications.unfinished`), and one that was cut off can be made `again` or given up."""
    require(by, "run", event)
    if visibility not in Event.Visibility.values:
        raise invalid(visibility=_("Choose what the public sees."))
    if visibility in {HIDDEN, PROVISIONAL}:
        return _show_the_record(by, event, visibility)

    def decide(event: Event) -> tuple[str, dict]:
        if sentence := record.in_the_way(event, visibility):
            raise Refused("rounds_not_final" if visibility == FINAL else "cannot_be_shown_now", sentence)
        return visibility, {"visibility": event.visibility}

    return make_copy(by, event, "event.published", decide)


def again(*, by: User, event: Event) -> Event:
    """Make a copy that was cut off anew, from this moment."""
    require(by, "run", event)

    def decide(event: Event) -> tuple[str, dict]:
        before = _given_up(event)
        return event.visibility, {"visibility": before}

    return make_copy(by, event, "publication.begun", decide)


def renew(*, by: User, event: Event, note: str) -> Event:
    """Publish what was corrected in final results, with a note that the public reads: a new final copy."""
    require(by, "run", event)
    note = "\n".join(note.splitlines()).strip()
    if not note or len(note) > LONGEST_NOTE:
        raise invalid(note=_("Say what was corrected, in at most 4000 characters: the public reads it."))
    with transaction.atomic():  # a decision of its own: the copy is of a record that has it
        _must_be_final(Event.objects.select_for_update().get(pk=event.pk))
        audit.record(event, by, "publication.noted", event, after={"note": note})
    return _renew(by, event)


def after_correction(*, by: User, event: Event) -> None:
    """After a re-score was applied: final results are published anew. The re-score holds whatever happens here; a copy
    that could not be made stands on the organiser's page as cut off, and the public reads the one before it."""
    require(by, "desk", event)
    if Event.objects.filter(pk=event.pk, visibility=FINAL).exists():
        try:
            _renew(by, event)
        except Exception:
            log.exception("The final results of %s could not be published anew", event.slug)


@transaction.atomic
def give_up(*, by: User, event: Event) -> Event:
    """Leave a copy unfinished; the public sees what it saw before it was begun."""
    require(by, "run", event)
    event = Event.objects.select_for_update().get(pk=event.pk)
    here, event.visibility = event.visibility, _given_up(event)
    event.save(update_fields=["visibility", "shown"])
    states = {"before": {"visibility": here}, "after": {"visibility": event.visibility}}
    audit.record(event, by, "publication.given_up", event, **states)
    return event


def _given_up(event: Event) -> str:
    """Take the unfinished copy of a locked event away; the state before it was begun."""
    copy = record.unfinished(event)
    if copy is None:
        raise Refused("nothing_unfinished", _("No copy is unfinished."))
    entries = AuditEntry.objects.filter(event_id=event.pk, verb__in=["event.published", "publication.begun"])
    begun = entries.filter(after__publication=copy.pk).get()
    _take_away(event, copy)
    return begun.before["visibility"]


def _take_away(event: Event, copy: Publication) -> None:
    if event.shown_id == copy.pk:
        event.shown = None
        event.save(update_fields=["shown"])
    copy.delete()


@transaction.atomic
def _show_the_record(by: User, event: Event, visibility: str) -> Event:
    """Live pages, or none: no copy stands in their place any more. Those that were finished are kept."""
    event = Event.objects.select_for_update().get(pk=event.pk)
    for copy in event.publications.filter(ready_at=None):
        _take_away(event, copy)
    before, event.visibility, event.shown = event.visibility, visibility, None
    event.save(update_fields=["visibility", "shown"])
    states = {"before": {"visibility": before}, "after": {"visibility": visibility}}
    audit.record(event, by, "event.published", event, **states)
    return event


def _must_be_final(event: Event) -> None:
    if event.visibility != FINAL:
        raise Refused("not_final", _("No final results are public."))


def _renew(by: User, event: Event) -> Event:
    def decide(event: Event) -> tuple[str, dict]:
        _must_be_final(event)
        for copy in event.publications.filter(ready_at=None):  # this one is later and holds all it would have
            _take_away(event, copy)
        return FINAL, {"visibility": FINAL}

    return make_copy(by, event, "publication.begun", decide)
