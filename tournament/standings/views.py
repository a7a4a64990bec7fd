"""The page on which organisers choose the ranking criteria."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _

from ..common.refusals import Refused
from ..models import Event
from ..web.pages import PageRequest, attempt, event_page, go_on, posted, trail
from . import actions
from .criteria import chain_of, in_words
from .forms import CriteriaForm


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


urlpatterns = [path("run/criteria/", criteria, name="criteria")]
