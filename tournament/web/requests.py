"""The request as the pages of an event get it."""

from django.http import HttpRequest

from ..models import CoachLink, Event, User


class PageRequest(HttpRequest):
    """A request with what `event_page` adds. Public pages use `capabilities`, never `user`."""

    user: User
    event: Event
    capabilities: frozenset[str]
    backup_failed: bool  # so that the page offers to go on without


class CoachRequest(PageRequest):
    """A request with what `coach_page` adds."""

    link: CoachLink
