"""The page that makes an event like an earlier one."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from ..models import Event
from ..web.pages import PageRequest, attempted, event_page, posted, trail
from ..web.permissions import NotAllowed
from . import actions
from .forms import LikeEarlier

MOST_LISTED = 100


@event_page(needs="run", guide="organiser#begin")
def create_like(request: PageRequest, event: Event) -> HttpResponse:
    if not request.user.may_create_events:
        raise NotAllowed("create")
    name, held_on = actions.suggestion(event, timezone.localdate())
    form = LikeEarlier(**posted(request), initial={"name": name, "held_on": held_on})
    status, next_event = attempted(
        form, lambda: actions.create_like(by=request.user, earlier=event, **form.cleaned_data)
    )
    if status is None:
        _tell(request, next_event)
        return redirect("run", next_event.event.slug)
    context = {
        "form": form,
        "rounds": event.rounds.exclude(tie_game__isnull=False),
        "helpers": event.memberships.filter(user__is_active=True).count(),
        "players": event.players.count(),
        "crumbs": trail(event, (_("An event like this one"),)),
    }
    return render(request, "next_event/create_like.html", context, status=status)


def _tell(request: PageRequest, made: actions.NextEvent) -> None:
    if made.players:
        taken = ngettext("%(n)s player was taken over.", "%(n)s players were taken over.", made.players)
        messages.success(request, taken % {"n": made.players})
    if made.left_out:
        names = _by_reason(made.left_out[:MOST_LISTED])
        more = len(made.left_out) - MOST_LISTED
        if more > 0:
            names += " " + _("and %(n)s more") % {"n": more}
        messages.warning(request, _("Not taken over: %(players)s.") % {"players": names})


def _by_reason(left_out: Sequence[actions.LeftOut]) -> str:
    players: dict[str, list[str]] = {}
    for each in left_out:
        players.setdefault(each.why, []).append(each.player)
    return "; ".join(f"{', '.join(names)} ({why})" for why, names in players.items())


urlpatterns = [path("run/like/", create_like, name="create-like")]
