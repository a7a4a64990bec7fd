"""The organiser's list of coaches' links, and the handouts to print."""

import io

import segno
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path, reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from ..actions import coaches
from ..models import CoachLink, Event, Team
from .answers import go_on, trail
from .common import event_page
from .requests import PageRequest


def _links(event: Event) -> list[CoachLink]:
    return list(event.coach_links.filter(revoked_at=None).select_related("team").order_by("team__name"))


@event_page(needs="run")
@never_cache
def links(request: PageRequest, event: Event) -> HttpResponse:
    if request.method == "POST":
        made = coaches.make_links(by=request.user, event=event)
        said = ngettext("%(n)s link was made.", "%(n)s links were made.", made) % {"n": made}
        return go_on(request, said, "coach-links")
    held = {link.team_id: link for link in _links(event)}
    context = {
        "teams": [(team, held.get(team.pk)) for team in event.teams.all()],
        "without": event.teams.count() - len(held),
        "crumbs": trail(event, (_("Coaches’ links"),)),
    }
    return render(request, "coach/links.html", context)


@event_page(needs="run")
@never_cache
def handouts(request: PageRequest, event: Event) -> HttpResponse:
    """A slip a team, to print, cut and hand out."""
    slips = [
        (link, address, qr(address))
        for link in _links(event)
        for address in [request.build_absolute_uri(reverse("coach", args=[link.token]))]
    ]
    crumbs = trail(event, (_("Coaches’ links"), "coach-links"), (_("Print"),))
    return render(request, "coach/handouts.html", {"slips": slips, "crumbs": crumbs})


def qr(address: str) -> SafeString:
    """The QR code of an address as SVG; level M bears a crease."""
    drawn = io.BytesIO()
    code = segno.make_qr(address, error="m", boost_error=False)
    code.save(
        drawn,
        kind="svg",
        border=2,
        xmldecl=False,
        svgns=False,
        omitsize=True,
        light="white",
        svgclass="qr",
        lineclass=None,
    )
    return mark_safe(drawn.getvalue().decode())  # drawn by us from nothing but squares


@event_page(needs="run")
@require_POST
def renew(request: PageRequest, event: Event, team_id: int) -> HttpResponse:
    team = get_object_or_404(Team, event=event, pk=team_id)
    coaches.renew(by=request.user, team=team)
    said = _("%(team)s has a new link. The old one opens nothing any more.") % {"team": team}
    return go_on(request, said, "coach-links")


@event_page(needs="run")
@require_POST
def revoke(request: PageRequest, event: Event, team_id: int) -> HttpResponse:
    link = get_object_or_404(CoachLink, event=event, team=team_id, revoked_at=None)
    coaches.revoke(by=request.user, link=link)
    said = _("The link of %(team)s opens nothing any more.") % {"team": link.team}
    return go_on(request, said, "coach-links")


urlpatterns = [
    path("run/coaches/", links, name="coach-links"),
    path("run/coaches/print/", handouts, name="coach-handouts"),
    path("run/coaches/<int:team_id>/renew/", renew, name="coach-renew"),
    path("run/coaches/<int:team_id>/revoke/", revoke, name="coach-revoke"),
]
