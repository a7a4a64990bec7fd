"""Files kept between their dry run and their import."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..importing.tables import LARGEST
from ..models import Event, Import, User
from ..permissions import require
from .refusals import invalid

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
