"""The puzzles of the whole day: made with one press, looked at, used."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.translation import gettext as _, ngettext

from ..common.refusals import Refused
from ..models import Division, Event, PuzzleSet, Round
from ..puzzle_digests.published_keys import changed_since, to_publish
from ..web.pages import PageRequest, event_page, find_round, go_on, pressed, trail
from . import actions as sets, use_actions
from .actions import SetsBegun
from .queries import MAKING, RoundOfDay, day


@event_page(needs="run", guide="organiser#have-puzzles-made")
def show(request: PageRequest, event: Event) -> HttpResponse:
    """`?fragment=1` gives the part that changes while puzzles are made."""
    rounds = day(event)
    context = {
        "rounds": rounds,
        "making": any(each.set and each.set.making == MAKING for round_ in rounds for each in round_.grades),
        "to_publish": bool(to_publish(event)),
        "changed": changed_since(event),
        "ready": sum(len(each.ready) for each in rounds),
        "complete": all(each.is_complete for each in rounds),
        "crumbs": trail(event, (_("Puzzle sets"),)),
    }
    template = "puzzle_sets/_day.html" if request.GET.get("fragment") else "puzzle_sets/day.html"
    return render(request, template, context)


@event_page(needs="run", post_only=True)
def make(request: PageRequest, event: Event) -> HttpResponse:
    """For the whole day, or for a `round`, or for one `grade` of it that has puzzles already."""
    position, grade = request.POST.get("round", ""), request.POST.get("grade", "")
    if not position.isdecimal():
        return _made(request, lambda: sets.make_for_day(by=request.user, event=event))
    round_ = find_round(event, int(position[:9]))
    if not grade.isdecimal():
        return _made(request, lambda: sets.make_for_round(by=request.user, round_=round_), round_.position)
    division = get_object_or_404(event.divisions, grade=int(grade[:9]))
    refused, made = pressed(request, lambda: sets.make_for_grade(by=request.user, round_=round_, division=division))
    if refused:
        return redirect("puzzle-sets", event.slug)
    return redirect("made-set", event.slug, made.pk)


def _made(request: PageRequest, act: Callable[[], SetsBegun], position: int | None = None) -> HttpResponse:
    refused, asked = pressed(request, act)
    if not refused:
        _say(request, asked)
    response = redirect("puzzle-sets", request.event.slug)
    if position is not None:
        response["Location"] += f"#round-{position}"
    return response


def _say(request: PageRequest, asked: SetsBegun) -> None:
    if asked.begun:
        count = len(asked.begun)
        message = ngettext("Puzzles for %(n)s sheet are being made.", "Puzzles for %(n)s sheets are being made.", count)
        messages.success(request, message % {"n": count})
    if asked.left:
        messages.info(request, _("These have puzzles already, which stay: %(names)s") % _named(asked.left))
    if asked.without_teams:
        messages.info(
            request, _("These have no team, so nothing is made for them: %(names)s") % _named(asked.without_teams)
        )
    if not asked.begun and not asked.left:
        messages.info(request, _("There is nothing left to make."))


def _named(grades: list[tuple[Round, Division]]) -> dict[str, str]:
    return {"names": ", ".join(f"{round_.name} · {division.label}" for round_, division in grades[:12])}


@event_page(needs="run", post_only=True)
def use(request: PageRequest, event: Event) -> HttpResponse:
    """Use every set that is ready, of the day or of a `round`. Refusals are shown, and the other sets are used."""
    position = request.POST.get("round", "")
    used = 0
    for round_ in day(event):
        if position in ("", str(round_.round.position)):
            used += sum(_use(request, round_, each.set) for each in round_.ready if each.set)
    message = ngettext("%(n)s set is used in its round.", "%(n)s sets are used in their rounds.", used) % {"n": used}
    if not used:
        return redirect("puzzle-sets", event.slug)
    complete = all(grade.has_puzzles for each in day(event) for grade in each.grades)
    return go_on(request, message, "run" if complete else "puzzle-sets")


def _use(request: PageRequest, round_: RoundOfDay, draft: PuzzleSet) -> bool:
    try:
        use_actions.use(by=request.user, puzzle_set=draft)
    except Refused as refused:
        messages.error(request, f"{round_.round.name}, {draft.grade}: {refused.sentence}")
        return False
    return True


urlpatterns = [
    path("run/puzzle-sets/", show, name="puzzle-sets"),
    path("run/puzzle-sets/make/", make, name="puzzle-sets-make"),
    path("run/puzzle-sets/use/", use, name="puzzle-sets-use"),
]
