"""A coach's pages, behind their private link, without signing in or cookies.

Only the token in the address gives access, so no other site can make the browser act for the coach. The CSRF check is
left out: it would need a referrer, which these pages forbid.
"""

from collections.abc import Callable
from functools import wraps
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from ..common.refusals import Refused
from ..models import CoachLink
from ..sheets.scans import as_file
from ..web.help import guided_by
from ..web.pages import CoachRequest, attempted, posted
from . import coach_links
from .coach_pages import Disputable, TeamSheets
from .filing import Filed
from .forms import CoachForm

PRIVATE = {"Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow"}


def coach_page(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponse]:
    """A page below /coach/<token>/, called with (request, team_sheets, …). An unknown token is 404; a revoked one
    shows whom to ask."""

    @wraps(view)
    def page(request: CoachRequest, token: str, **parts) -> HttpResponse:
        link = CoachLink.behind(token)
        if link is None:
            raise Http404
        request.event, request.capabilities = link.event, frozenset()
        with timezone.override(link.event.time_zone):
            response = _answer(view, request, link, parts)
        for name, value in PRIVATE.items():
            response[name] = value
        return response

    return csrf_exempt(never_cache(page))


def _answer(view: Callable, request: CoachRequest, link: CoachLink, parts: dict) -> HttpResponse:
    if link.revoked_at is not None:
        return render(request, "disputes/coach/revoked.html", status=410)
    request.link = link
    try:
        return view(request, TeamSheets(link), **parts)
    except Http404:
        return _show(request, "missing", status=404)
    except Refused as refused:
        return _show(request, "missing", sentence=refused.sentence, status=refused.status)


def _show(request: CoachRequest, name: str, status: int = 200, **context) -> HttpResponse:
    context |= {"link": request.link, "token": request.link.token}
    return render(request, f"disputes/coach/{name}.html", context, status=status)


@guided_by("coach#read-the-sheets")
@require_safe
@coach_page
def home(request: CoachRequest, team_sheets: TeamSheets) -> HttpResponse:
    return _show(request, "team", team_sheets=team_sheets, done=next(iter(request.GET), ""))


@guided_by("coach#read-the-sheets")
@require_safe
@coach_page
def paper(request: CoachRequest, team_sheets: TeamSheets, position: int, entrant_id: int) -> HttpResponse:
    recorded = team_sheets.paper(position, entrant_id)
    if recorded is None:
        raise Http404
    about = [
        each
        for each in team_sheets.disputes
        if (each.dispute.sheet.round_id, each.dispute.sheet.owner_id) == (recorded.round.pk, entrant_id)
    ]
    latest = {each.dispute.submission_id or -each.dispute.sheet_id: each for each in reversed(about)}
    sheets = list(dict.fromkeys(line.sheet for box in recorded.boxes for line in box.lines))
    context = {
        "team_sheets": team_sheets,
        "paper": recorded,
        "boxes": [(box, [(line, latest.get(line.line)) for line in box.lines]) for box in recorded.boxes],
        "entrant": team_sheets.entrants[entrant_id],
        "window": team_sheets.windows[position],
        "disputes": about,
        "sheets": [(sheet, latest.get(-sheet)) for sheet in sheets],
        "scans": team_sheets.scans(sheets),
    }
    return _show(request, "paper", 200, **context)


@guided_by("coach#dispute-something")
@coach_page
def dispute_line(request: CoachRequest, team_sheets: TeamSheets, line_id: int) -> HttpResponse:
    return _file(request, team_sheets, team_sheets.find(line=line_id))


@guided_by("coach#dispute-something")
@coach_page
def dispute_sheet(request: CoachRequest, team_sheets: TeamSheets, sheet_id: int) -> HttpResponse:
    return _file(request, team_sheets, team_sheets.find(sheet=sheet_id))


def _file(request: CoachRequest, team_sheets: TeamSheets, what: Disputable) -> HttpResponse:
    form = CoachForm(**posted(request))

    def file() -> Filed:
        return team_sheets.dispute(what, form.cleaned_data["statement"], form.cleaned_data["picture"])

    status, filed = attempted(form, file)
    if status is None:
        return _home(team_sheets.link, "joined" if filed.joined else "filed")
    if request.FILES and "picture" not in form.errors:
        form.add_error("picture", _("Choose the photo again: a page that is sent back cannot keep it."))
    context = what._asdict() | {"team_sheets": team_sheets, "form": form, "entrant": what.sheet.entrant}
    return _show(request, "dispute", status=status, scans=team_sheets.scans([what.sheet.pk]), **context)


@guided_by("coach#dispute-something")
@require_POST
@coach_page
def withdraw(request: CoachRequest, team_sheets: TeamSheets, dispute_id: int) -> HttpResponse:
    coach_links.withdraw(link=team_sheets.link, dispute=team_sheets.own(dispute_id))
    return _home(team_sheets.link, "withdrawn")


@require_safe
@coach_page
def picture(request: CoachRequest, team_sheets: TeamSheets, picture_id: int) -> HttpResponseBase:
    return as_file(get_object_or_404(team_sheets.pictures(), pk=picture_id))


@require_safe
@coach_page
def scan(request: CoachRequest, team_sheets: TeamSheets, scan_id: int) -> HttpResponseBase:
    return as_file(get_object_or_404(team_sheets.scans(), pk=scan_id))


def _home(link: CoachLink, done: str) -> HttpResponse:
    return redirect(f"{reverse('coach', args=[link.token])}?{urlencode({done: 1})}#done")


site_urlpatterns = [
    path("coach/<str:token>/", home, name="coach"),
    path("coach/<str:token>/papers/<int:position>/<int:entrant_id>/", paper, name="coach-paper"),
    path("coach/<str:token>/lines/<int:line_id>/", dispute_line, name="coach-line"),
    path("coach/<str:token>/sheets/<int:sheet_id>/", dispute_sheet, name="coach-sheet"),
    path("coach/<str:token>/disputes/<int:dispute_id>/withdraw/", withdraw, name="coach-withdraw"),
    path("coach/<str:token>/pictures/<int:picture_id>/", picture, name="coach-picture"),
    path("coach/<str:token>/scans/<int:scan_id>/", scan, name="coach-scan"),
]
