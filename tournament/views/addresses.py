"""Every public address of an event, in one registry. A copy of the event (a freeze, the final results) is made by asking
for each of them as a visitor without an account; while a copy is shown, an address that is not here is 404.

Whoever adds a public page adds a row to PAGES: the name of its URL, what stands behind the event in it for every page
there is (`rows`, by default one page without arguments), and those query parameters that change what it says. A
parameter maps to the values that count, or to None where any value does; any other value is as if it were left out,
so list the ones that differ from the default. `queries` yields the combinations to be copied. A view of such a page is
an `event_page()`, a `results_page` or a `PublicView`, is asked by GET, and says who reads it only from
`request.capabilities`. Its `rows` and its answer may depend on the record and on nothing else. A page whose last part
has an extension (`standings.csv`) is served as a file to keep.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import ResolverMatch, reverse

from ..models import Event, Player, Team
from ..permissions import sees_results
from ..tables.records import TABLES as RECORDS
from ..tables.writing import CONTENT_TYPES

Row = tuple[Any, ...]
Query = Mapping[str, str]


def _whole(event: Event) -> Iterable[Row]:
    """As `_one`, for a page that reads the whole record: made after those that are wanted first."""
    return [()]


PROJECTOR: Mapping[str, frozenset[str] | None] = {"projector": frozenset({"1"})}
STANDING: Mapping[str, frozenset[str] | None] = {"grade": None, "kind": frozenset({"team"})}


def _one(event: Event) -> Iterable[Row]:
    return [()]


@dataclass(frozen=True)
class Page:
    """A kind of public page. `is_of_results` is one that is not copied where results stay secret until the ceremony."""

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


def _asked(event: Event) -> Iterable[Row]:
    """Position and grade wherever a grade was asked something in a round whose puzzles may be shown."""
    for round_ in event.rounds.order_by("position"):
        held = round_.division_puzzles.filter(puzzle__active__isnull=False) if round_.shows_puzzles else ()
        for grade in sorted(each.division.grade for each in held and held.select_related("division")):
            yield round_.position, grade


def _shown_rounds(event: Event) -> Iterable[Row]:
    return [(each.position,) for each in event.rounds.order_by("position") if each.shows_puzzles]


def _in_every_form(rows: Iterable[Row]) -> Iterable[Row]:
    return [(*row, form) for row in rows for form in CONTENT_TYPES]


PAGES: dict[str, Page] = {
    page.name: page
    for page in (
        Page("event", is_of_results=False),
        Page("notation", is_of_results=False),
        Page("card", is_of_results=False),
        Page("division", _grades, PROJECTOR, _with_projector),
        Page("division-teams", _grades, PROJECTOR, _with_projector),
        Page("round", _rounds, PROJECTOR, _with_projector),
        Page("records", _whole, PROJECTOR, _with_projector),
        Page("methods", _asked, PROJECTOR, _with_projector),
        Page("records-file", lambda event: _in_every_form((name,) for name in RECORDS)),
        Page("division-file", lambda event: _in_every_form(_grades(event))),
        Page("division-teams-file", lambda event: _in_every_form(_grades(event))),
        Page("round-file", lambda event: _in_every_form(_shown_rounds(event))),
        Page("methods-file", lambda event: _in_every_form(_asked(event))),
        Page("team", _teams),
        Page("team-file", lambda event: _in_every_form(_teams(event))),
        Page("entrant", _players),
        Page("api-event"),
        Page("api-standings", parameters=STANDING, queries=_every_standing),
        Page("api-round", _rounds),
        Page("api-player", _players),
        Page("event-export", _whole),
    )
}


def addresses(event: Event) -> Iterator[str]:
    """Each address once, in an order that the record alone decides, those first that most people ask for; pages of the same rows row by row, so that what is
    worked out for one serves the next. What may not be shown is left out."""
    visible = [page for page in PAGES.values() if not page.is_of_results or sees_results(event, frozenset())]
    same_rows: dict[Callable, list[Page]] = {}
    for page in visible:
        same_rows.setdefault(page.rows, []).append(page)
    for rows, pages in same_rows.items():
        queries = [(page.name, query) for page in pages for query in page.queries(event)]
        for row in rows(event):
            yield from (_written(reverse(name, args=[event.slug, *row]), query) for name, query in queries)


def asked(request: HttpRequest) -> str:
    """The address that a request asks for as the registry writes it: parameters that change nothing are left out."""
    match: ResolverMatch = request.resolver_match
    page = PAGES.get(match.url_name or "")
    if page is None:
        return request.path
    given = ((name, request.GET.get(name), values) for name, values in page.parameters.items())
    counts = {name: value for name, value, values in given if value and (values is None or value in values)}
    return _written(request.path, counts)


def _written(path: str, query: Query) -> str:
    return f"{path}?{urlencode(sorted(query.items()))}" if query else path
