"""Final results that the worker copies before the ceremony ends, so that its end only has to show them (NT-PU-18).

A job makes pages for some seconds, from one snapshot, and the next job goes on where it stopped. The counters of the
event say whether the record is still the same; if not, the copy starts again. Killing a worker loses the pages of one
batch.
"""

from collections.abc import Collection, Iterator
from datetime import timedelta
from time import monotonic
from typing import Any

from django.db import transaction
from django.utils import timezone

from ..jobs import queue as jobs
from ..models import AuditEntry, AuditHead, ChangeHead, Event, Job, Publication
from ..web.published.addresses import addresses
from ..web.snapshot import shared_snapshot
from . import copies, queries as record, rendering
from .interruptions import interruption

TIME_PER_JOB = timedelta(seconds=10)  # for one job; its lease is longer
QUIET = timedelta(seconds=10)  # since the last decision: while people decide, a copy would be made for nothing


def ensure_next() -> None:
    """Start a job for each event whose final results can be prepared and are not. The sweeper calls it."""
    for event in _waiting_for_the_ceremony():
        if _is_quiet(event) and not record.not_final_yet(event) and not _is_prepared(event):
            _ensure(event.pk)


def _waiting_for_the_ceremony() -> Iterator[Event]:
    """Events whose public reads a finished copy that is not the final one, while no other copy is made."""
    states = {Event.Visibility.EMBARGOED, Event.Visibility.FROZEN}
    events = Event.objects.filter(visibility__in=states, archived_at=None, shown__ready_at__isnull=False)
    return (each for each in events.iterator() if not record.unfinished(each))


def _is_quiet(event: Event) -> bool:
    since = timezone.now() - QUIET
    return not AuditEntry.objects.filter(event_id=event.pk, at__gt=since).exists()


def _is_prepared(event: Event) -> bool:
    copy = _prepared(event)
    return copy is not None and bool(copy.digest) and copies.is_current(copy, *_counters(event))


def _ensure(event_id: int) -> None:
    known = Job.objects.filter(kind=Job.PREPARE_COPY, subject=event_id)
    if not known.filter(state__in=[Job.State.WAITING, Job.State.WORKING]).exists() and not _has_failed(event_id, known):
        jobs.ensure(Job.PREPARE_COPY, event_id)


def _has_failed(event_id: int, known: Any) -> bool:
    """Whether preparing failed for good since the last decision. The copy is then made when results are published."""
    last = AuditEntry.objects.filter(event_id=event_id).last()
    return known.failed().filter(ended_at__gt=last.at).exists() if last else False


def _prepared(event: Event) -> Publication | None:
    return event.publications.filter(kind=Publication.Kind.PREPARED).defer("document").last()


def _counters(event: Event) -> tuple[AuditHead, ChangeHead]:
    head = AuditHead.objects.filter(event=event).first() or AuditHead(event=event)
    return head, ChangeHead.objects.filter(event=event).first() or ChangeHead(event=event)


def progress(event: Event) -> dict[str, Any] | None:
    """How far final results are prepared, for the organiser: `is_ready`, how many `pages` of `planned` there are, and
    the `interruption`, if any. None if nothing is prepared of the present record."""
    copy = _prepared(event)
    if copy is None or not copies.is_current(copy, *_counters(event)):
        return None
    pages = {"pages": copy.pages.count(), "planned": copy.pages_planned}
    return {"is_ready": bool(copy.digest), **pages, "interruption": interruption(copy)}


def make_pages(events: Collection[int], attempt: int) -> None:
    """Make pages of the prepared copies of these events for a while."""
    for event_id in events:
        with rendering.beside_a_snapshot() as aside, shared_snapshot():
            _go_on(event_id, aside)


def go_on(events: Collection[int]) -> None:
    """Have the rest of the pages made."""
    for event in _waiting_for_the_ceremony():
        copy = _prepared(event) if event.pk in events else None
        if copy and not copy.digest and copies.is_current(copy, *_counters(event)):
            jobs.ensure(Job.PREPARE_COPY, event.pk)


def _go_on(event_id: int, aside: rendering.Aside) -> None:
    event = Event.objects.get(pk=event_id)  # the first read opens the snapshot
    counters = _counters(event)
    copy = aside(_copy_to_fill, event_id, *counters)
    if copy is None:
        return
    try:
        _fill(copy, aside)
    except Exception as error:
        aside(copies.cut_off, copy, error)
        raise


def _fill(copy: Publication, aside: rendering.Aside) -> None:
    copy.stop_address = copy.stop_language = ""  # those of an earlier job
    shown = rendering.as_shown(copy)
    shown.visibility = Event.Visibility.FINAL
    listed, end = list(addresses(shown)), monotonic() + TIME_PER_JOB.total_seconds()
    done = set(aside(_stored, copy))
    for pages in rendering.some_at_a_time(rendering.pages_as_shown(shown, listed, done)):
        aside(copies.store, copy, pages, rendering.pages_planned(listed))
        if monotonic() > end:
            return
    aside(_complete, copy)


def _stored(copy: Publication) -> list[tuple[str, str]]:
    return list(copy.pages.values_list("address", "language"))


@transaction.atomic
def _copy_to_fill(event_id: int, head: AuditHead, change: ChangeHead) -> Publication | None:
    """The unfinished prepared copy of the record at these counters; a new one replaces that of an earlier record. None
    if none is wanted, or if it is complete."""
    event = Event.objects.select_for_update().get(pk=event_id)
    waits = event.visibility in {record.EMBARGOED, record.FROZEN} and not record.unfinished(event)
    if not waits or record.not_final_yet(event):
        copies.drop_prepared(event)
        return None
    if not copies.is_current(Publication(**copies.moment(head, change)), *_counters(event)):
        return None  # something was recorded since the snapshot: the next job sees it
    copy = _prepared(event)
    if copy and copies.is_current(copy, head, change):
        return None if copy.digest else copy
    copies.drop_prepared(event)
    last = AuditEntry.objects.filter(event_id=event_id, verb="event.published").last()
    if last is None or last.by_id is None:
        return None
    now = timezone.now()
    return Publication.objects.create(
        event=event,
        kind=Publication.Kind.PREPARED,
        made_by_id=last.by_id,  # whoever publishes it takes their place
        made_at=now,
        progressed_at=now,
        **copies.moment(head, change),
    )


def _complete(copy: Publication) -> None:
    digest = copies.digest_of_pages(copy)
    Publication.objects.filter(pk=copy.pk, kind=Publication.Kind.PREPARED).update(digest=digest)
