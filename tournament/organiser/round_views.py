"""Rounds: adding one, its settings, and moving its work along."""

from dataclasses import dataclass, field

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext, gettext as _

from judging.games.paper import Box, SheetShape

from ..audit import history
from ..disputes import actions as disputes
from ..disputes.filing import window
from ..models import Division, Event, Round
from ..models.disputes import count_open
from ..models.results import undecided_and_final
from ..roster.substitutes import playing
from ..round_puzzles import completeness
from ..rounds import actions as rounds
from ..rounds.how_to_play import formats
from ..rounds.round_fields import AddRound, MoveRound, RoundForm
from ..scoring import questions
from ..web.pages import PageRequest, attempt, attempted, event_page, find_round, go_on, posted, press, pressed, trail
from . import open_work, progress, round_steps
from .forms import WindowForm
from .hold_ups import hold_ups

ORDER: list[str] = list(Round.Status)


@event_page(needs="run", guide="organiser#rounds")
def add(request: PageRequest, event: Event) -> HttpResponse:
    form = AddRound(**posted(request))
    status, made = attempted(form, lambda: _add(request, event, form))
    if status is None:
        return go_on(request, _("The round is added. Check its settings."), "round-change", made.position)
    context = {"form": form, "formats": formats(), "crumbs": trail(event, (_("Add a round"),))}
    return render(request, "organiser/round_add.html", context, status=status)


def _add(request: PageRequest, event: Event, form: AddRound) -> Round:
    format_, preset = form.format_and_preset
    return rounds.add(by=request.user, event=event, format_slug=format_, preset=preset, name=form.cleaned_data["name"])


@event_page(needs="run", guide="organiser#the-steps-of-a-round")
def show(request: PageRequest, event: Event, position: int) -> HttpResponse:
    return _page(request, event, find_round(event, position))


def _page(request: PageRequest, event: Event, round_: Round, form: MoveRound | None = None, status: int = 200):
    so_far = progress.of_round(round_)
    here = ORDER.index(round_.status)
    puzzles = _puzzles(event, round_)
    context = {
        "round": round_,
        "progress": so_far,
        "puzzles": puzzles,
        "some_lack_puzzles": any(each.boxes is None for each in puzzles),
        "next": ORDER[here + 1] if here + 1 < len(ORDER) else None,
        "previous": ORDER[here - 1] if here else None,
        "in_the_way": _in_the_way(request, round_),
        "undecided_and_final": _undecided_and_final(event, round_),
        "window": window(round_),
        "open_disputes": count_open(event, round_),
        "form": form,
        "trail": history.of(event, "round", round_.pk, by_name=True, without=("sheet",)),
        "crumbs": trail(event, (round_.name,)),
    }
    return render(request, "organiser/round.html", context, status=status)


def _undecided_and_final(event: Event, round_: Round) -> list[Round]:
    if round_.status != Round.Status.FINAL:
        return []
    return [each for each in undecided_and_final(event) if each == round_]


def _in_the_way(request: PageRequest, round_: Round) -> list[tuple[str, str]]:
    """(sentence, where it is cleared) for all that keeps the round from its next step."""
    if round_.status == Round.Status.PLANNED:
        return [(sentence, "") for sentence in open_work.gaps(round_)]
    if round_.status != Round.Status.MARKING:
        return []
    return hold_ups(request, round_, open_work.left_to_do(round_))


@dataclass
class GradesPuzzle:
    """The puzzle of some grades in a round; `boxes` is None if they have none yet."""

    boxes: tuple[Box, ...] | None
    shape: SheetShape
    may_change: bool
    divisions: list[Division] = field(default_factory=list)

    @property
    def grades_query(self) -> str:
        return "&".join(f"grade={division.grade}" for division in self.divisions)


def _puzzles(event: Event, round_: Round) -> list[GradesPuzzle]:
    versions, in_hand = questions.versions(round_), completeness.in_hand(round_)
    puzzles: dict[int | None, GradesPuzzle] = {}
    divisions = list(event.divisions.all())
    play = {division.pk for division in playing(round_, divisions)}
    for division in divisions:
        version = versions.get(division.pk)
        if not version and division.pk not in play:
            continue
        key = version.pk if version else None
        if key not in puzzles:
            shape = round_.rules.shape(round_.settings_for(division.grade))
            puzzles[key] = GradesPuzzle(
                version.read_boxes() if version else None, shape, round_.status != Round.Status.FINAL
            )
        puzzles[key].divisions.append(division)
        puzzles[key].may_change &= division.pk not in in_hand
    if round_.tiebreaker:  # its two sides are in one grade, which got its question when the game began
        puzzles.pop(None, None)
    return list(puzzles.values())


@event_page(needs="run", guide="organiser#rounds")
def change(request: PageRequest, event: Event, position: int) -> HttpResponse:
    round_ = find_round(event, position)
    if request.method == "POST" and "restart" in request.POST:
        return _restart(request, event, round_)
    grades = [division.grade for division in event.divisions.all()]
    form = RoundForm(round_, grades, **posted(request))
    status = attempt(form, lambda: rounds.change(by=request.user, round_=round_, **form.values()))
    if status is None:
        return go_on(request, _("The settings are saved."), "round-run", position)
    return _change_page(request, event, round_, form, status)


def _change_page(request: PageRequest, event: Event, round_: Round, form: RoundForm, status: int) -> HttpResponse:
    crumbs = trail(event, (round_.name, "round-run", round_.position), (_("Settings"),))
    context = {"round": round_, "form": form, "crumbs": crumbs}
    return render(request, "organiser/round_change.html", context, status=status)


def _restart(request: PageRequest, event: Event, round_: Round) -> HttpResponse:
    """Replace every setting with the preset's."""
    presets = {preset.slug: preset for preset in round_.rules.presets}
    preset = presets.get(request.POST["restart"], round_.rules.presets[0])
    chosen = {"preset": preset.slug, "settings": preset.plan.export()}
    if status := press(request, lambda: rounds.change(by=request.user, round_=round_, **chosen)):
        grades = [division.grade for division in event.divisions.all()]
        return _change_page(request, event, round_, RoundForm(round_, grades), status)
    sentence = _("The settings are those of “%(preset)s”.") % {"preset": gettext(preset.label)}
    return go_on(request, sentence, "round-change", round_.position)


@event_page(needs="run", guide="organiser#the-steps-of-a-round", post_only=True)
def move(request: PageRequest, event: Event, position: int) -> HttpResponse:
    round_, form = find_round(event, position), MoveRound(request.POST)
    status = attempt(form, lambda: round_steps.move(by=request.user, round_=round_, **form.cleaned_data))
    if status is None:
        moved = Round.Status(form.cleaned_data["status"]).label.lower()
        sentence = _("%(round)s: now %(status)s.") % {"round": round_.name, "status": moved}
        return go_on(request, sentence, "round-run", position)
    return _page(request, event, find_round(event, position), form, status)


@event_page(needs="run", guide="organiser#the-steps-of-a-round", post_only=True)
def remove(request: PageRequest, event: Event, position: int) -> HttpResponse:
    round_ = find_round(event, position)
    if status := press(request, lambda: rounds.remove(by=request.user, round_=round_)):
        return _page(request, event, round_, status=status)
    return go_on(request, _("%(round)s is removed from the programme.") % {"round": round_.name}, "run")


@event_page(needs="run", post_only=True)
def earlier(request: PageRequest, event: Event, position: int) -> HttpResponse:
    round_ = find_round(event, position)
    status, moved = pressed(request, lambda: rounds.earlier(by=request.user, round_=round_))
    if status:
        return _page(request, event, round_, status=status)
    return redirect("round-run", event.slug, moved.position)


@event_page(needs="run", guide="organiser#disputes", post_only=True)
def disputes_window(request: PageRequest, event: Event, position: int) -> HttpResponse:
    """Open, extend or close the time for disputes about a round."""
    round_, form = find_round(event, position), WindowForm(request.POST)
    if status := attempt(form, lambda: _set_window(request, event, round_, form)):
        for errors in form.errors.values():
            messages.error(request, str(errors[0]))
        return _page(request, event, find_round(event, position), status=status)
    return go_on(request, window(find_round(event, position)).sentence, "round-run", position)


def _set_window(request: PageRequest, event: Event, round_: Round, form: WindowForm) -> Round:
    minutes = form.cleaned_data["minutes"]
    if form.cleaned_data["step"] == "open":
        return disputes.open_window(by=request.user, round_=round_, minutes=minutes)
    if form.cleaned_data["step"] == "extend":
        return disputes.extend_window(by=request.user, round_=round_, minutes=minutes or event.dispute_minutes)
    return disputes.close_window(by=request.user, round_=round_)


urlpatterns = [
    path("run/rounds/<int:position>/disputes/", disputes_window, name="disputes-window"),
    path("run/rounds/add/", add, name="round-add"),
    path("run/rounds/<int:position>/", show, name="round-run"),
    path("run/rounds/<int:position>/change/", change, name="round-change"),
    path("run/rounds/<int:position>/move/", move, name="round-move"),
    path("run/rounds/<int:position>/remove/", remove, name="round-remove"),
    path("run/rounds/<int:position>/earlier/", earlier, name="round-earlier"),
]
