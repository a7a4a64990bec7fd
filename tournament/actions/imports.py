"""Files kept between their dry run and their import."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..importing.plan import Plan
from ..importing.tables import LARGEST
from ..models import Event, Import, User
from ..permissions import require
from .refusals import Refused, invalid

P = TypeVar("P", bound=Plan)

NEEDS = {Import.Kind.ROSTER: "roster", Import.Kind.PUZZLES: "run", Import.Kind.LINES: "key"}


@transaction.atomic
def keep(*, by: User, event: Event, kind: str, filename: str, content: bytes) -> Import:
    """Keep a file so that what is applied later is what was checked. It decides nothing, so the audit is silent."""
    require(by, NEEDS[Import.Kind(kind)], event)
    if len(content) > LARGEST:
        raise invalid(
            file=_("This file is larger than %(most)s MB. Split it.") % {"most": LARGEST // 1024 // 1024}
        )
    return Import.objects.create(
        event=event,
        kind=kind,
        filename=filename[-200:],
        content=content,
        uploaded_by=by,
        uploaded_at=timezone.now(),
    )


@contextmanager
def applying(upload: Import, make: Callable[[Event, str, bytes], P], shown: str, changed: str) -> Iterator[P]:
    """What the kept file does now, to be done within; then the file is marked as imported. The caller has locked what the
    plan is made from. Refused where the file was imported already, has problems, or would do other than the plan `shown`
    (its fingerprint); `changed` says what has changed then."""
    upload = Import.objects.select_for_update().select_related("event").get(pk=upload.pk)
    if upload.applied_at:
        raise Refused("applied", _("This file has been imported already. Nothing was done a second time."))
    plan = make(upload.event, upload.filename, bytes(upload.content))
    if not plan.can_apply:
        raise Refused(
            "has_problems", _("This file has problems; nothing was imported. Mend them and choose it again.")
        )
    if shown and shown != plan.fingerprint:
        raise Refused("changed_meanwhile", changed)
    yield plan
    upload.applied_at = timezone.now()
    upload.save(update_fields=["applied_at"])
