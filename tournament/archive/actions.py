"""Putting an event away: archived, which can be undone, or deleted while nothing is recorded."""

from collections.abc import Iterator

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.refusals import Refused
from ..models import Competition, Event, Penalty, Publication, PuzzleVersion, Rescore, Sheet, Table, Tie, User
from ..roster import dependents
from ..web.permissions import NotAllowed, capabilities


def locked(who: User, event: Event, allow_references: bool = False) -> Event:
    """The event, locked. An archived one refuses every other action, so those of this folder ask for the role."""
    if "run" not in capabilities(who, event):
        raise NotAllowed("run")
    return Event.objects.select_for_update(no_key=allow_references).get(pk=event.pk)


@transaction.atomic
def archive(*, by: User, event: Event) -> Event:
    """Hide the event from lists and refuse every later change. What is public stays public; work that waits is still
    done."""
    event = locked(by, event, allow_references=True)
    # a sheet that is being handed in comes before; one that is handed in now waits, and finds the event archived
    list(event.rounds.select_for_update(no_key=True).order_by("pk").values_list("pk"))
    if not event.archived_at:
        event.archived_at = timezone.now()
        event.save(update_fields=["archived_at"])
        audit.record(event, by, "event.archived", event)
    return event


@transaction.atomic
def unarchive(*, by: User, event: Event) -> Event:
    """List the event again, and let its helpers work."""
    event = locked(by, event)
    if event.archived_at:
        event.archived_at = None
        event.save(update_fields=["archived_at"])
        audit.record(event, by, "event.unarchived", event)
    return event


def recorded(event: Event) -> list[str]:
    """A sentence for each thing that keeps an event from being deleted."""
    return list(_recorded(event))


def _recorded(event: Event) -> Iterator[str]:
    if event.is_public:
        yield _("The public sees this event. Publish it as hidden first.")
    if Publication.objects.filter(event=event).exists():
        yield _("Its results have been published.")
    if PuzzleVersion.objects.filter(puzzle__round__event=event).exists():
        yield _("It has puzzles, which are kept for good.")
    spares = Sheet.objects.filter(round__event=event, entrant=None, issued_at__isnull=False)
    if dependents.used_sheets(event.entrants.all()).exists() or spares.exists():
        yield _("Sheets have been handed out or typed.")
    if Penalty.objects.filter(event=event).exists() or Tie.objects.filter(event=event).exists():
        yield _("It has penalties or tiebreakers.")
    if Table.objects.filter(event=event).exists():
        yield _("Live games have been opened.")
    if Rescore.objects.filter(event=event).exists():
        yield _("It has re-scores.")
    if Competition.objects.filter(event=event).exists():
        yield _("It runs a competition of several halls.")


@transaction.atomic
def delete(*, by: User, event: Event) -> None:
    """Delete an event about which nothing is recorded, with its roster and rounds. Its audit trail stays."""
    event = locked(by, event)
    if reasons := recorded(event):
        raise Refused("recorded", _("This event cannot be deleted. %(reasons)s") % {"reasons": " ".join(reasons)})
    before = {"name": event.name, "players": event.players.count(), "rounds": event.rounds.count()}
    audit.record(event, by, "event.deleted", event, before=before)
    event.entrants.all().delete()
    event.players.all().delete()
    event.delete()
