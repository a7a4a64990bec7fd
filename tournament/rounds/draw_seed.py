"""The seed of an event, from which the draws of its tiebreakers follow (NT-TB-2)."""

import secrets

from ..audit import trail as audit
from ..models import Event


def draw_seed(event: Event) -> None:
    """Draw the event's seed if it has none. Called when a round opens, before anybody can know who will be tied. The
    caller has locked `event`."""
    if event.tie_seed:
        return
    event.tie_seed = secrets.token_hex(16)
    event.save(update_fields=["tie_seed"])
    audit.record(event, None, "event.seed_drawn", event, after={"tie_seed": event.tie_seed})
