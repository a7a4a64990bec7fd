"""The organiser's page of things to print with full names, and their PDF."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from ..models import Event
from ..printing import handouts
from ..printing.sheets import PaperSize, paper_size
from ..publication.queries import not_final_yet
from ..web.downloads import as_private_file
from ..web.pages import PageRequest, event_page, trail
from ..web.site_address import site_address
from . import people, prizes
from .certificates import certificates
from .forms import PrintHandouts


@event_page(needs="run", get_only=True, never_cached=True)
def show(request: PageRequest, event: Event) -> HttpResponse:
    """The choice, or its PDF. Nothing is changed, so printing again prints the same."""
    initial = {"what": request.GET.get("for", "names")}
    form = PrintHandouts(event, request.GET if "what" in request.GET else None, initial=initial)
    if form.is_bound and form.is_valid():
        if made := _pdf(request, event, form.cleaned_data):
            name = f"{event.slug}-{form.cleaned_data['what'].replace('_', '-')}.pdf"
            return as_private_file(made, "application/pdf", name)
        form.add_error("what", _("There is nobody to print this for."))
    context = {
        "form": form,
        "crumbs": trail(event, (_("Lists, badges, certificates"),)),
    }
    return render(request, "handouts/choose.html", context, status=400 if form.errors else 200)


def _pdf(request: PageRequest, event: Event, chosen: dict) -> bytes | None:
    """None if there is nothing to print."""
    what = chosen["what"]
    paper = paper_size(chosen["paper"])
    if what in {"prizes", "certificates", "all_certificates"}:
        return _of_prizes(event, chosen, paper)
    players = list(people.find_players(event, chosen["grade"], chosen["team"]))
    if not players:
        return None
    if what == "badges":
        return handouts.badges(event.name, people.badges(event, players, site_address(request)), paper=paper)
    made = {
        "names": lambda: people.name_lists(players),
        "door": lambda: people.check_in_list(players),
        "teams": lambda: people.team_lists(event, players),
    }[what]()
    return handouts.lists(event.name, made, paper=paper) if made else None


def _of_prizes(event: Event, chosen: dict, paper: PaperSize) -> bytes | None:
    if chosen["grade"]:
        awards = prizes.prizes(event, [chosen["grade"]])
    else:
        awards = [*prizes.prizes(event, event.divisions.all()), *prizes.prizes_of_series(event)]
    warning = _warning(event)
    if chosen["what"] == "prizes":
        made = prizes.prize_lists(awards, warning)
        if not made:
            return None
        return handouts.lists(event.name, made, paper=paper, run_on=True, closing=prizes.signing_key_line())
    pages = list(certificates(awards, warning, everybody=chosen["what"] == "all_certificates"))
    day = date_format(event.held_on, "DATE_FORMAT")
    return handouts.certificates(event.name, event.accent, day, pages, paper=paper) if pages else None


def _warning(event: Event) -> str:
    """Why the pages may still change; empty where the results are final, published or not."""
    if event.visibility == Event.Visibility.FINAL or not not_final_yet(event):
        return ""
    now = date_format(timezone.localtime(), "DATETIME_FORMAT")
    return _("Not final: the standing of %(time)s. It may still change.") % {"time": now}


urlpatterns = [path("run/handouts/", show, name="handouts")]
