"""Which helpers are related to which players, and so do not type their sheets."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.translation import gettext as _, gettext_lazy

from ..common.refusals import invalid
from ..models import Event, Relation, User
from ..web.fields import DynamicForm
from ..web.pages import PageRequest, attempt, crumbs, event_page, posted, press, trail
from . import relation_actions, search


class RelatedTo(DynamicForm):
    """A helper marks themselves."""

    number = forms.CharField(
        label=gettext_lazy("Player's number or name"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class RelatedPair(RelatedTo):
    """The organiser marks anybody who works at the event."""

    person = forms.ModelChoiceField(label=gettext_lazy("Helper"), queryset=User.objects.none(), empty_label=None)
    field_order = ("person", "number")

    def __init__(self, event: Event, *args, **more):
        super().__init__(*args, **more)
        crew = User.objects.filter(memberships__event=event).distinct()
        self.fields["person"].queryset = crew.order_by("first_name", "username")


@event_page(needs="custody", guide="organiser#who-must-not-type-whose-sheets volunteer#type-a-sheet")
def related(request: PageRequest, event: Event) -> HttpResponse:
    """A helper's own relations; the organiser sees and changes everybody's."""
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
        "removable": relation_actions.just_marked(request.user, event),
        "crumbs": trail(event, (_("People"), "people"), here) if runs else crumbs(event, here),
    }
    return render(request, "roster/relations.html", context, status=status)


def _mark(request: PageRequest, event: Event, values: dict) -> None:
    matches = list(search.players(event.players.all(), values["number"])[: search.PLAYERS_LISTED])
    numbered = [each for each in matches if str(each.number) == values["number"].strip()]
    player = next(iter(numbered or matches), None)
    if player is None:
        raise invalid(number=_("No player at this event has the number or name “%(number)s”.") % values)
    if len(matches) > 1 and not numbered:
        names = ", ".join(f"{each.number} {each.short_name(event)}" for each in matches)
        raise invalid(number=_("Several have this name (%(names)s). Type the number.") % {"names": names})
    user = values.get("person") or request.user
    relation_actions.mark(by=request.user, event=event, user=user, player=player)
    message = _("%(name)s types no sheet of number %(number)s or that player’s team, and decides nothing about them.")
    messages.success(request, message % {"name": user, "number": player.number})


@event_page(needs="custody", post_only=True)
def remove(request: PageRequest, event: Event, relation_id: int) -> HttpResponse:
    relation = get_object_or_404(
        Relation.objects.select_related("event", "user", "player"), event=event, pk=relation_id
    )
    if not press(request, lambda: relation_actions.unmark(by=request.user, relation=relation)):
        messages.success(request, _("The mark is removed."))
    return redirect("relations", event.slug)


urlpatterns = [
    path("related/", related, name="relations"),
    path("related/<int:relation_id>/remove/", remove, name="relation-remove"),
]
