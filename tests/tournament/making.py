"""Small helpers that make things for tests."""

import threading
import uuid
from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction
from http.cookies import SimpleCookie

from django.test import Client
from django.utils import timezone

from bench.drills.confirming import Crowd
from judging.games.paper import Box, label_of
from tests.tournament.set_up import made_once
from tournament.models import Event, Job, Rescore, Scope, User
from tournament.publication import actions as publications, queries as record
from tournament.publication.rendering import carry_out
from tournament.rescoring import actions as rescores
from tournament.rounds import method_counts
from tournament.scoring import worker as judging
from tournament.sign_in import api_tokens, links as sign_in_links
from tournament.tasks import perform

HERE = uuid.UUID(int=7)  # the browser in which tests type sheets


def make_token(person: User, *scopes: str, event: Event | None = None) -> str:
    """The key of a token that works for a day; with all scopes if none is named."""
    soon = timezone.now() + timedelta(days=1)
    chosen = list(scopes or Scope.values)
    return api_tokens.make(by=person, name="A program", scopes=chosen, ends_at=soon, event=event)[1]


def make_user(username: str, **more) -> User:
    return User.objects.create_user(username, password="correct horse", **more)


class SharingClient(Client):
    """Signs people in with the session of an earlier test that began in the same way."""

    def force_login(self, user, backend=None):
        if self.cookies:
            super().force_login(user, backend)
        else:
            self.cookies = _sign_in(user)


@made_once
def _sign_in(user: User) -> SimpleCookie:
    client = Client()
    client.force_login(User.objects.get(pk=user.pk))
    return client.cookies


def sign_in_address(user: User) -> str:
    """The path that signs somebody in at once, on any device, as the demo's links do."""
    return sign_in_links.path_of(sign_in_links.make_here(user, reusable=True))


def publish(by: User, event: Event, visibility: str, keep_frozen: bool | None = None) -> Event:
    """Publish as the page does, with windows for disputes closed, and wait for the whole copy."""
    why = "A sheet was found." if record.takes_back(Event.objects.get(pk=event.pk), visibility) else ""
    choices = {"keep_frozen": keep_frozen, "keep_windows": False, "why": why}
    carry_out(publications.publish, by=by, event=event, visibility=visibility, **choices)
    copies_are_made()
    return Event.objects.get(pk=event.pk)


def copies_are_made() -> None:
    """Wait until the copies are complete or cut off."""
    for thread in threading.enumerate():
        if thread.name == "copy":
            thread.join(300)


def apply(by: User, rescore: Rescore, note: str) -> None:
    """Apply as the page does, and make the new copy of final results."""
    rescores.apply(by=by, rescore=rescore, note=note)
    carry_out(publications.renew, by=by, event=rescore.event)
    copies_are_made()


def act_together(count: int, act: Callable[[int], object]) -> list[object]:
    """What `act(0)`, `act(1)`, … return or raise, started at the same instant on connections of their own."""
    crowd = Crowd(count)
    try:
        return crowd.act_together(act)
    finally:
        crowd.leave()


def boxes(*rows: tuple[tuple[int, ...], int | str]) -> tuple[Box, ...]:
    """boxes(((1, 2, 3, 4), 24), …) with the labels Set 1, Set 2, …"""
    return tuple(
        Box(label_of("Set", at), numbers, Fraction(target)) for at, (numbers, target) in enumerate(rows, start=1)
    )


def judge_sheets(*sheets: int) -> None:
    """Judge and score these sheets (ids) as the worker does; their jobs stay as they are."""
    judging.judge_lines(sheets, 1)
    judging.store_points(sheets)


def list_methods() -> None:
    """Have the methods of all puzzles counted and listed, as the sweeper and the worker do."""
    method_counts.ensure_next()
    while job := Job.objects.filter(state="waiting").first():
        assert perform(job.pk)
        method_counts.ensure_next()
