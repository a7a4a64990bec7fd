"""The page of the library, files of sets, and copies; the seasons of an event."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils.http import urlencode
from django.utils.text import slugify
from django.utils.translation import gettext as _

from puzzles.sets.generate import FORMATS

from ..models import Division, Event, PuzzleSet, Round
from ..puzzle_sets.generation import MAKING
from ..puzzle_sets.queries import find_set
from ..web.downloads import as_csv, as_private_file
from ..web.pages import PageRequest, attempted, event_page, go_on, posted, press, pressed, trail
from . import library, season_balance, seasons
from .forms import NewSeason, NewSetForm

SETS_LISTED = 200  # sets on the page
# what the buttons of a season do
STEPS = {"stop": seasons.stop_season, "go_on": seasons.go_on_with_season, "remove": seasons.remove_season}


@event_page(needs="run", guide="organiser#have-puzzles-made")
def show(request: PageRequest, event: Event) -> HttpResponse:
    """`?tag=` and `?format=` narrow the list; `?season=` and `?date=` list the sets of a season for one date."""
    return _page(request, event, NewSetForm())


def _page(request: PageRequest, event: Event, form: NewSetForm, status: int = 200) -> HttpResponse:
    own, season = library.sets_of(request.user), request.GET.get("season", "")
    of_season = own.filter(season=season).exclude(season="").order_by("held_on")
    dates = [str(each) for each in dict.fromkeys(of_season.values_list("held_on", flat=True))]
    day = request.GET.get("date", "")
    rows = own.filter(season=season if dates else "")
    if dates:
        day = day if day in dates else dates[0]
        rows = rows.filter(held_on=day).order_by("grade")
    tag, format_slug = request.GET.get("tag", ""), request.GET.get("format", "")
    if format_slug in FORMATS:
        rows = rows.filter(format=format_slug)
    shown = [each for each in rows[: 5 * SETS_LISTED] if not tag or tag in each.tags][:SETS_LISTED]
    typed = list(library.typed_puzzles(request.user)[:SETS_LISTED])
    places = {slug: library.places_for_set(slug, event) for slug in {each.format for each in shown}}
    typed_places = {slug: library.places_for_typed(slug, event) for slug in {each.round.format for each in typed}}
    context = {
        "sets": [(each, places[each.format]) for each in shown],
        "typed": [(each, typed_places[each.round.format]) for each in typed],
        "tags": sorted({each for draft in shown for each in draft.tags}),
        "tag": tag,
        "seasons": list(own.exclude(season="").order_by("season").values_list("season", flat=True).distinct()),
        "season": season,
        "dates": dates,
        "date": day,
        "form": form,
        "crumbs": trail(event, (_("Puzzle sets"), "puzzle-sets"), (_("Library"),)),
    }
    return render(request, "set_library/library.html", context, status=status)


@event_page(needs="run", guide="organiser#have-puzzles-made", post_only=True)
def new(request: PageRequest, event: Event) -> HttpResponse:
    """A set without a round, of any format."""
    form = NewSetForm(**posted(request))
    status, made = attempted(form, lambda: _make(request, event, form.cleaned_data))
    if status is None:
        return redirect("made-set", event.slug, made.pk)
    return _page(request, event, form, status)


def _make(request: PageRequest, event: Event, values: dict[str, Any]) -> PuzzleSet:
    named = {"name": values["name"], "tags": values["tags"], "count": values["count"]}
    return library.make_set(by=request.user, event=event, format_slug=values["format"], **named)


@event_page(needs="run", post_only=True)
def copy(request: PageRequest, event: Event) -> HttpResponse:
    """`set` is the id of a set of one's own events; `place` is “round-grade”, or empty for the library."""
    number = request.POST.get("set", "")
    if not number.isdecimal():
        return redirect("set-library", event.slug)
    draft = get_object_or_404(library.sets_of(request.user), pk=int(number[:18]))
    place = _chosen(request, library.places_for_set(draft.format, event))
    goes: dict[str, Any] = {"round_": place[0], "grade": place[1].grade} if place else {}
    refused, made = pressed(request, lambda: library.copy(by=request.user, puzzle_set=draft, event=event, **goes))
    if refused:
        return redirect("set-library", event.slug)
    return go_on(request, _("The set is copied."), "made-set", made.pk)


@event_page(needs="run", post_only=True)
def copy_typed(request: PageRequest, event: Event) -> HttpResponse:
    """`puzzle` is the id of a typed puzzle of one's own events; `place` is “round-grade”."""
    number = request.POST.get("puzzle", "")
    if not number.isdecimal():
        return redirect("set-library", event.slug)
    puzzle = get_object_or_404(library.typed_puzzles(request.user), pk=int(number[:18]))
    place = _chosen(request, library.places_for_typed(puzzle.round.format, event))
    if place is None:
        return redirect("set-library", event.slug)
    round_, division = place
    if press(request, lambda: library.copy_typed(by=request.user, puzzle=puzzle, round_=round_, division=division)):
        return redirect("set-library", event.slug)
    return go_on(request, _("The puzzle is copied."), "round-run", round_.position)


def _chosen(request: PageRequest, places: library.CopyPlaces) -> tuple[Round, Division] | None:
    """The one of these places that the form names."""
    chosen = request.POST.get("place", "")
    return next((place for place in places if f"{place[0].position}-{place[1].grade}" == chosen), None)


@event_page(needs="run")
def file(request: PageRequest, event: Event, set_id: int, form: str) -> HttpResponse:
    draft = find_set(event, set_id)
    stem = slugify(f"{draft.name} {draft.grade or ''}") or f"set-{draft.pk}"  # an import names the set after its file
    if form == "csv":
        return as_csv(f"{stem}.csv", library.as_rows([draft]))
    return as_private_file(library.as_json(draft), "application/json", f"{stem}.json")


@event_page(needs="run", guide="organiser#a-whole-season")
def all_seasons(request: PageRequest, event: Event) -> HttpResponse:
    """The seasons and the form for one more."""
    form = NewSeason(event, **posted(request))
    status, made = attempted(form, lambda: _make_season(request, event, form))
    if status is None:
        return _to(event, made[0].season)
    names = event.puzzle_sets.exclude(season="").order_by("season").values_list("season", flat=True).distinct()
    context = {"form": form, "seasons": list(names), "crumbs": _crumbs(event, (_("Seasons"),))}
    return render(request, "set_library/seasons.html", context, status=status)


def _make_season(request: PageRequest, event: Event, form: NewSeason):
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
    refused = do in STEPS and press(request, lambda: STEPS[do](by=request.user, event=event, season=name))
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
    path("run/puzzle-sets/library/", show, name="set-library"),
    path("run/puzzle-sets/library/new/", new, name="set-new"),
    path("run/puzzle-sets/library/copy/", copy, name="set-copy"),
    path("run/puzzle-sets/library/typed/", copy_typed, name="typed-copy"),
    path("run/puzzle-sets/<int:set_id>/set.csv", file, {"form": "csv"}, name="made-set-csv"),
    path("run/puzzle-sets/<int:set_id>/set.json", file, {"form": "json"}, name="made-set-json"),
    path("run/puzzle-sets/seasons/", all_seasons, name="seasons"),
    path("run/puzzle-sets/seasons/season/", season, name="season"),
]
