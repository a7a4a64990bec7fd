"""Every public address of an event, in one registry. A copy of the event (a freeze, the final results) fetches each of
them as a visitor without an account. While a copy is shown, an address that is not here is 404.

To add a public page, add a row to PAGES: its URL name; `rows`, the URL arguments after the event, one tuple a page (by
default one page without arguments); and `parameters`, the query parameters that change the page. A parameter maps to
the values that count, or to None where any value does; other values are ignored. `queries` yields the combinations to
copy. The view must be an `event_page()`, a `results_page` or a `web.public_api.PublicView`, answer GET, and depend on the record and
`request.capabilities` alone. A page whose last part has an extension (`standings.csv`) is served as a download.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from ..common.table_files import CONTENT_TYPES
from ..models import Event, Fixture, FixtureSide, KeyDigest, Player, Round, Table, Team
from .permissions import sees_results

RECORD_TABLES = ("scores", "hardest", "most-found", "unusual", "most-methods", "highest")

Row = tuple[Any, ...]
Query = Mapping[str, str]


def _whole(event: Event) -> Iterable[Row]:
    """As `_one`, for a page that reads the whole record; such pages are copied last."""
    return [()]


PROJECTOR: Mapping[str, frozenset[str] | None] = {"projector": frozenset({"1"})}
STANDING: Mapping[str, frozenset[str] | None] = {"grade": None, "kind": frozenset({"team"})}


def _one(event: Event) -> Iterable[Row]:
    return [()]


@dataclass(frozen=True)
class PublicPage:
    """A kind of public page. One that `is_of_results` is not copied while results wait for the ceremony."""

    name: str
    rows: Callable[[Event], Iterable[Row]] = _one
    parameters: Mapping[str, frozenset[str] | None] = field(default_factory=dict)
    queries: Callable[[Event], Iterable[Query]] = lambda event: [{}]
    is_of_results: bool = True


def _with_projector(event: Event) -> list[Query]:
    return [{}, {"projector": "1"}]


def _every_standing(event: Event) -> Iterator[Query]:
    for (grade,) in _grades(event):
        yield {"grade": str(grade)}
        yield {"grade": str(grade), "kind": "team"}


def _grades(event: Event) -> Iterable[Row]:
    return event.divisions.order_by("grade").values_list("grade")


def _rounds(event: Event) -> Iterable[Row]:
    return event.rounds.order_by("position").values_list("position")


def _players(event: Event) -> Iterable[Row]:
    return Player.objects.filter(event=event).order_by("number").values_list("number")


def _teams(event: Event) -> Iterable[Row]:
    return Team.objects.filter(event=event, entrant__isnull=False).order_by("pk").values_list("pk")


def _asked_rounds_and_grades(event: Event) -> Iterable[Row]:
    """(round position, grade) of each puzzle that may be shown."""
    for round_ in event.rounds.order_by("position"):
        held = round_.division_puzzles.filter(puzzle__active__isnull=False) if round_.shows_puzzles else ()
        for grade in sorted(each.division.grade for each in held and held.select_related("division")):
            yield round_.position, grade


def _shown_rounds(event: Event) -> Iterable[Row]:
    return [(each.position,) for each in event.rounds.order_by("position") if each.shows_puzzles]


def _in_every_form(rows: Iterable[Row]) -> Iterable[Row]:
    return [(*row, form) for row in rows for form in CONTENT_TYPES]


def _shown_keys(event: Event) -> Iterable[Row]:
    """The names of the keys (`puzzle_keys.keys`) that may be shown."""
    shown = KeyDigest.objects.filter(version__set__event=event, version__set__round__status__in=Round.SHOWN)
    parts = ("version__set__round__position", "version__set__grade", "version__number")
    return [
        (f"{position}-{grade}-v{number}",) for position, grade, number in shown.order_by(*parts).values_list(*parts)
    ]


def _series(event: Event) -> Iterable[Row]:
    return event.series.order_by("pk").values_list("pk")


def _fixtures(event: Event) -> Iterable[Row]:
    return Fixture.objects.filter(series__event=event).order_by("pk").values_list("pk")


def _games_over(event: Event) -> Iterable[Row]:
    over = Fixture.objects.filter(series__event=event, table__stage=Table.Stage.OVER)
    return over.order_by("pk").values_list("pk")


def _meetings(event: Event) -> Iterable[Row]:
    """(series, number, number) of the two players of each game of two; once each."""
    sides = FixtureSide.objects.filter(fixture__series__event=event).order_by("fixture", "place")
    found: dict[tuple[int, int], list[int]] = {}
    for series, fixture, number in sides.values_list("fixture__series", "fixture", "player__number"):
        found.setdefault((series, fixture), []).append(number)
    return sorted({(series, *numbers) for (series, _fixture), numbers in found.items() if len(numbers) == 2})


PAGES: dict[str, PublicPage] = {
    page.name: page
    for page in (
        PublicPage("event", is_of_results=False),
        PublicPage("notation", is_of_results=False),
        PublicPage("card", is_of_results=False),
        PublicPage("division", _grades, PROJECTOR, _with_projector),
        PublicPage("division-teams", _grades, PROJECTOR, _with_projector),
        PublicPage("round", _rounds, PROJECTOR, _with_projector),
        PublicPage("methods", _asked_rounds_and_grades, PROJECTOR, _with_projector),
        PublicPage("records-file", lambda event: _in_every_form((name,) for name in RECORD_TABLES)),
        PublicPage("division-file", lambda event: _in_every_form(_grades(event))),
        PublicPage("division-teams-file", lambda event: _in_every_form(_grades(event))),
        PublicPage("round-file", lambda event: _in_every_form(_shown_rounds(event))),
        PublicPage("methods-file", lambda event: _in_every_form(_asked_rounds_and_grades(event))),
        PublicPage("team", _teams),
        PublicPage("team-file", lambda event: _in_every_form(_teams(event))),
        PublicPage("entrant", _players),
        PublicPage("api-event"),
        PublicPage("api-standings", parameters=STANDING, queries=_every_standing),
        PublicPage("api-round", _rounds),
        PublicPage("api-player", _players),
        PublicPage("api-series-list"),
        PublicPage("api-series", _series),
        PublicPage("keys", is_of_results=False),
        PublicPage("key-digests", is_of_results=False),
        PublicPage("key-file", _shown_keys, is_of_results=False),
        PublicPage("series", _series),
        PublicPage("series-game", _fixtures),
        PublicPage("game-transcript", _games_over),
        PublicPage("head-to-head", _meetings),
        PublicPage("series-file", lambda event: _in_every_form(_series(event))),
        PublicPage("series-games-file", lambda event: _in_every_form(_series(event))),
        PublicPage("records", _whole, PROJECTOR, _with_projector),
        PublicPage("event-export", _whole),
    )
}


def addresses(event: Event) -> Iterator[str]:
    """Each address that may be shown, once, in a fixed order: the most wanted pages first, and pages with the same rows
    row by row, so that one computation serves them all."""
    visible = [page for page in PAGES.values() if not page.is_of_results or sees_results(event, frozenset())]
    same_rows: dict[Callable, list[PublicPage]] = {}
    for page in visible:
        same_rows.setdefault(page.rows, []).append(page)
    for rows, pages in same_rows.items():
        queries = [(page.name, query) for page in pages for query in page.queries(event)]
        for row in rows(event):
            yield from (_written(reverse(name, args=[event.slug, *row]), query) for name, query in queries)


def page_name(request: HttpRequest) -> str:
    """The name of the page that was asked for, as addresses are named."""
    return (request.resolver_match and request.resolver_match.url_name) or ""


def requested_address(request: HttpRequest) -> str:
    """The request's address as the registry writes it, without parameters that change nothing."""
    page = PAGES.get(page_name(request))
    if page is None:
        return request.path
    given = ((name, request.GET.get(name), values) for name, values in page.parameters.items())
    counts = {name: value for name, value, values in given if value and (values is None or value in values)}
    return _written(request.path, counts)


def _written(path: str, query: Query) -> str:
    return f"{path}?{urlencode(sorted(query.items()))}" if query else path
