"""Pages of those who run and host live games: the list of series, a new one, and the fixtures of one."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path
from django.utils.translation import gettext as _

from judging.games.live_games import GAMES

from ..game_tables import tokens
from ..game_tables.actions import checked_settings
from ..models import Event, Fixture, Series, Table
from ..play.setting_fields import GameSettings, name_of
from ..web.pages import PageRequest, attempt, attempted, crumbs, event_page, go_on, press, pressed
from . import actions, table_actions
from .fixtures import SeriesKind, is_finished
from .forms import ChangeSeries, MakeSeries
from .results import results
from .standings import standings, winners

LEADERS = 5  # shown above the games; the others are in a fold


@event_page(needs="host", guide="organiser#live-games")
def games(request: PageRequest, event: Event) -> HttpResponse:
    """All series of the event, and its tables that are not over."""
    tables = Table.objects.filter(event=event).exclude(stage=Table.Stage.OVER).select_related("fixture__series")
    context = {
        "series": event.series.all(),
        "tables": tables,
        "may_run": "run" in request.capabilities,
        "crumbs": crumbs(event, (_("Live games"),)),
    }
    return render(request, "series/games.html", context)


@event_page(needs="run", guide="organiser#live-games")
def new(request: PageRequest, event: Event) -> HttpResponse:
    """A new series of a named game, or with `?game=` of a game whose settings are chosen here."""
    slug = request.GET.get("game", "")
    rules = GAMES.get(slug)
    data = request.POST if request.method == "POST" else None
    form = MakeSeries(event, data, names_game=rules is None)
    own = GameSettings(rules, data, prefix="game") if rules else None

    def make() -> Series:
        given = form.series()
        if own:
            given |= {"game": slug, "settings": own.settings()}
        return actions.make(by=request.user, event=event, **given)

    status = attempt(own, lambda: checked_settings(slug, own.settings())) if own and data else None
    status, made = (status, None) if status else attempted(form, make)
    if made:
        return go_on(request, _("The series is made. Open a game when its players are there."), "series-run", made.pk)
    context = {
        "form": form,
        "own": own,
        "games": list(GAMES.values()),
        "crumbs": crumbs(event, (_("Live games"), "games"), (_("New series"),)),
    }
    return render(request, "series/new.html", context, status=status)


@event_page(needs="run", guide="organiser#live-games")
def change(request: PageRequest, event: Event, series_id: int) -> HttpResponse:
    """Correct the name, rooms, times and points of a series."""
    series = _find(event, series_id)
    form = ChangeSeries(series, request.POST or None)
    status = attempt(form, lambda: actions.change(by=request.user, series=series, **form.cleaned_data))
    if status is None:
        return go_on(request, _("Saved."), "series-run", series.pk)
    names = crumbs(
        event, (_("Live games"), "games"), (series.name, "series-run", series.pk), (_("Correct this series"),)
    )
    return render(request, "series/change.html", {"form": form, "series": series, "crumbs": names}, status=status)


@event_page(needs="host", guide="organiser#live-games")
def run(request: PageRequest, event: Event, series_id: int) -> HttpResponse:
    """The fixtures of a series, each with what can be done next."""
    return _run_page(request, _find(event, series_id))


def _run_page(request: PageRequest, series: Series, status: int = 200) -> HttpResponse:
    event = request.event
    played = results(event, series)
    shows_points = event.shows_all or "desk" in request.capabilities  # SE-36
    placed = standings(event, series, played) if shows_points else []
    last = max((each.fixture.round for each in played), default=0)
    may_run = "run" in request.capabilities
    finished = is_finished(series, played)
    drawn_by_results = series.kind in (SeriesKind.KNOCKOUT, SeriesKind.CHAMPION)
    context = {
        "series": series,
        "results": played,
        "hides_points": not shows_points,
        "game": name_of(series.game, series.settings),
        "leaders": placed[:LEADERS],
        "others": placed[LEADERS:],
        "may_run": may_run,
        "winners": winners(placed) if finished else [],
        "may_draw": may_run
        and drawn_by_results
        and not finished
        and all(each.state in ("bye", "over") for each in played),
        "may_take_back": may_run
        and drawn_by_results
        and last > 1
        and not any(each.fixture.table_id for each in played if each.fixture.round == last),
        "may_remove": may_run and not any(each.fixture.table_id for each in played),
        "crumbs": crumbs(event, (_("Live games"), "games"), (series.name,)),
    }
    return render(request, "series/run.html", context, status=status)


def _press(request: PageRequest, series: Series, act: Callable[[], object], sentence: str) -> HttpResponse:
    """Do what a button says, and go on to the fixtures with `sentence` at their top, or with why it was refused."""
    if status := press(request, act):
        return _run_page(request, series, status)
    return go_on(request, sentence, "series-run", series.pk)


@event_page(needs="run", post_only=True)
def draw(request: PageRequest, event: Event, series_id: int) -> HttpResponse:
    series = _find(event, series_id)
    act = partial(actions.draw_next, by=request.user, series=series)
    return _press(request, series, act, _("The next games are drawn."))


@event_page(needs="run", post_only=True)
def take_back(request: PageRequest, event: Event, series_id: int) -> HttpResponse:
    series = _find(event, series_id)
    act = partial(actions.take_back, by=request.user, series=series)
    return _press(request, series, act, _("The last round is taken back."))


@event_page(needs="run", post_only=True)
def remove(request: PageRequest, event: Event, series_id: int) -> HttpResponse:
    series = _find(event, series_id)
    if status := press(request, lambda: actions.remove(by=request.user, series=series)):
        return _run_page(request, series, status)
    return go_on(request, _("The series is removed."), "games")


@event_page(needs="host", post_only=True)
def open_fixture(request: PageRequest, event: Event, fixture_id: int) -> HttpResponse:
    """Open the table, and host it in this browser."""
    fixture = _find_fixture(event, fixture_id)
    recorded = "recorded" in request.POST
    status, opened = pressed(
        request, lambda: table_actions.open_fixture(by=request.user, fixture=fixture, recorded=recorded)
    )
    if status:
        return _run_page(request, fixture.series, status)
    table, secret = opened
    return tokens.to_host(table.code, secret)


@event_page(needs="run", post_only=True)
def forfeit(request: PageRequest, event: Event, fixture_id: int) -> HttpResponse:
    fixture = _find_fixture(event, fixture_id)
    number = request.POST.get("player", "")
    absent = next((side.player for side in fixture.sides.all() if str(side.player.number) == number), None)
    if absent is None:
        messages.error(request, _("Choose who did not come."))
        return _run_page(request, fixture.series, 400)
    act = partial(table_actions.forfeit, by=request.user, fixture=fixture, absent=absent)
    return _press(request, fixture.series, act, _("The others win this game."))


@event_page(needs="run", post_only=True)
def clear(request: PageRequest, event: Event, fixture_id: int) -> HttpResponse:
    fixture, reason = _find_fixture(event, fixture_id), request.POST.get("reason", "")
    act = partial(table_actions.clear, by=request.user, fixture=fixture, reason=reason)
    return _press(request, fixture.series, act, _("The game can be played again."))


def _find(event: Event, series_id: int) -> Series:
    return get_object_or_404(Series.objects.select_related("event"), event=event, pk=series_id)


def _find_fixture(event: Event, fixture_id: int) -> Fixture:
    return get_object_or_404(Fixture.objects.select_related("series__event"), series__event=event, pk=fixture_id)


urlpatterns = [
    path("games/", games, name="games"),
    path("games/new/", new, name="series-new"),
    path("games/<int:series_id>/", run, name="series-run"),
    path("games/<int:series_id>/change/", change, name="series-change"),
    path("games/<int:series_id>/draw/", draw, name="series-draw"),
    path("games/<int:series_id>/take-back/", take_back, name="series-take-back"),
    path("games/<int:series_id>/remove/", remove, name="series-remove"),
    path("games/fixture/<int:fixture_id>/open/", open_fixture, name="fixture-open"),
    path("games/fixture/<int:fixture_id>/forfeit/", forfeit, name="fixture-forfeit"),
    path("games/fixture/<int:fixture_id>/clear/", clear, name="fixture-clear"),
]
