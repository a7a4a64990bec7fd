"""Decisions that wait for judges, as an organiser sees them. Without a judge they can add one, or become one."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from ..accounts import actions as people
from ..models import Event, Role
from ..rulings import queue
from ..standings.penalties import waiting_proposals
from ..web.pages import PageRequest, event_page, press, trail
from .progress import progress

SHOWN = 50  # answers listed; the others are counted


@event_page(needs="run", guide="organiser#the-steps-of-a-round")
def waiting(request: PageRequest, event: Event) -> HttpResponse:
    """The lines that wait for a judge, and what else does. A judge goes on to their queue."""
    if "rule" in request.capabilities:
        return redirect("judge-queue", event.slug)
    return _page(request, event)


def _page(request: PageRequest, event: Event, status: int = 200) -> HttpResponse:
    groups, rounds = queue.open_groups(event), progress(event).rounds
    context = {
        "groups": groups[:SHOWN],
        "more": max(0, len(groups) - SHOWN),
        "lines": sum(len(group.lines) for group in groups),
        "judges": event.memberships.filter(role=Role.JUDGE, user__is_active=True).select_related("user"),
        "pairs": sum(each.pairs for each in rounds),
        "unsigned": sum(each.unsigned for each in rounds),
        "proposals": waiting_proposals(event).count(),
        "not_judged": queue.not_judged(event).count(),
        "crumbs": trail(event, (_("Waiting for a judge"),)),
    }
    return render(request, "organiser/waiting.html", context, status=status)


@event_page(needs="run", guide="organiser#the-steps-of-a-round", post_only=True)
def become_judge(request: PageRequest, event: Event) -> HttpResponse:
    """The organiser takes the judge's role too, and goes to the queue."""
    role = {"username": request.user.username, "role": request.POST.get("role", "")}
    if role["role"] != Role.JUDGE:
        return _page(request, event, 400)
    if status := press(request, lambda: people.give_role(by=request.user, event=event, **role)):
        return _page(request, event, status)
    messages.success(request, _("You are a judge of this event now. Someone else should rule on players you know."))
    return redirect("judge-queue", event.slug)


urlpatterns = [
    path("run/waiting/", waiting, name="waiting"),
    path("run/waiting/judge/", become_judge, name="become-judge"),
]
