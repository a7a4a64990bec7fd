"""Asking our own pages as a visitor without an account would, to keep what they answer."""

from collections.abc import Iterator

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import resolve, reverse
from django.utils import timezone, translation

from ..models import Event
from ..record.publications import CARD, Rendered, card
from .addresses import addresses


def pages_as_shown(event: Event) -> Iterator[Rendered]:
    """Every public page of the event in every language. `event` says how it is shown: its `visibility`, and as `shown` the
    copy that the pages are for. Call it within a snapshot: the record is read while the pages are asked for.
    Raises RuntimeError for an address that has no page."""
    yield Rendered(CARD, "", "application/json", card(event))
    document = reverse("event-export", args=[event.slug])
    factory = RequestFactory()
    for address in addresses(event):
        for language, _name in settings.LANGUAGES:
            # what this request set is not the visitor's
            with translation.override(language), timezone.override(None):
                answer = _answer(factory, event, address)
            yield Rendered(address, language, answer["Content-Type"], answer.content, address == document)


def how_many(event: Event) -> int:
    """How many there will be. Call it within the same snapshot."""
    return 1 + sum(len(settings.LANGUAGES) for _address in addresses(event))


def _answer(factory: RequestFactory, event: Event, address: str) -> HttpResponse:
    request = factory.get(address)
    request.user, request.copied_as = AnonymousUser(), event
    request.resolver_match = match = resolve(request.path_info)
    answer = match.func(request, *match.args, **match.kwargs)
    if hasattr(answer, "render"):
        answer = answer.render()
    if answer.status_code != 200:
        raise RuntimeError(f"{address} answered {answer.status_code} and cannot be copied")
    return answer
