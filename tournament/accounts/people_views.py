"""The people of an event: the list, giving and removing roles, and several helpers at once."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _now, gettext_lazy as _, ngettext

from ..common.refusals import Refused
from ..double_keying.accuracy import keyers
from ..models import Event, Membership, Role, User
from ..sign_in import links as sign_in_links
from ..web.pages import PageRequest, attempted, event_page, go_on, posted, press, put_on_form, trail
from . import actions as people, helper_list
from .forms import GiveRole, SeveralHelpers

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


@event_page(needs="run", guide="organiser#helpers")
def everyone(request: PageRequest, event: Event) -> HttpResponse:
    """People and their roles, and giving a role. A new account gets a sign-in link, shown on the next page."""
    form = GiveRole(**posted(request))
    status, given = attempted(form, lambda: _give(request, event, form.cleaned_data))
    if status is None:
        user, new = given
        return redirect("person", event.slug, user.pk) if new else redirect("people", event.slug)
    return _page(request, event, form, status)


def _give(request: PageRequest, event: Event, values: dict) -> tuple[User, bool]:
    membership, new = people.give_role(by=request.user, event=event, **values)
    if new:
        sign_in_links.make(by=request.user, event=event, user=membership.user)
    messages.success(request, GIVEN[membership.role] % {"person": membership.user})
    return membership.user, new


def _page(request: PageRequest, event: Event, form: GiveRole, status: int) -> HttpResponse:
    memberships: dict[User, list[Membership]] = {}
    for membership in event.memberships.select_related("user").order_by("user__username", "role"):
        memberships.setdefault(membership.user, []).append(membership)
    context = {
        "form": form,
        "crew": [(user, roles, user.has_usable_password()) for user, roles in memberships.items()],
        "cards": sign_in_links.unused(event).count(),
        "crumbs": trail(event, (_now("People"),)),
    }
    return render(request, "accounts/people.html", context, status=status)


@event_page(needs="run", guide="organiser#if-a-sheet-was-misread")
def typing(request: PageRequest, event: Event) -> HttpResponse:
    """How much each person typed, and how often it differed from the agreed reading."""
    context = {"keyers": keyers(event), "crumbs": trail(event, (_now("People"), "people"), (_now("Typing"),))}
    return render(request, "accounts/typing.html", context)


@event_page(needs="run", guide="organiser#helpers", post_only=True)
def take(request: PageRequest, event: Event, membership_id: int) -> HttpResponse:
    membership = get_object_or_404(Membership.objects.select_related("user"), event=event, pk=membership_id)
    if status := press(request, lambda: people.take_role(by=request.user, membership=membership)):
        return _page(request, event, GiveRole(), status)
    messages.success(request, TAKEN[membership.role] % {"person": membership.user})
    runs_event = event.memberships.filter(user=request.user, role=Role.ORGANISER).exists()
    return redirect(reverse("people", args=[event.slug]) if runs_event else reverse("home"))


@event_page(needs="run", guide="organiser#helpers-and-their-links", never_cached=True)
def several(request: PageRequest, event: Event) -> HttpResponse:
    """A pasted list: first what each line means, with its problems, then adding everybody."""
    form = SeveralHelpers(**posted(request))
    lines: list[helper_list.HelperLine] = []
    if form.is_bound and form.is_valid():
        try:
            lines = helper_list.read(request.user, event, form.cleaned_data["text"])
            if "add" in request.POST:
                return _added(request, event, form.cleaned_data["text"])
        except Refused as refused:
            put_on_form(form, refused)
    wrong = sum(bool(line.problem) for line in lines)
    context = {
        "form": form,
        "lines": lines,
        "wrong": wrong,
        "crumbs": trail(event, (_now("People"), "people"), (_now("Several helpers"),)),
    }
    status = 400 if form.errors or (wrong and "add" in request.POST) else 200
    return render(request, "accounts/several.html", context, status=status)


def _added(request: PageRequest, event: Event, text: str) -> HttpResponse:
    added = helper_list.add(by=request.user, event=event, text=text)
    message = ngettext("%(n)s helper was added.", "%(n)s helpers were added.", len(added)) % {"n": len(added)}
    return go_on(request, message, "helper-cards")


urlpatterns = [
    path("run/people/", everyone, name="people"),
    path("run/people/typing/", typing, name="keyers"),
    path("run/people/several/", several, name="helpers-add"),
    path("run/people/roles/<int:membership_id>/take/", take, name="role-take"),
]
