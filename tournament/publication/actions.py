"""Actions that decide what the public sees of an event.

Frozen, embargoed and final results are a copy of every public page. The actions return the copy that they began, if
any; `publication.rendering.carry_out` then makes its pages. An interrupted copy can be restarted or cancelled.
"""

from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..audit.corrections import NOTED
from ..common import limits
from ..common.refusals import Refused, invalid
from ..disputes.actions import close_window
from ..disputes.filing import open_windows
from ..models import AuditEntry, Event, Publication, User
from ..models.disputes import unsettled
from ..web.permissions import require, require_locked
from . import copies, queries as record
from .queries import EMBARGOED, FINAL, HIDDEN, PROVISIONAL


@transaction.atomic
def publish(
    *,
    by: User,
    event: Event,
    visibility: str,
    keep_frozen: bool | None = None,
    despite_disputes: Collection[int] = (),
    keep_windows: bool | None = None,
    why: str = "",
) -> Publication | None:
    """Set what the public sees. Frozen, embargoed and final begin a copy. `keep_frozen`
    says whether frozen results stay public until the ceremony; an embargo of frozen results needs it. Final results
    that are prepared and current are shown at once, and no copy begins. Final results are refused `disputes_open` while
    a dispute is not settled whose id is not in `despite_disputes`. `keep_windows` says whether open windows for
    disputes stay open; final results need it if there is one. `why` is needed to take back final results or to hide
    frozen ones."""
    require(by, "run", event)
    if visibility not in Event.Visibility.values:
        raise invalid(visibility=_("Choose what the public sees."))
    event = Event.objects.select_for_update().get(pk=event.pk)
    refuse_too_early(event, visibility, keep_frozen)
    if visibility == EMBARGOED and keep_frozen is None and record.shows_frozen(event):
        raise invalid(frozen_results=_("Choose whether the frozen results stay public."))
    if record.takes_back(event, visibility) and not why.strip():
        raise invalid(why=_("Write the reason. It is kept."))
    if visibility == FINAL:
        _refuse_other_disputes(event, despite_disputes)
        _windows(by, event, keep_windows)
    before = record.state(event)
    if visibility in {HIDDEN, PROVISIONAL}:  # finished copies are kept, but no longer shown
        copies.drop_unfinished(event)
        event.shown = None
        copies.drop_prepared(event)
    elif visibility == FINAL and copies.show_prepared(event, by=by, before=before):
        return None
    elif not (visibility == EMBARGOED and keep_frozen and event.shown):
        return copies.begin(event, by, "event.published", before, visibility)
    event.visibility = visibility
    event.save(update_fields=["visibility", "shown"])
    states: dict[str, Any] = {"before": before, "after": {"visibility": visibility}}
    audit.record(event, by, "event.published", event, why=why.strip(), **states)
    return None


def refuse_too_early(event: Event, visibility: str, keep_frozen: bool | None = None) -> None:
    """Refuse a visibility that is not possible yet, such as final results while a round is not final."""
    if sentence := record.obstacle(event, visibility, keep_frozen=keep_frozen is not False):
        raise Refused("rounds_not_final" if visibility == FINAL else "cannot_be_shown_now", sentence)


def _refuse_other_disputes(event: Event, known: Collection[int]) -> None:
    left = unsettled(event)
    if any(each.pk not in known for each in left):
        raise Refused("disputes_open", record.not_settled(left))


def _windows(by: User, event: Event, keep: bool | None) -> None:
    left = open_windows(event)
    if left and keep is None:
        raise invalid(windows=_("Choose whether disputes stay open."))
    for window in () if keep else left:
        close_window(by=by, round_=window.round)


@transaction.atomic
def restart_copy(*, by: User, event: Event) -> Publication:
    """Replace an interrupted copy by a new one, of the results as they are now."""
    event = require_locked(by, "run", event)
    visibility = _becomes(event)
    return copies.begin(event, by, "publication.begun", _remove_unfinished(event), visibility)


@transaction.atomic
def note(*, by: User, event: Event, note: str) -> None:
    """Record what was corrected in final results. The public reads it in the next copy."""
    require(by, "run", event)
    note = "\n".join(note.splitlines()).strip()
    if not note or len(note) > limits.NOTE:
        raise invalid(note=_("Write what was corrected, in at most 4000 characters. The public reads it."))
    event = Event.objects.select_for_update().get(pk=event.pk)
    if event.visibility != FINAL:
        raise Refused("not_final", _("No final results are public."))
    audit.record(event, by, "publication.noted", event, after={"note": note})


@transaction.atomic
def renew(*, by: User, event: Event) -> Publication | None:
    """Begin a new copy of final results if something was corrected since the last one."""
    event = require_locked(by, "desk", event)
    last = event.publications.last()
    if not event.has_final_results or last is None:
        return None
    corrected = AuditEntry.objects.filter(event_id=event.pk, verb__in=NOTED, number__gt=last.audit_number)
    if not corrected.exists():
        return None
    copies.drop_unfinished(event)  # the new copy replaces it
    return copies.begin(event, by, "publication.begun", record.state(event), FINAL)


@transaction.atomic
def cancel_copy(*, by: User, event: Event) -> None:
    """Cancel an unfinished copy. The public sees what it saw before."""
    event = require_locked(by, "run", event)
    here = record.state(event) | {"visibility": _becomes(event)}
    before = _remove_unfinished(event)
    event.visibility, event.shown_id = before["visibility"], before["publication"]
    event.save(update_fields=["visibility", "shown"])
    states: dict[str, Any] = {"before": here, "after": before}
    audit.record(event, by, "publication.given_up", event, **states)


def _remove_unfinished(event: Event) -> dict[str, Any]:
    """Delete the unfinished copy of a locked event; returns the `queries.state` before it."""
    copy = record.unfinished(event)
    if copy is None:
        raise Refused("nothing_unfinished", _("There is no unfinished copy."))
    entries = AuditEntry.objects.filter(event_id=event.pk, verb__in=["event.published", "publication.begun"])
    before = entries.get(after__publication=copy.pk).before
    copies.drop_unfinished(event)
    return {"publication": event.shown_id} | (before or {})  # an older entry does not say which copy was shown


def _becomes(event: Event) -> str:
    """The visibility of an event once its unfinished copy is complete; its present one if there is none."""
    copy = record.unfinished(event)
    return copies.SHOWN_AS[copy.kind] if copy else event.visibility
