"""The worker's tasks for tables, so that nothing depends on an open browser."""

import logging

from ..models import Table
from ..moves.recording import is_due, now, record_due
from ..moves.table_cache import known
from . import actions, rate_limits

log = logging.getLogger(__name__)


def look_after_tables() -> None:
    """Record the moves that clocks make, and delete what is no longer needed."""
    moment = now()
    for table in Table.objects.select_related("event").filter(stage=Table.Stage.PLAYING):
        try:
            if is_due(known(table), moment):
                record_due(table)
        except Exception:  # one damaged table must not stop the others
            log.exception("table %s could not be brought up to date", table.code)
    actions.delete_old()
    rate_limits.forget_unused()
