"""The request as the pages of an event get it."""

from django.http import HttpRequest

from ..models import CoachLink, Event, User


class PageRequest(HttpRequest):
    """What `event_page` adds to a request. Public pages use `capabilities`, never `user`."""

    user: User
    event: Event
    capabilities: frozenset[str]
    backup_failed: bool  # so that the page offers to go on without


class CoachRequest(PageRequest):
    """What `coach_page` adds."""

    link: CoachLink
