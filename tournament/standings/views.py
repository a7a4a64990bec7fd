"""Pages of the ranking criteria, and of penalties: the list, giving or proposing one, lifting or declining one."""

from collections.abc import Callable
from functools import partial

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from ..common.refusals import Refused
from ..models import Event, Penalty
from ..web.pages import PageRequest, asked_id, attempt, desk_trail, event_page, go_on, posted, trail
from . import actions, penalty_actions
from .criteria import chain_of, in_words
from .forms import CriteriaForm, DeclinePenalty, GivePenalty, LiftPenalty
from .penalties import all_penalties, latest_of, waiting_proposals


@event_page(needs="desk", guide="judge#penalties")
def penalties(request: PageRequest, event: Event) -> HttpResponse:
    proposal = waiting_proposals(event).filter(pk=asked_id(request, "proposal")).first()
    initial = {"seen": latest_of(event)} | (_as_given(proposal) if proposal else {})
    return _page(request, event, GivePenalty(event, initial=initial))


def _as_given(proposal: Penalty) -> dict:
    """What the form shows of a proposal."""
    entrant = proposal.entrant
    who = entrant.player.number if entrant.player else entrant.label
    more = {name: getattr(proposal, name) for name in ("points", "round", "reason")}
    return {"who": who, "proposal": proposal, **more}


def _page(request: PageRequest, event: Event, form: GivePenalty, status: int = 200) -> HttpResponse:
    rows = all_penalties(event)
    context = {
        "penalties": [each for each in rows if not each.proposed],
        "proposals": [each for each in rows if each.proposed],
        "form": form,
        "may_act": "rule" in request.capabilities,
        "crumbs": desk_trail(request, (_("Penalties"),)),
    }
    return render(request, "standings/penalties.html", context, status=status)


@event_page(needs="rule", guide="judge#penalties")
def give(request: PageRequest, event: Event) -> HttpResponse:
    return _take(request, event, penalty_actions.give, _("%(who)s loses %(points)s points."), ("proposal",))


@event_page(needs="run", guide="organiser#penalties")
def propose(request: PageRequest, event: Event) -> HttpResponse:
    return _take(request, event, penalty_actions.propose, _("Proposed. It counts when a judge gives it."))


def _take(request: PageRequest, event: Event, act: Callable, done: str, more: tuple[str, ...] = ()) -> HttpResponse:
    if request.method != "POST":
        return redirect("penalties", event.slug)
    form = GivePenalty(event, request.POST)

    def write() -> Penalty:
        data = form.cleaned_data
        given = {name: data[name] for name in ("points", "reason", "seen", *more)}
        return act(by=request.user, event=event, entrant=data["who"], round_=data["round"], **given)

    if status := attempt(form, write):
        form.data = data = request.POST.copy()
        data["seen"] = str(latest_of(event))  # the page that comes back shows these
        return _page(request, event, form, status)
    return go_on(request, done % form.cleaned_data, "penalties")


@event_page(needs="rule", guide="judge#penalties")
def lift(request: PageRequest, event: Event, penalty_id: int) -> HttpResponse:
    penalty = _find(event, penalty_id, proposed=False)
    done = _("The penalty is lifted: the points are given back.")
    act = partial(penalty_actions.lift, by=request.user, penalty=penalty)
    return _answer(request, penalty, LiftPenalty(**posted(request)), act, _("Lift"), done)


@event_page(needs="rule", guide="judge#penalties")
def decline(request: PageRequest, event: Event, penalty_id: int) -> HttpResponse:
    proposal = _find(event, penalty_id, proposed=True)
    done = _("The proposed penalty is declined. No points are taken.")
    act = partial(penalty_actions.decline, by=request.user, proposal=proposal)
    return _answer(request, proposal, DeclinePenalty(**posted(request)), act, _("Decline"), done)


def _find(event: Event, penalty_id: int, proposed: bool) -> Penalty:
    rows = Penalty.objects.select_related("event", "entrant__player", "entrant__team", "given_by", "round")
    return get_object_or_404(rows, event=event, pk=penalty_id, points__gt=0, proposed=proposed)


def _answer(
    request: PageRequest, penalty: Penalty, form: forms.Form, act: Callable[..., Penalty], label: str, done: str
) -> HttpResponse:
    """The page with a reason for what answers a penalty, or the action with that reason."""
    status = attempt(form, lambda: act(reason=request.POST.get("reason", "")))
    if status is None:
        return go_on(request, done, "penalties")
    crumbs = desk_trail(request, (_("Penalties"), "penalties"), (label,))
    context = {"penalty": penalty, "form": form, "crumbs": crumbs}
    return render(request, "standings/lift_penalty.html", context, status=status)


@event_page(needs="run", guide="organiser#ranking-criteria-and-ties")
def criteria(request: PageRequest, event: Event) -> HttpResponse:
    form = CriteriaForm(event, **posted(request))
    status = attempt(form, lambda: _choose(request, event, form))
    if status is None:
        return go_on(request, _("Saved. Places now follow these criteria."), "criteria")
    context = {
        "form": form,
        "sentence": in_words(chain_of(event)),
        "crumbs": trail(event, (_("Settings"), "event-settings"), (_("Criteria"),)),
    }
    return render(request, "standings/criteria.html", context, status=status)


def _choose(request: PageRequest, event: Event, form: CriteriaForm) -> None:
    """If refused, put each sentence beside the list it is about: the action does not count empty lists."""
    try:
        actions.choose(by=request.user, event=event, criteria=form.criteria)
    except Refused as refused:
        lists = {f"criterion-{at}": f"criterion-{place}" for at, place in enumerate(form.places, start=2)}
        refused.fields = {lists.get(name, name): sentence for name, sentence in refused.fields.items()}
        raise


urlpatterns = [
    path("penalties/", penalties, name="penalties"),
    path("penalties/give/", give, name="penalty-give"),
    path("penalties/propose/", propose, name="penalty-propose"),
    path("penalties/<int:penalty_id>/lift/", lift, name="penalty-lift"),
    path("penalties/<int:penalty_id>/decline/", decline, name="penalty-decline"),
    path("run/criteria/", criteria, name="criteria"),
]
