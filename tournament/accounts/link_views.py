"""A helper's sign-in links as the organiser sees them: one person's, and cards to print for everybody."""

from typing import NamedTuple

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from ..common.qr_codes import qr
from ..common.sheet_codes import shown
from ..models import Event, SignInLink, User
from ..sign_in import api_tokens, codes, links as sign_in_links, sign_ins
from ..web.pages import PageRequest, event_page, go_on, press, trail
from ..web.site_address import site_address


class Card(NamedTuple):
    """A card with a sign-in link, to hand to a helper."""

    user: User
    roles: str
    link: SignInLink
    address: str
    qr_code: SafeString
    short_code: str


def _card(request: PageRequest, link: SignInLink, roles: str) -> Card:
    address = site_address(request) + sign_in_links.path_of(link)
    return Card(link.user, roles, link, address, qr(address), shown(codes.code_of(link)))


def _roles(event: Event) -> dict[int, str]:
    """The roles of each helper in words, by their id."""
    names: dict[int, list[str]] = {}
    for membership in event.memberships.order_by("role"):
        names.setdefault(membership.user_id, []).append(membership.get_role_display().lower())
    return {user: ", ".join(roles) for user, roles in names.items()}


def _helper(event: Event, user_id: int) -> User:
    """A helper of this event; 404 for everybody else, so that it shows no name of another event."""
    return get_object_or_404(User.objects.filter(memberships__event=event).distinct(), pk=user_id)


@event_page(needs="run", guide="organiser#helpers-and-their-links", never_cached=True)
def person(request: PageRequest, event: Event, user_id: int, status: int = 200) -> HttpResponse:
    """One helper: roles, the unused link with its QR code, the links made so far, tokens of their programs."""
    user = _helper(event, user_id)
    links = list(user.sign_in_links.filter(event=event).select_related("made_by"))
    unused = sign_in_links.unused(event).filter(user=user).first()
    refused = sign_in_links.refusal(request.user, event, user)
    context = {
        "person": user,
        "roles": _roles(event)[user.pk],
        "card": _card(request, unused, _roles(event)[user.pk]) if unused and not refused else None,
        "links": links,
        "tokens": api_tokens.working(user.api_tokens.filter(event=event)),
        "refused": refused,
        "sign_ins": [] if refused else sign_ins.of(user, request.session.session_key),
        "crumbs": trail(event, (_("People"), "people"), (str(user),)),
    }
    return render(request, "accounts/person.html", context, status=status)


@event_page(needs="run", post_only=True)
def make(request: PageRequest, event: Event, user_id: int) -> HttpResponse:
    user = _helper(event, user_id)
    press(request, lambda: sign_in_links.make(by=request.user, event=event, user=user))
    return redirect("person", event.slug, user.pk)


@event_page(needs="run", post_only=True)
def withdraw(request: PageRequest, event: Event, link_id: int) -> HttpResponse:
    link = get_object_or_404(SignInLink.objects.select_related("user"), event=event, pk=link_id)
    if press(request, lambda: sign_in_links.withdraw(by=request.user, event=event, link=link)):
        return redirect("person", event.slug, link.user_id)
    return go_on(request, _("The link no longer works."), "person", link.user_id)


@event_page(needs="run", post_only=True)
def sign_out(request: PageRequest, event: Event, user_id: int) -> HttpResponse:
    """End a helper's sessions. Of one's own, use the account page: it keeps this one."""
    user = _helper(event, user_id)
    if user == request.user:
        raise Http404
    if press(request, lambda: sign_in_links.sign_out(by=request.user, event=event, user=user)):
        return redirect("person", event.slug, user.pk)
    message = _("%(person)s is signed out on every device. Make a new link to let them in again.") % {"person": user}
    return go_on(request, message, "person", user.pk)


@event_page(needs="run", post_only=True)
def end_session(request: PageRequest, event: Event, user_id: int, reference: str) -> HttpResponse:
    """Sign a helper out on one device."""
    user = _helper(event, user_id)
    if press(request, lambda: sign_ins.end(by=request.user, event=event, user=user, reference=reference)):
        return redirect("person", event.slug, user.pk)
    return go_on(request, _("%(person)s is signed out on that device.") % {"person": user}, "person", user.pk)


@event_page(needs="run", guide="organiser#helpers-and-their-links", never_cached=True)
def cards(request: PageRequest, event: Event) -> HttpResponse:
    """A card for each link that nobody has used yet, to print, cut and hand out."""
    roles = _roles(event)
    links = [link for link in sign_in_links.unused(event) if link.user_id in roles]
    context = {
        "cards": [_card(request, link, roles[link.user_id]) for link in links],
        "crumbs": trail(event, (_("People"), "people"), (_("Cards to hand out"),)),
    }
    return render(request, "accounts/cards.html", context)


urlpatterns = [
    path("run/people/cards/", cards, name="helper-cards"),
    path("run/people/<int:user_id>/", person, name="person"),
    path("run/people/<int:user_id>/link/", make, name="person-link"),
    path("run/people/<int:user_id>/sign-out/", sign_out, name="person-sign-out"),
    path("run/people/<int:user_id>/sign-ins/<str:reference>/end/", end_session, name="person-session-end"),
    path("run/people/links/<int:link_id>/withdraw/", withdraw, name="link-withdraw"),
]
