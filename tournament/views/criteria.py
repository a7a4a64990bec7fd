"""What places go by, as the organiser chooses it."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _

from ..actions import Refused
from ..actions import criteria as actions
from ..forms.criteria import CriteriaForm
from ..models import Event
from ..record.criteria import chain_of, in_words
from .answers import attempt, go_on, posted, trail
from .common import event_page
from .requests import PageRequest


@event_page(needs="run")
def criteria(request: PageRequest, event: Event) -> HttpResponse:
    form = CriteriaForm(event, **posted(request))
    status = attempt(form, lambda: _choose(request, event, form))
    if status is None:
        return go_on(request, _("Saved: places go by this now."), "criteria")
    context = {
        "form": form,
        "sentence": in_words(chain_of(event)),
        "crumbs": trail(event, (_("Settings"), "event-settings"), (_("Criteria"),)),
    }
    return render(request, "events/criteria.html", context, status=status)


def _choose(request: PageRequest, event: Event, form: CriteriaForm) -> None:
    """Refused, each sentence goes to the list where that name was chosen: empty lists above it do not count in the chain."""
    try:
        actions.choose(by=request.user, event=event, criteria=form.criteria)
    except Refused as refused:
        lists = {f"criterion-{at}": f"criterion-{place}" for at, place in enumerate(form.places, start=2)}
        refused.fields = {lists.get(name, name): sentence for name, sentence in refused.fields.items()}
        raise


urlpatterns = [path("run/criteria/", criteria, name="criteria")]
