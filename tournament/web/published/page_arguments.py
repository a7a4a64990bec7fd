"""What the public pages of several folders are about: their URL arguments after the event, one tuple a page. Pages with
the same function are copied row by row, so that one computation serves them all."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from ...common.files.table_files import CONTENT_TYPES
from ...models import Event, Player, Team
from .addresses import PageArguments


def grades(event: Event) -> Iterable[PageArguments]:
    return event.divisions.order_by("grade").values_list("grade")


def rounds(event: Event) -> Iterable[PageArguments]:
    return event.rounds.order_by("position").values_list("position")


def shown_rounds(event: Event) -> Iterable[PageArguments]:
    return [(each.position,) for each in event.rounds.order_by("position") if each.shows_puzzles]


def players(event: Event) -> Iterable[PageArguments]:
    return Player.objects.filter(event=event).order_by("number").values_list("number")


def teams(event: Event) -> Iterable[PageArguments]:
    return Team.objects.filter(event=event, entrant__isnull=False).order_by("pk").values_list("pk")


def asked_rounds_and_grades(event: Event) -> Iterator[PageArguments]:
    """(round position, grade) of each puzzle that may be shown."""
    for round_ in event.rounds.order_by("position"):
        held = round_.division_puzzles.filter(puzzle__active__isnull=False) if round_.shows_puzzles else ()
        for grade in sorted(each.division.grade for each in held and held.select_related("division")):
            yield round_.position, grade


def series(event: Event) -> Iterable[PageArguments]:
    return event.series.order_by("pk").values_list("pk")


@cache
def in_every_form(rows: Callable[[Event], Iterable[PageArguments]]) -> Callable[[Event], Iterable[PageArguments]]:
    """The same rows once for each kind of file."""
    return lambda event: [(*row, form) for row in rows(event) for form in CONTENT_TYPES]
