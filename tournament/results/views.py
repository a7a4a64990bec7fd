"""Pages that everybody may read: an event, its standings, its rounds with their methods, its players and teams."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path, reverse
from django.utils.translation import gettext as _

from ..audit.corrections import corrections
from ..models import Competition, Division, Event, KeyDigest, Player, Round
from ..standings.criteria import in_words
from ..standings.standings import members_table, players_table, team_entry, team_rounds, teams_table
from ..ties.queries import is_called_off, open_ties
from ..web.pages import CrumbStep, PageRequest, event_page, find_player, find_round, find_team
from ..web.permissions import sees_results
from ..web.published import page_arguments
from ..web.published.addresses import copied, copied_with_projector
from .forms import FindPlayer
from .methods import GradeMethods, every_method
from .papers import papers_of
from .public_page import leaders, links, results_page, show, standing_title
from .rounds import Grade, grades, grades_in, programme
from .search import NamedAddresses, find_names
from .tie_papers import tie_papers


@copied(is_of_results=False, order=0)
@event_page()
def front(request: PageRequest, event: Event) -> HttpResponse:
    form, status = FindPlayer(request.GET if "number" in request.GET else None), 200
    visible = sees_results(event, request.capabilities)
    matches: NamedAddresses = ()
    if visible and form.is_valid():
        number, matches = form.as_number, ()
        if number is None:
            matches = find_names(event, form.cleaned_data["number"])
        elif Player.objects.filter(event=event, number=number).exists():
            return redirect("entrant", event.slug, number)
        if len(matches) == 1:
            return redirect(matches[0][1])
        if not matches:
            form.add_error("number", _nobody(form.cleaned_data["number"], number))
    if form.errors:
        status = 404
    grades_playing, played, series = grades(event), programme(event), list(event.series.all())
    return show(
        request,
        "results/event.html",
        [],
        status,
        form=form,
        matches=matches,
        grades=grades_playing,
        programme=[row for row in played if not row.is_tiebreaker],
        tiebreakers=[row for row in played if row.is_tiebreaker and visible],
        sees_results=visible,
        series=series,
        games_alone=bool(series) and not played,
        corrections=corrections(event) if visible else [],
        has_joint_standing=Competition.objects.filter(event=event, is_public=True).exists(),
        has_keys=KeyDigest.objects.filter(version__set__event=event).exists(),
        next_screen=_projector_screens(event, grades_playing)[0] if grades_playing else "",
    )


def _nobody(text: str, number: int | None) -> str:
    if number is None:
        return _("No player or team is shown as “%(text)s”.") % {"text": text[:40]}
    return _("No player has number %(number)s.") % {"number": number}


@copied_with_projector(page_arguments.grades, order=1)
@results_page
def division(request: PageRequest, event: Event, grade: int, kind: str) -> HttpResponse:
    division = get_object_or_404(Division, event=event, grade=grade)
    title = standing_title(division, kind)
    grades_playing, table = grades(event), (teams_table if kind == "teams" else players_table)(event, division)
    return show(
        request,
        "results/division.html",
        [(title,)],
        division=division,
        kind=kind,
        title=title,
        grades=grades_playing,
        table=table,
        elsewhere=team_rounds(event) if kind == "players" else (),
        awards=list(table.award_lines(event.award_places)),
        ties=list(open_ties(event, division, kind, table)),
        criteria=in_words(table.chain),
        summary=leaders(event, table),
        files=links("division-teams-file" if kind == "teams" else "division-file", event.slug, grade),
        next_screen=_next_screen(request.path, _projector_screens(event, grades_playing)),
    )


def _projector_screens(event: Event, grades_playing: list[Grade]) -> list[str]:
    """The addresses of the standings that the projector shows in turn."""
    return [
        reverse(name, args=[event.slug, grade.division.grade])
        for grade in grades_playing
        for name, count in (("division", grade.players), ("division-teams", grade.teams))
        if count
    ] or [reverse("event", args=[event.slug])]


def _next_screen(here: str, screens: list[str]) -> str:
    return screens[(screens.index(here) + 1) % len(screens)] if here in screens else screens[0]


@copied_with_projector(page_arguments.rounds, order=2)
@results_page
def round_results(request: PageRequest, event: Event, position: int) -> HttpResponse:
    round_ = find_round(event, position)
    return show(
        request,
        "results/round.html",
        [(round_.name,)],
        round=round_,
        called_off=is_called_off(round_),
        sections=grades_in(event, round_),
        files=links("round-file", event.slug, position) if round_.shows_puzzles else [],
        next_screen=request.path,
    )


def find_methods(event: Event, position: int, grade: int) -> GradeMethods:
    """The methods of a grade in a round. 404 if there is no puzzle or it may not be shown yet."""
    round_: Round = find_round(event, position)
    division = get_object_or_404(Division, event=event, grade=grade)
    methods = every_method(event, round_, division) if round_.shows_puzzles else None
    if methods is None:
        raise Http404
    return methods


def title_of(methods: GradeMethods) -> str:
    return _("%(round)s, %(grade)s: methods") % {"round": methods.round.name, "grade": methods.division.label}


@copied_with_projector(page_arguments.asked_rounds_and_grades, order=2)
@results_page
def methods(request: PageRequest, event: Event, position: int, grade: int) -> HttpResponse:
    methods = find_methods(event, position, grade)
    round_ = methods.round
    return show(
        request,
        "results/methods.html",
        [(round_.name, "round", round_.position), (methods.division.label,)],
        title=title_of(methods),
        methods=methods,
        files=links("methods-file", event.slug, position, grade),
        next_screen=request.path,
    )


@copied(page_arguments.players)
@results_page
def entrant(request: PageRequest, event: Event, number: int) -> HttpResponse:
    player = find_player(event, number)
    table = players_table(event, player.division)
    entry = table.of(player)
    cells = dict(zip((each.pk for each in table.rounds), entry.cells, strict=True))
    papers = [{"paper": paper, "cell": cells[paper.round.pk]} for paper in papers_of(player.entrant)]
    return show(
        request,
        "results/entrant.html",
        [(player.division.label, "division", player.division.grade), (entry.name,)],
        player=player,
        entry=entry,
        ranked_among=len(table.entries),
        papers=papers,
        series=[each.series for each in player.series.select_related("series").order_by("series")],
        tie_papers=tie_papers(player.entrant),
        replaces=_number_and_name(event, player.replaces),
        substitute=_number_and_name(event, getattr(player, "substitute", None)),
    )


def _number_and_name(event: Event, player: Player | None) -> tuple[int, str] | None:
    """Number and name of a player, None for None."""
    return (player.number, player.public_name(event)) if player else None


@copied(page_arguments.teams)
@results_page
def team(request: PageRequest, event: Event, team_id: int) -> HttpResponse:
    team = find_team(event, team_id)
    division, entry = team_entry(event, team)
    crumbs_above: list[CrumbStep] = []
    if division:
        crumbs_above = [(standing_title(division, "teams"), "division-teams", division.grade)]
    return show(
        request,
        "results/team.html",
        [*crumbs_above, (team.name,)],
        team=team,
        division=division,
        entry=entry,
        ranked_among=len(teams_table(event, division).entries) if division else 0,
        members=members_table(event, team),
        files=links("team-file", event.slug, team_id),
        papers=papers_of(team.entrant) if division else (),
        tie_papers=tie_papers(team.entrant),
    )


urlpatterns = [
    path("", front, name="event"),
    path("grade-<int:grade>/", division, {"kind": "players"}, name="division"),
    path("grade-<int:grade>/teams/", division, {"kind": "teams"}, name="division-teams"),
    path("rounds/<int:position>/", round_results, name="round"),
    path("rounds/<int:position>/grade-<int:grade>/", methods, name="methods"),
    path("players/<int:number>/", entrant, name="entrant"),
    path("teams/<int:team_id>/", team, name="team"),
]
