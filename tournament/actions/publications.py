"""What the public is shown of an event, and the copies it is shown in place of the record.

To freeze, to hold back until the ceremony and to publish as final each begin a copy of every public page. The actions
return the copy that they began, if they did: `views.copying.carry_out` opens the snapshot within their transaction and
makes the pages. One that was cut off can be made `again` or given up.
"""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from ..models import AuditEntry, Event, Publication, User
from ..permissions import require
from ..record import publications as record
from ..record.notes import NOTED
from ..record.publications import EMBARGOED, FINAL, HIDDEN, PROVISIONAL
from . import audit, copies
from .refusals import Refused, invalid

LONGEST_NOTE = 4000


@transaction.atomic
def publish(*, by: User, event: Event, visibility: str) -> Publication | None:
    """Say what the public sees: nothing, live results, the results of this moment, none before the ceremony, or final
    ones. The last three begin a copy, but what is frozen stays as it is until the ceremony."""
    require(by, "run", event)
    if visibility not in Event.Visibility.values:
        raise invalid(visibility=_("Choose what the public sees."))
    event = Event.objects.select_for_update().get(pk=event.pk)
    if sentence := record.in_the_way(event, visibility):
        raise Refused("rounds_not_final" if visibility == FINAL else "cannot_be_shown_now", sentence)
    before, event.visibility = event.visibility, visibility
    if visibility in {HIDDEN, PROVISIONAL}:  # finished copies are kept, but shown no more
        _drop_unfinished(event)
        event.shown = None
    elif visibility != EMBARGOED or event.shown is None:
        return copies.begin(event, by, "event.published", before)
    event.save(update_fields=["visibility", "shown"])
    states: dict[str, Any] = {"before": {"visibility": before}, "after": {"visibility": visibility}}
    audit.record(event, by, "event.published", event, **states)
    return None


@transaction.atomic
def again(*, by: User, event: Event) -> Publication:
    """Begin a copy that was cut off anew, from this moment."""
    require(by, "run", event)
    event = Event.objects.select_for_update().get(pk=event.pk)
    return copies.begin(event, by, "publication.begun", _give_up(event))


@transaction.atomic
def note(*, by: User, event: Event, note: str) -> None:
    """Say what was corrected in final results: the public reads it in the next copy (`renew`)."""
    require(by, "run", event)
    note = "\n".join(note.splitlines()).strip()
    if not note or len(note) > LONGEST_NOTE:
        raise invalid(note=_("Say what was corrected, in at most 4000 characters: the public reads it."))
    event = Event.objects.select_for_update().get(pk=event.pk)
    if event.visibility != FINAL:
        raise Refused("not_final", _("No final results are public."))
    audit.record(event, by, "publication.noted", event, after={"note": note})


@transaction.atomic
def renew(*, by: User, event: Event) -> Publication | None:
    """Begin a new copy of final results, where something was corrected since the last one was begun."""
    require(by, "desk", event)
    event = Event.objects.select_for_update().get(pk=event.pk)
    last = event.publications.last()
    if event.visibility != FINAL or last is None:
        return None
    corrected = AuditEntry.objects.filter(event_id=event.pk, verb__in=NOTED, number__gt=last.audit_number)
    if not corrected.exists():
        return None
    _drop_unfinished(event)  # the new one is later and holds all that it would have
    return copies.begin(event, by, "publication.begun", FINAL)


@transaction.atomic
def give_up(*, by: User, event: Event) -> None:
    """Leave a copy unfinished; the public sees what it saw before it was begun."""
    require(by, "run", event)
    event = Event.objects.select_for_update().get(pk=event.pk)
    here, event.visibility = event.visibility, _give_up(event)
    event.save(update_fields=["visibility", "shown"])
    states: dict[str, Any] = {"before": {"visibility": here}, "after": {"visibility": event.visibility}}
    audit.record(event, by, "publication.given_up", event, **states)


def _give_up(event: Event) -> str:
    """Take the unfinished copy of a locked event away; what the public saw before it was begun."""
    copy = record.unfinished(event)
    if copy is None:
        raise Refused("nothing_unfinished", _("No copy is unfinished."))
    entries = AuditEntry.objects.filter(event_id=event.pk, verb__in=["event.published", "publication.begun"])
    before = entries.get(after__publication=copy.pk).before["visibility"]
    _drop_unfinished(event)
    return before


def _drop_unfinished(event: Event) -> None:
    if event.shown and event.shown.ready_at is None:
        event.shown = None
        event.save(update_fields=["shown"])
    event.publications.filter(ready_at=None).delete()
