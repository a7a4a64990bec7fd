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
from .answers import go_on, posted, trail
from .common import event_page
from .requests import PageRequest


@event_page(needs="run")
def criteria(request: PageRequest, event: Event) -> HttpResponse:
    form, status = CriteriaForm(event, **posted(request)), 200
    if request.method == "POST":
        status = _choose(request, event, form)
        if status is None:
            return go_on(request, _("Saved: places go by this now."), "criteria")
    context = {
        "form": form,
        "sentence": in_words(chain_of(event)),
        "crumbs": trail(event, (_("Settings"), "event-settings"), (_("Criteria"),)),
    }
    return render(request, "events/criteria.html", context, status=status)


def _choose(request: PageRequest, event: Event, form: CriteriaForm) -> int | None:
    if not form.is_valid():
        return 400
    try:
        actions.choose(by=request.user, event=event, criteria=form.criteria)
    except Refused as refused:
        _beside(form, refused)
        return refused.status
    return None


def _beside(form: CriteriaForm, refused: Refused) -> None:
    """Each sentence at the list where that name was chosen: empty lists above it do not count in the chain."""
    where = dict(enumerate(form.places, start=2))
    for name, sentence in refused.fields.items():
        at = where.get(int(name.removeprefix("criterion-")))
        form.add_error(f"criterion-{at}" if at else None, sentence)
    if not refused.fields:
        form.add_error(None, refused.sentence)


urlpatterns = [path("run/criteria/", criteria, name="criteria")]
