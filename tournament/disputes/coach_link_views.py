"""The organiser's list of coaches' links, and the handouts to print."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path, reverse
from django.utils.translation import gettext as _, ngettext

from ..common.qr_codes import qr
from ..models import CoachLink, Event, Team
from ..web.pages import PageRequest, event_page, go_on, trail
from ..web.site_address import site_address
from . import coach_links


def _links(event: Event) -> list[CoachLink]:
    return list(event.coach_links.filter(revoked_at=None).select_related("team").order_by("team__name"))


@event_page(needs="run", guide="organiser#disputes", never_cached=True)
def links(request: PageRequest, event: Event) -> HttpResponse:
    if request.method == "POST":
        made = coach_links.make_links(by=request.user, event=event)
        message = ngettext("%(n)s link was made.", "%(n)s links were made.", made) % {"n": made}
        return go_on(request, message, "coach-links")
    held = {link.team_id: link for link in _links(event)}
    context = {
        "teams": [(team, held.get(team.pk)) for team in event.teams.all()],
        "without": event.teams.count() - len(held),
        "crumbs": trail(event, (_("Coaches’ links"),)),
    }
    return render(request, "disputes/coach/links.html", context)


@event_page(needs="run", guide="organiser#disputes", never_cached=True)
def handouts(request: PageRequest, event: Event) -> HttpResponse:
    """A slip a team, to print, cut and hand out."""
    slips = [
        (link, address, qr(address))
        for link in _links(event)
        for address in [site_address(request) + reverse("coach", args=[link.token])]
    ]
    crumbs = trail(event, (_("Coaches’ links"), "coach-links"), (_("Print"),))
    return render(request, "disputes/coach/handouts.html", {"slips": slips, "crumbs": crumbs})


@event_page(needs="run", post_only=True)
def renew(request: PageRequest, event: Event, team_id: int) -> HttpResponse:
    team = get_object_or_404(Team, event=event, pk=team_id)
    coach_links.renew(by=request.user, team=team)
    message = _("%(team)s has a new link. The old one no longer works.") % {"team": team}
    return go_on(request, message, "coach-links")


@event_page(needs="run", post_only=True)
def revoke(request: PageRequest, event: Event, team_id: int) -> HttpResponse:
    link = get_object_or_404(CoachLink, event=event, team=team_id, revoked_at=None)
    coach_links.revoke(by=request.user, link=link)
    message = _("The link of %(team)s no longer works.") % {"team": link.team}
    return go_on(request, message, "coach-links")


urlpatterns = [
    path("run/coaches/", links, name="coach-links"),
    path("run/coaches/print/", handouts, name="coach-handouts"),
    path("run/coaches/<int:team_id>/renew/", renew, name="coach-renew"),
    path("run/coaches/<int:team_id>/revoke/", revoke, name="coach-revoke"),
]
