"""Pages of penalties: the list, giving one, lifting one."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from ..models import Event, Penalty
from ..web.form_pages import attempt, desk_trail, go_on, posted
from ..web.pages import event_page
from ..web.requests import PageRequest
from . import penalty_actions as actions
from .forms import GivePenalty, LiftPenalty
from .penalties import all_penalties, latest_of


@event_page(needs="desk", guide="judge#penalties")
def penalties(request: PageRequest, event: Event) -> HttpResponse:
    return _page(request, event, GivePenalty(event, initial={"seen": latest_of(event)}))


def _page(request: PageRequest, event: Event, form: GivePenalty, status: int = 200) -> HttpResponse:
    context = {
        "penalties": all_penalties(event),
        "form": form,
        "may_act": "rule" in request.capabilities,
        "crumbs": desk_trail(request, (_("Penalties"),)),
    }
    return render(request, "standings/penalties.html", context, status=status)


@event_page(needs="rule", guide="judge#penalties")
def give(request: PageRequest, event: Event) -> HttpResponse:
    if request.method != "POST":
        return redirect("penalties", event.slug)
    form = GivePenalty(event, request.POST)
    if status := attempt(form, lambda: _give(request, event, form.cleaned_data)):
        form.data = data = request.POST.copy()
        data["seen"] = str(latest_of(event))  # the page that comes back shows these
        return _page(request, event, form, status)
    return go_on(request, _("%(who)s loses %(points)s points.") % form.cleaned_data, "penalties")


def _give(request: PageRequest, event: Event, data: dict) -> Penalty:
    more = {name: data[name] for name in ("points", "reason", "seen")}
    return actions.give(by=request.user, event=event, entrant=data["who"], round_=data["round"], **more)


@event_page(needs="rule", guide="judge#penalties")
def lift(request: PageRequest, event: Event, penalty_id: int) -> HttpResponse:
    rows = Penalty.objects.select_related("event", "entrant__player", "entrant__team", "given_by", "round")
    penalty = get_object_or_404(rows, event=event, pk=penalty_id, lifts=None)
    form, reason = LiftPenalty(**posted(request)), request.POST.get("reason", "")
    status = attempt(form, lambda: actions.lift(by=request.user, penalty=penalty, reason=reason))
    if status is None:
        return go_on(request, _("The penalty is lifted: the points are given back."), "penalties")
    context = {
        "penalty": penalty,
        "form": form,
        "crumbs": desk_trail(request, (_("Penalties"), "penalties"), (_("Lift"),)),
    }
    return render(request, "standings/lift_penalty.html", context, status=status)


urlpatterns = [
    path("penalties/", penalties, name="penalties"),
    path("penalties/give/", give, name="penalty-give"),
    path("penalties/<int:penalty_id>/lift/", lift, name="penalty-lift"),
]
