"""The hall clock: a round's remaining time on a screen that the whole hall reads."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import path, reverse
from django.utils.http import urlencode
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _, gettext_lazy

from ..models import Event, Round
from ..organiser import round_steps
from ..organiser.checklist import grades_in_words
from ..web.pages import PageRequest, attempt, crumbs, event_page, find_round
from . import actions, questions
from .clock import RoundClock, question_count, round_clock

PRESSES: dict[str, Callable[..., Round]] = {
    "start": actions.start,
    "stop": actions.stop,
    "go-on": actions.go_on,
}


class MoreTime(forms.Form):
    """A press on the hall clock; `minutes` goes with “more”, `seen` with “next”."""

    do = forms.ChoiceField(choices=[(name, name) for name in ("start", "stop", "go-on", "more", "next")])
    seen = forms.IntegerField(min_value=0, required=False)
    minutes = forms.IntegerField(label=gettext_lazy("Minutes"), min_value=1, max_value=60, required=False)

    def clean(self) -> dict[str, Any]:
        sent = super().clean() or {}
        if sent.get("do") == "more" and not sent.get("minutes") and "minutes" not in self.errors:
            self.add_error("minutes", _("Write how many minutes."))
        return sent


@event_page(needs="custody", guide="organiser#the-clock-in-the-hall", get_only=True, never_cached=True)
def clock(request: PageRequest, event: Event, position: int) -> HttpResponse:
    return _page(request, find_round(event, position), MoreTime())


def _page(request: PageRequest, round_: Round, form: MoreTime, status: int = 200) -> HttpResponse:
    show = _show(request, round_)
    count = question_count(round_) if round_.rules.one_by_one else 0
    context = {
        "round": round_,
        "clock": round_clock(round_),
        "state": as_json(round_),
        "questions": _questions(round_, show),
        "show": show,
        "choices": questions.choices(round_),
        "question": round_.clock_box + 1,
        "question_count": count,
        "has_next": round_.clock_box + 1 < count,
        "query": f"?{urlencode({'show': show})}" if show else "",
        "form": form,
        "crumbs": crumbs(request.event, (round_.name, "board", round_.position), (_("Clock"),)),
    }
    return render(request, "hall_clock/clock.html", context, status=status)


@event_page(needs="custody", get_only=True, never_cached=True)
def clock_state(request: PageRequest, event: Event, position: int) -> HttpResponse:
    """The clock as JSON, which the script on the screen reads every few seconds."""
    round_ = find_round(event, position)
    return JsonResponse({**as_json(round_), "questions": _questions(round_, _show(request, round_))})


def _show(request: PageRequest, round_: Round) -> str:
    """Which questions this screen shows, as its address says; anything unknown is none."""
    asked = request.GET.get("show", "")
    return asked if asked in dict(questions.choices(round_)) else ""


def _questions(round_: Round, show: str) -> str:
    """The questions as HTML; empty as long as none is to be seen."""
    shown = questions.on_screen(round_, show)
    return mark_safe(render_to_string("hall_clock/_questions.html", {"asked": shown}).strip()) if shown else ""


def as_json(round_: Round) -> dict:
    """{"state", "box", "clocks": [{"grades", "seconds", "left", "written"}]}: seconds, and the grades in words if there
    are several clocks."""
    clock: RoundClock = round_clock(round_)
    state = clock.state if round_.status == Round.Status.OPEN or not clock.is_started else "closed"
    several = len(clock.clocks) > 1
    clocks = [
        {
            "grades": _grades(each.grades) if several else "",
            "seconds": each.seconds,
            "left": round(each.left, 1),
            "written": each.written,
        }
        for each in clock.clocks
    ]
    return {"state": state, "box": round_.clock_box, "clocks": clocks}


def _grades(grades: tuple[int, ...]) -> str:
    return _("Grades %(grades)s") % {"grades": grades_in_words(list(grades))}


@event_page(needs="run", guide="organiser#the-clock-in-the-hall", post_only=True)
def set_clock(request: PageRequest, event: Event, position: int) -> HttpResponse:
    """Start, stop, go on, or give more time. Starting the clock of a planned round opens the round."""
    round_, form = find_round(event, position), MoreTime(request.POST)
    if status := attempt(form, lambda: _press(request, round_, form)):
        return _page(request, find_round(event, position), form, status)
    show = _show(request, round_)
    return redirect(reverse("hall-clock", args=[event.slug, position], query={"show": show} if show else None))


def _press(request: PageRequest, round_: Round, form: MoreTime) -> Round:
    do = form.cleaned_data["do"]
    if do == "more":
        return actions.add_time(by=request.user, round_=round_, minutes=form.cleaned_data["minutes"])
    if do == "next":
        return actions.next_question(by=request.user, round_=round_, seen=form.cleaned_data["seen"] or 0)
    if do == "start" and round_.status == Round.Status.PLANNED:
        return round_steps.move(by=request.user, round_=round_, status=Round.Status.OPEN)
    return PRESSES[do](by=request.user, round_=round_)


urlpatterns = [
    path("sheets/<int:position>/clock/", clock, name="hall-clock"),
    path("sheets/<int:position>/clock/state/", clock_state, name="hall-clock-state"),
    path("sheets/<int:position>/clock/set/", set_clock, name="hall-clock-set"),
]
