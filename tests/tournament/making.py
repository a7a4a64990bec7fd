"""Small things that tests make by hand."""

from fractions import Fraction

from judging.games.paper import Box
from tournament.actions import judging
from tournament.models import User


def make_user(username: str, **more) -> User:
    return User.objects.create_user(username, password="correct horse", **more)


def boxes(*rows: tuple[tuple[int, ...], int | str]) -> tuple[Box, ...]:
    """boxes(((1, 2, 3, 4), 24), …) with the labels 1, 2, …"""
    return tuple(
        Box(str(at), numbers, Fraction(target)) for at, (numbers, target) in enumerate(rows, start=1)
    )


def judge_sheets(*sheets: int) -> None:
    """What the worker does with these sheets, by their ids; their jobs are left as they are."""
    judging.judge_lines(sheets)
    judging.store_points(sheets)
