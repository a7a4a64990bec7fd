"""Who is related to which player, and so does not type her sheets."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ..actions import relations
from ..actions.refusals import invalid
from ..forms.relations import RelatedPair, RelatedTo
from ..models import Event, Relation
from .answers import attempt, crumbs, posted, press, trail
from .common import event_page
from .requests import PageRequest


@event_page(needs="custody")
def related(request: PageRequest, event: Event) -> HttpResponse:
    """Her own relations, for whoever works here; the organiser sees and changes everybody's."""
    runs = "run" in request.capabilities
    form = RelatedPair(event, **posted(request)) if runs else RelatedTo(**posted(request))
    status = attempt(form, lambda: _mark(request, event, form.cleaned_data))
    if status is None:
        return redirect("relations", event.slug)
    held = event.relations.select_related("user", "player__division", "player__team")
    held = held if runs else held.filter(user=request.user)
    here = (_("Related"),)
    context = {
        "relations": held.order_by("user__first_name", "user__username", "player__number"),
        "form": form,
        "runs": runs,
        "crumbs": trail(event, (_("People"), "people"), here) if runs else crumbs(event, here),
    }
    return render(request, "people/relations.html", context, status=status)


def _mark(request: PageRequest, event: Event, values: dict) -> None:
    player = event.players.filter(number=values["number"]).first()
    if player is None:
        raise invalid(number=_("Nobody has the number %(number)s at this event.") % values)
    user = values.get("person") or request.user
    relations.mark(by=request.user, event=event, user=user, player=player)
    said = _("%(name)s is not given the sheets of number %(number)s, nor those of that player’s team.")
    messages.success(request, said % {"name": user, "number": player.number})


@event_page(needs="run")
@require_POST
def remove(request: PageRequest, event: Event, relation_id: int) -> HttpResponse:
    relation = get_object_or_404(
        Relation.objects.select_related("event", "user", "player"), event=event, pk=relation_id
    )
    if not press(request, lambda: relations.unmark(by=request.user, relation=relation)):
        messages.success(request, _("The mark is taken away."))
    return redirect("relations", event.slug)


urlpatterns = [
    path("related/", related, name="relations"),
    path("related/<int:relation_id>/remove/", remove, name="relation-remove"),
]
