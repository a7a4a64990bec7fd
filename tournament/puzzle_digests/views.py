"""The public page that shows whether puzzles were changed: digests before a round, the files of puzzles after it."""

from collections.abc import Iterable

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _

from ..models import Event, KeyDigest, Round
from ..web.pages import PageRequest, crumbs, event_page, go_on, press
from ..web.published.addresses import PageArguments, copied
from ..web.published.serving import with_digest
from . import published_keys


def _shown_keys(event: Event) -> Iterable[PageArguments]:
    """The names of the keys (`keys`) that may be shown."""
    shown = KeyDigest.objects.filter(version__set__event=event, version__set__round__status__in=Round.SHOWN)
    parts = ("version__set__round__position", "version__set__grade", "version__number")
    return [
        (f"{position}-{grade}-v{number}",) for position, grade, number in shown.order_by(*parts).values_list(*parts)
    ]


@copied(is_of_results=False)
@event_page()
def show(request: PageRequest, event: Event) -> HttpResponse:
    context = {
        "keys": published_keys.published_keys(event),
        "changed": published_keys.changed_since(event),
        "crumbs": crumbs(event, (event.name, "event"), (_("Were the puzzles changed?"),)),
    }
    return render(request, "puzzle_digests/keys.html", context)


@copied(is_of_results=False)
@event_page()
def digests(request: PageRequest, event: Event) -> HttpResponse:
    """As `sha256sum --check` reads them."""
    lines = [f"{each.version.digest}  {each.name}.json\n" for each in published_keys.published_keys(event)]
    return with_digest(request, "".join(lines).encode(), "text/plain; charset=utf-8", "digests.txt")


@copied(_shown_keys, is_of_results=False)
@event_page()
def key_file(request: PageRequest, event: Event, name: str) -> HttpResponse:
    """The key, byte for byte as its digest was made; 404 before the round is over."""
    published = next(
        (each for each in published_keys.published_keys(event) if each.name == name and each.is_shown), None
    )
    if published is None:
        raise Http404
    return with_digest(request, published.version.document.encode(), "application/json", f"{name}.json")


@event_page(needs="run", post_only=True)
def publish(request: PageRequest, event: Event) -> HttpResponse:
    if press(request, lambda: published_keys.publish_digests(by=request.user, event=event)):
        return show(request, slug=event.slug)
    message = _(
        "The digests are public. Each file of puzzles follows once the public may read the questions of its round."
    )
    if event.visibility == Event.Visibility.HIDDEN:
        message = _("The digests are stored with this time. The public reads them once the event is not hidden.")
    return go_on(request, message, "keys")


urlpatterns = [
    path("keys/", show, name="keys"),
    path("keys/digests.txt", digests, name="key-digests"),
    path("keys/<slug:name>.json", key_file, name="key-file"),
    path("run/puzzle-sets/publish-digests/", publish, name="keys-publish"),
]
