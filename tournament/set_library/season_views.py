"""The seasons of an event: their sets begun with one press, watched, stopped and deleted."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from ..models import Event
from ..puzzle_sets.generation import MAKING
from ..web.pages import PageRequest, attempted, event_page, go_on, posted, press, trail
from . import season_balance, seasons
from .forms import NewSeason

DO = {"stop": seasons.stop_season, "go_on": seasons.go_on_with_season, "remove": seasons.remove_season}


@event_page(needs="run", guide="organiser#a-whole-season")
def show(request: PageRequest, event: Event) -> HttpResponse:
    """The seasons and the form for one more."""
    form = NewSeason(event, **posted(request))
    status, made = attempted(form, lambda: _make(request, event, form))
    if status is None:
        return _to(event, made[0].season)
    names = event.puzzle_sets.exclude(season="").order_by("season").values_list("season", flat=True).distinct()
    context = {"form": form, "seasons": list(names), "crumbs": _crumbs(event, (_("Seasons"),))}
    return render(request, "set_library/seasons.html", context, status=status)


def _make(request: PageRequest, event: Event, form: NewSeason):
    values = form.cleaned_data
    dates = values["dates"] or seasons.dates_from(values["first"], values["number"], values["weeks"])
    shared = {each: values[each] for each in ("name", "grades", "count")}
    return seasons.make_season(by=request.user, event=event, dates=dates, **shared, **form.patterns[values["pattern"]])


@event_page(needs="run", guide="organiser#a-whole-season")
def season(request: PageRequest, event: Event) -> HttpResponse:
    """The season `?name=`; `?fragment=1` gives the part that changes while its sets are made."""
    name = request.GET.get("name", "")
    if request.method == "POST":
        return _press(request, event, name)
    shown = season_balance.shown(event, name)
    if not shown:
        raise Http404
    rows: dict[str, dict[int, season_balance.SetOfSeason]] = {}
    for each in shown:
        rows.setdefault(str(each.set.held_on), {})[each.set.grade or 0] = each
    grades = sorted({each.set.grade or 0 for each in shown})
    context = {
        "name": name,
        "grades": grades,
        "rows": [(day, [of_date.get(grade) for grade in grades]) for day, of_date in rows.items()],
        "making": any(each.set.making == MAKING for each in shown),
        "unreached": [each for each in shown if each.why],
        "ready": sum(each.deviation is not None for each in shown),
        "count": len(shown),
        "address": _address(event, name),
        "crumbs": _crumbs(event, (_("Seasons"), "seasons"), (name,)),
    }
    template = "set_library/_season.html" if request.GET.get("fragment") else "set_library/season.html"
    return render(request, template, context)


def _press(request: PageRequest, event: Event, name: str) -> HttpResponse:
    do = request.POST.get("do", "")
    refused = do in DO and press(request, lambda: DO[do](by=request.user, event=event, season=name))
    if do == "remove" and not refused:
        return go_on(request, _("The sets of the season are deleted."), "seasons")
    return _to(event, name)


def _to(event: Event, name: str) -> HttpResponse:
    return redirect(_address(event, name))


def _address(event: Event, name: str) -> str:
    return f"{reverse('season', args=[event.slug])}?{urlencode({'name': name})}"


def _crumbs(event: Event, *steps):
    return trail(event, (_("Puzzle sets"), "puzzle-sets"), (_("Library"), "set-library"), *steps)


urlpatterns = [
    path("run/puzzle-sets/seasons/", show, name="seasons"),
    path("run/puzzle-sets/seasons/season/", season, name="season"),
]
