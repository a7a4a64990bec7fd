"""What may be concluded from two moments when a clock can be set back.

Order comes from numbers, never from moments. What is left for the clock is how long to wait for somebody, and a moment
that lies in the future says that nobody knows any more how long it has been: then the wait is over.
"""

from datetime import datetime, timedelta

from django.utils import timezone

CLOCKS_DIFFER = timedelta(seconds=30)  # between the machines of one installation


def has_passed(span: timedelta, since: datetime) -> bool:
    """Whether `span` has gone by since that moment, or the clock was set back behind it."""
    ago = timezone.now() - since
    return ago >= span or -ago > CLOCKS_DIFFER
