"""Every public address of an event. A copy of the event (a freeze, the final results) fetches each of them as a visitor
without an account. While a copy is shown, an address that is not here is 404.

A public page is declared at its view, with `@copied(…)` above its other decorators. The view must be an `event_page()`,
a `results_page` or a `rest.public.PublicView`, answer GET, and depend only on the record and `request.capabilities`.
A page whose last part has an extension (`standings.csv`) is served as a download.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from ...models import Event
from ..permissions import sees_results

View = TypeVar("View", bound=Callable[..., Any])
PageArguments = tuple[Any, ...]
Query = Mapping[str, str]


def one(event: Event) -> Iterable[PageArguments]:
    """The rows of a page without arguments after the event."""
    return [()]


@dataclass(frozen=True)
class PublicPage:
    """A kind of public page: the URL arguments of each after the event; the query parameters that change it, each with
    the values that count or None where any does (others are ignored); the combinations of parameters to copy; and where
    it comes among the kinds, 0 first. One that `is_of_results` is not copied while results wait for the ceremony."""

    rows: Callable[[Event], Iterable[PageArguments]]
    parameters: Mapping[str, frozenset[str] | None]
    queries: Callable[[Event], Iterable[Query]]
    is_of_results: bool
    order: int


def copied(
    rows: Callable[[Event], Iterable[PageArguments]] = one,
    *,
    parameters: Mapping[str, frozenset[str] | None] = MappingProxyType({}),
    queries: Callable[[Event], Iterable[Query]] = lambda event: [{}],
    is_of_results: bool = True,
    order: int = 5,
) -> Callable[[View], View]:
    """A decorator that declares a view or a view class as public pages; see `PublicPage`."""

    def declare(view: View) -> View:
        view.public_page = PublicPage(rows, parameters, queries, is_of_results, order)  # type: ignore[attr-defined]
        return view

    return declare


def copied_with_projector(
    rows: Callable[[Event], Iterable[PageArguments]] = one, order: int = 5
) -> Callable[[View], View]:
    """The same for a page of results that has a projector form, `?projector=1`."""
    parameters = {"projector": frozenset({"1"})}
    return copied(rows, parameters=parameters, queries=lambda event: [{}, {"projector": "1"}], order=order)


@cache
def public_pages() -> dict[str, PublicPage]:
    """The kinds of public pages by URL name, in their order."""
    pages = [(each.name, _public_page(each.callback)) for _path, each in every_address()]
    public = [(name, page) for name, page in pages if name and page]
    return dict(sorted(public, key=lambda item: item[1].order))


def every_address(
    patterns: Iterable[URLPattern | URLResolver] | None = None, start: str = "/"
) -> Iterator[tuple[str, URLPattern]]:
    """(path, pattern) of each address of the site."""
    for each in get_resolver().url_patterns if patterns is None else patterns:
        path = start + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from every_address(each.url_patterns, path)
        else:
            yield path, each


def _public_page(view: Callable) -> PublicPage | None:
    return getattr(getattr(view, "cls", view), "public_page", None)


def addresses(event: Event) -> Iterator[str]:
    """Each address that may be shown, once, in a fixed order: the most wanted pages first, and pages of one order with
    the same rows row by row, so that one computation serves them all."""
    visible = {
        name: page
        for name, page in public_pages().items()
        if not page.is_of_results or sees_results(event, frozenset())
    }
    same_rows: dict[tuple[int, Callable], list[str]] = {}
    for name, page in visible.items():
        same_rows.setdefault((page.order, page.rows), []).append(name)
    for (_order, rows), names in same_rows.items():
        queries = [(name, query) for name in names for query in visible[name].queries(event)]
        for row in rows(event):
            yield from (_written(reverse(name, args=[event.slug, *row]), query) for name, query in queries)


def page_name(request: HttpRequest) -> str:
    """The name of the page that was asked for, as addresses are named."""
    return (request.resolver_match and request.resolver_match.url_name) or ""


def requested_address(request: HttpRequest) -> str:
    """The request's address as the registry writes it, without parameters that change nothing."""
    page = public_pages().get(page_name(request))
    if page is None:
        return request.path
    given = ((name, request.GET.get(name), values) for name, values in page.parameters.items())
    counts = {name: value for name, value, values in given if value and (values is None or value in values)}
    return _written(request.path, counts)


def _written(path: str, query: Query) -> str:
    return f"{path}?{urlencode(sorted(query.items()))}" if query else path
