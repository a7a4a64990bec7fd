"""What every view of an event uses: the decorator that finds it and asks for the capability, its request, look-ups,
trying an action for a form or a button, and breadcrumbs."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db.models import QuerySet
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from ..common.refusals import Refused
from ..models import CoachLink, Event, Player, Round, Team, User
from .help import guided_by
from .permissions import NotAllowed, capabilities
from .published.serving import event_as_shown, in_place_of
from .published.storage import as_announced
from .snapshot import cached_for_all_languages, in_shared_snapshot, snapshot

Crumb = dict[str, str]
CrumbStep = tuple[Any, ...]


class PageRequest(HttpRequest):
    """A request with what `event_page` adds. Public pages use `capabilities`, never `user`."""

    user: User
    event: Event
    capabilities: frozenset[str]
    backup_failed: bool  # so that the page offers to go on without


class CoachRequest(PageRequest):
    """A request with what `coach_page` adds."""

    link: CoachLink


def asked_id(request: HttpRequest, name: str) -> Any:  # for look-ups, whose types know no None
    """The id that the query of an address names; None, which finds nothing, if it names none."""
    asked = request.GET.get(name, "")
    return int(asked[:18]) if asked.isascii() and asked.isdecimal() else None


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


def attempted(form: Form, act: Callable[[], Any]) -> tuple[int | None, Any]:
    """Run `act` if the form was sent and is valid. None and what it returned when it is done; otherwise the HTTP status
    to answer with, and the form has the reasons. 200 for a form that was not sent."""
    if not form.is_bound:
        return 200, None
    if not form.is_valid():
        return 400, None
    try:
        return None, act()
    except Refused as refused:
        put_on_form(form, refused)
        return refused.status, None


def attempt(form: Form, act: Callable[[], object]) -> int | None:
    """The status of `attempted`, where what `act` returns does not matter."""
    return attempted(form, act)[0]


def pressed(request: HttpRequest, act: Callable[[], Any]) -> tuple[int | None, Any]:
    """Run `act` for a button without fields. None and what it returned when it is done; otherwise the HTTP status, and
    the reason is shown at the top of the next page."""
    try:
        return None, act()
    except Refused as refused:
        tell(request, refused)
        return refused.status, None


def press(request: HttpRequest, act: Callable[[], object]) -> int | None:
    """The status of `pressed`, where what `act` returns does not matter."""
    return pressed(request, act)[0]


def go_on(request: PageRequest, sentence: str, page: str, *parts: object) -> HttpResponse:
    """Redirect to another page of the event, with `sentence` at its top."""
    messages.success(request, sentence)
    return redirect(page, request.event.slug, *parts)


def crumbs(event: Event, *steps: CrumbStep) -> list[Crumb]:
    """Breadcrumbs from (label, page name, arguments after the event…); the last needs only its label."""
    return [
        {"label": label, "url": reverse(page[0], args=[event.slug, *page[1:]]) if page else ""}
        for label, *page in steps
    ]


def trail(event: Event, *steps: CrumbStep) -> list[Crumb]:
    """Breadcrumbs below “Organise”."""
    return crumbs(event, (_("Organise"), "run"), *steps)


def judge_trail(event: Event, *steps: CrumbStep) -> list[Crumb]:
    """Breadcrumbs below “Judge”."""
    return crumbs(event, (_("Judge"), "judge-queue"), *steps)


def desk_trail(request: PageRequest, *steps: CrumbStep) -> list[Crumb]:
    """Breadcrumbs of a page that judges and organisers share: below “Organise” for organisers, else below “Judge”."""
    return (trail if "run" in request.capabilities else judge_trail)(request.event, *steps)


def posted(request: PageRequest) -> dict:
    """A form's data and files when the request is a POST, nothing otherwise: `Form(**posted(request))`."""
    return {"data": request.POST, "files": request.FILES} if request.method == "POST" else {}


def sheets_trail(event: Event, round_: Round | None = None, *labels: str) -> list[Crumb]:
    here = [(round_.name, "board", round_.position)] if round_ else []
    return crumbs(event, (_("Sheets"), "sheets"), *here, *((label,) for label in labels))
