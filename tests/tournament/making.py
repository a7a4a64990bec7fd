"""Small things that tests make by hand."""

import threading
import uuid
from fractions import Fraction

from judging.games.paper import Box, label_of
from tournament.actions import judging, publications, rescores
from tournament.models import Event, Rescore, User
from tournament.views.copying import carry_out

HERE = uuid.UUID(int=7)  # the browser in which the tests' sheets are typed


def make_user(username: str, **more) -> User:
    return User.objects.create_user(username, password="correct horse", **more)


def publish(by: User, event: Event, visibility: str) -> Event:
    """As the page does it, with the whole copy that it begins."""
    carry_out(publications.publish, by=by, event=event, visibility=visibility)
    copies_are_made()
    return Event.objects.get(pk=event.pk)


def copies_are_made() -> None:
    """Wait until they are, or were cut off."""
    for thread in threading.enumerate():
        if thread.name == "copy":
            thread.join(300)


def apply(by: User, rescore: Rescore, note: str) -> None:
    """As the page does it, with the new copy of final results."""
    rescores.apply(by=by, rescore=rescore, note=note)
    carry_out(publications.renew, by=by, event=rescore.event)
    copies_are_made()


def boxes(*rows: tuple[tuple[int, ...], int | str]) -> tuple[Box, ...]:
    """boxes(((1, 2, 3, 4), 24), …) with the labels Set 1, Set 2, …"""
    return tuple(
        Box(label_of("Set", at), numbers, Fraction(target))
        for at, (numbers, target) in enumerate(rows, start=1)
    )


def judge_sheets(*sheets: int) -> None:
    """What the worker does with these sheets, by their ids; their jobs are left as they are."""
    judging.judge_lines(sheets)
    judging.store_points(sheets)
