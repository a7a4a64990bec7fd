"""Who works at an event."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from ..actions import people
from ..forms.people import GiveRole
from ..models import Event, Membership, Role, User
from ..record.keyers import keyers
from .answers import attempt, posted, press, trail
from .common import event_page
from .requests import PageRequest

INVITATION = "invitation"  # where the session keeps a link until the next page shows it, once

GIVEN: Mapping[str, Any] = {
    Role.ORGANISER: _("%(person)s is now an organiser."),
    Role.JUDGE: _("%(person)s is now a judge."),
    Role.VOLUNTEER: _("%(person)s is now a volunteer."),
}
TAKEN: Mapping[str, Any] = {
    Role.ORGANISER: _("%(person)s is no longer an organiser."),
    Role.JUDGE: _("%(person)s is no longer a judge."),
    Role.VOLUNTEER: _("%(person)s is no longer a volunteer."),
}


@event_page(needs="run")
@never_cache
def everyone(request: PageRequest, event: Event) -> HttpResponse:
    """Roles are given here; the link of a new account is shown on the page after, and on no other."""
    form = GiveRole(**posted(request))
    status = attempt(form, lambda: _give(request, event, form.cleaned_data))
    if status is None:
        return redirect("people", event.slug)
    return _page(request, event, form, status)


@event_page(needs="run")
def typing(request: PageRequest, event: Event) -> HttpResponse:
    """How much each keyer typed, and how often she had written something else than was agreed."""
    context = {
        "keyers": keyers(event),
        "crumbs": trail(event, (_now("People"), "people"), (_now("Typing"),)),
    }
    return render(request, "people/typing.html", context)


def _page(request: PageRequest, event: Event, form: GiveRole, status: int) -> HttpResponse:
    memberships: dict[User, list[Membership]] = {}
    for membership in event.memberships.select_related("user").order_by("user__username", "role"):
        memberships.setdefault(membership.user, []).append(membership)
    context = {
        "form": form,
        "crew": [(user, roles, people.awaits_password(user)) for user, roles in memberships.items()],
        "invitation": request.session.pop(INVITATION, None),
        "crumbs": trail(event, (_now("People"),)),
    }
    return render(request, "people/people.html", context, status=status)


def _give(request: PageRequest, event: Event, values: dict) -> None:
    membership, new = people.give_role(by=request.user, event=event, **values)
    messages.success(request, GIVEN[membership.role] % {"person": membership.user})
    if new:
        _keep_invitation(request, event, membership.user)


def _keep_invitation(request: PageRequest, event: Event, user: User) -> None:
    link = people.invitation(by=request.user, event=event, user=user)
    request.session[INVITATION] = {"name": str(user), "link": request.build_absolute_uri(link)}


@event_page(needs="run")
@require_POST
def invite(request: PageRequest, event: Event, user_id: int) -> HttpResponse:
    """A new link for somebody who lost the first before choosing a password."""
    user = get_object_or_404(User, pk=user_id)
    if status := press(request, lambda: _keep_invitation(request, event, user)):
        return _page(request, event, GiveRole(), status)
    return redirect("people", event.slug)


@event_page(needs="run")
@require_POST
def take(request: PageRequest, event: Event, membership_id: int) -> HttpResponse:
    membership = get_object_or_404(Membership.objects.select_related("user"), event=event, pk=membership_id)
    if status := press(request, lambda: people.take_role(by=request.user, membership=membership)):
        return _page(request, event, GiveRole(), status)
    messages.success(request, TAKEN[membership.role] % {"person": membership.user})
    runs_it_still = event.memberships.filter(user=request.user, role=Role.ORGANISER).exists()
    return redirect(reverse("people", args=[event.slug]) if runs_it_still else reverse("home"))


urlpatterns = [
    path("run/people/", everyone, name="people"),
    path("run/people/typing/", typing, name="keyers"),
    path("run/people/<int:user_id>/invite/", invite, name="person-invite"),
    path("run/people/roles/<int:membership_id>/take/", take, name="role-take"),
]
