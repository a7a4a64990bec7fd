"""Decorators and look-ups of every page of an event: finding it, checking the capability, refusing with a sentence; and
the request as its view gets it."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial, wraps

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from .. import VERSION
from ..common.files.upload_limits import TooMuchSent
from ..common.installation import MANAGE, START
from ..common.refusals import Refused
from ..models import CoachLink, Event, Player, Round, Team, User
from ..models.publications import unfinished
from . import outages
from .help import guided_by, help_address
from .permissions import NotAllowed, capabilities
from .problems import is_of_api, problem_response
from .published.serving import event_as_shown, in_place_of
from .published.storage import as_announced
from .sent_text import check_sent, is_address
from .site_address import is_only_here
from .snapshot import cached_for_all_languages, in_shared_snapshot, snapshot


class PageRequest(HttpRequest):
    """A request with what `event_page` adds. Public pages use `capabilities`, never `user`."""

    user: User
    event: Event
    capabilities: frozenset[str]
    backup_failed: bool  # so that the page offers to go on without


class CoachRequest(PageRequest):
    """A request with what `coach_page` adds."""

    link: CoachLink


def event_page(
    needs: str | None = None,
    guide: str = "",
    from_copy: bool = True,
    post_only: bool = False,
    get_only: bool = False,
    never_cached: bool = False,
) -> Callable:
    """A page below /events/<slug>/. The view is called with (request, event, …) and finds `request.capabilities`.

    `needs` names a capability (the list is in permissions.py): people who are not signed in are sent to sign in, and
    those who lack it get 403. `guide` names the paragraph that helps with the page (see `help`). `post_only` is for
    what a button does: GET gets 405; `get_only` is for what changes nothing: POST gets 405. `never_cached` tells the
    browser to ask again each time. Without `needs` the page is public. A hidden event is 404 for people without a
    role in it. Where a copy is shown in place of the record, public pages are read from it (see `addresses`), unless
    `from_copy` says that what this one tells was published itself.
    """

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        view = require_POST(view) if post_only else view

        @wraps(view)
        def page(request: HttpRequest, slug: str, **parts) -> HttpResponse:
            if needs and not request.user.is_authenticated:  # before anybody learns whether there is one
                return redirect_to_login(request.get_full_path())
            event = event_as_shown(request) or get_object_or_404(_events(), slug=slug)
            able = capabilities(request.user, event)
            if not (event.is_public or able):
                raise Http404  # before anything of the event is on the request, and so on the page
            if needs is None:
                if from_copy and (published := in_place_of(request, event, able)):
                    return published
                if not from_copy and "desk" not in able:
                    as_announced(event)
            request.event, request.capabilities = event, able  # type: ignore[attr-defined]  # see `PageRequest`
            if needs and needs not in able:
                raise NotAllowed(needs)
            # moments are stored in UTC and shown in the event's zone
            with timezone.override(event.time_zone), _as_of_one_moment(request, needs):
                return view(request, event, **parts)

        page.needs = needs  # type: ignore[attr-defined]  # tests ask every address what it needs
        guided: Callable[..., HttpResponse] = guided_by(guide)(page)
        guided = require_safe(guided) if get_only else guided
        return never_cache(guided) if never_cached else guided

    return decorate


def _events() -> QuerySet[Event]:
    """Events with the copy that is shown, without its whole export."""
    return Event.objects.select_related("change_head", "shown").defer("shown__document")


def _as_of_one_moment(request: HttpRequest, needs: str | None) -> AbstractContextManager:
    """Public pages read the record as it was at one moment: half of a re-score is never on a page."""
    return snapshot() if needs is None and request.method in {"GET", "HEAD"} else nullcontext()


def event_context(request: HttpRequest) -> dict:
    """Context processor: the event, what this person may do there, and the navigation that follows from it."""
    event = getattr(request, "event", None)
    able: frozenset[str] = getattr(request, "capabilities", frozenset())
    shared = {"is_only_here": partial(is_only_here, request), "help_url": help_address(request)}
    shared |= {"program_version": VERSION, "contact": settings.CONTACT}
    shared |= {"start_command": START, "manage_command": MANAGE}
    if event is None:
        return {"event": None, "capabilities": able, "nav_items": [], **shared}
    links = (
        ("event", _("Results"), True),
        ("check-in", _("Check-in"), "door" in able),
        ("keying-rounds", _("Type sheets"), "key" in able),
        ("sheets", _("Sheets"), "custody" in able),
        ("judge-queue", _("Judge"), "rule" in able),
        ("games", _("Live games"), "host" in able),
        ("run", _("Organise"), "run" in able),
        ("history", _("History"), "desk" in able),
    )
    items = [
        {"label": label, "url": url, "current": _is_current(request.path, name, url)}
        for name, label, shown in links
        if shown and able
        for url in [reverse(name, args=[event.slug])]
    ]
    shared["unfinished_copy"] = partial(unfinished, event) if "desk" in able else None
    return {"event": event, "capabilities": able, "nav_items": items, **shared}


def _is_current(path: str, name: str, url: str) -> bool:
    return path == url if name == "event" else path.startswith(url)


def tell(request: HttpRequest, refused: Refused) -> None:
    """Show a refusal that belongs to no field at the top of the next page."""
    messages.error(request, refused.sentence)


def put_on_form(form, refused: Refused) -> None:
    """Put a refusal's sentences beside the fields of a form, and what has no field at its top."""
    known = {name: sentence for name, sentence in refused.fields.items() if name in form.fields}
    for name, sentence in known.items():
        form.add_error(name, sentence)
    rest = [sentence for name, sentence in refused.fields.items() if name not in known]
    if rest or not refused.fields:
        form.add_error(None, " ".join(rest) or refused.sentence)


def find_round(event: Event, position: int) -> Round:
    """The round at this position, with `event` filled in. 404 where there is none."""
    return get_object_or_404(event.rounds, position=position)


def find_player(event: Event, number: int) -> Player:
    """The player with this number, as entrant, with grade, team and substitutes. 404 if there is none."""
    player = _by_number(event).get(number) if in_shared_snapshot() else _players(event).filter(number=number).first()
    if player is None:
        raise Http404
    player.entrant.event = event
    return player


def _players(event: Event) -> QuerySet[Player]:
    parts = ("entrant__division", "division", "team", "replaces", "substitute")
    return Player.objects.filter(event=event, entrant__isnull=False).select_related(*parts)


@cached_for_all_languages
def _by_number(event: Event) -> dict[int, Player]:
    return {each.number: each for each in _players(event)}


def find_team(event: Event, team_id: int) -> Team:
    teams = Team.objects.filter(event=event, entrant__isnull=False)
    return get_object_or_404(teams.select_related("entrant__event", "entrant__division"), pk=team_id)


AGAIN = {429: "10", 503: "5"}  # seconds


class RefusalPages:
    """Middleware: shows a missing capability (403), an uncaught refusal, text that cannot be recorded (400), a full
    disk or a database that fails (503), as a page with a sentence. It also tells programs when to try again."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code in AGAIN:
            response.headers.setdefault("Retry-After", AGAIN[response.status_code])
        return response

    def process_view(self, request: HttpRequest, view: Callable, args: Sequence, parts: dict) -> HttpResponse | None:
        if not is_address(parts):
            raise Http404
        try:
            check_sent(request, view)
        except Refused as refused:
            if is_of_api(request) or "text/html" not in request.headers.get("Accept", "text/html"):
                return problem_response(refused.status, refused.code, refused.sentence)
            return self.process_exception(request, refused)
        return None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, NotAllowed):
            return render(request, "403.html", {"sentence": exception.sentence}, status=403)
        if isinstance(exception, Refused):
            page = "429.html" if exception.status == 429 else "400.html"
            return render(request, page, {"sentence": exception.sentence}, status=exception.status)
        return outages.answer(request, exception)


def missing_page(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's own page asks for the token of a form, and so reads one that cannot be read."""
    if is_of_api(request):
        return problem_response(404, "not_found", _("There is nothing at this address."))
    return render(request, "404.html", status=404)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page for requests that Django refuses; a form that is too large gets 413 and a sentence."""
    if is_of_api(request):
        return problem_response(400, "invalid", _("This request cannot be read."))
    if isinstance(exception, TooMuchSent):
        sentence = _("These files are larger than %(most)s MB together. Send fewer at once.")
        sentence %= {"most": exception.most // 1_000_000}
        return render(request, "400.html", {"sentence": sentence}, status=413)
    if isinstance(exception, RequestDataTooBig | TooManyFieldsSent):
        sentence = _("The page sent too much at once. Shorten what you pasted.")
        return render(request, "400.html", {"sentence": sentence}, status=413)
    return render(request, "400.html", status=400)
