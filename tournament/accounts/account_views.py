"""A person's own account: name, language, password, devices on which they are signed in, and tokens."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from ..models import Membership, SignInLink
from ..sign_in import api_tokens, sign_ins
from ..sign_in.sessions import BY_LINK
from ..web.help import guided_by
from ..web.pages import PageRequest, attempt, press
from ..web.permissions import is_administrator
from . import account_actions
from .forms import ChangePassword, MakeToken, OwnAccount
from .views import in_their_language

LATEST = 10  # links that are listed


def _needs_old(request: PageRequest) -> bool:
    return request.user.has_usable_password() and not request.session.get(BY_LINK)


def _own(request: PageRequest, sent=None) -> OwnAccount:
    user = request.user
    return OwnAccount(sent, initial={"full_name": user.get_full_name(), "language": user.language})


def account_page(request: PageRequest, status: int = 200, own=None, password=None, **more) -> HttpResponse:
    """`more`: the form of a `token` that was refused, or the `new_key` of one."""
    rows = Membership.objects.filter(user=request.user).select_related("event")
    memberships = list(rows.order_by("-event__held_on", "event__name", "role"))
    context = {
        "own": own or _own(request),
        "password": password or ChangePassword(needs_old=_needs_old(request)),
        "has_password": request.user.has_usable_password(),
        "memberships": memberships,
        "is_administrator": is_administrator(request.user),
        "sign_ins": sign_ins.of(request.user, request.session.session_key),
        "links": SignInLink.objects.filter(user=request.user).select_related("made_by")[:LATEST],
        "tokens": api_tokens.working(request.user.api_tokens.all()).select_related("event"),
        "token": MakeToken(user=request.user),
        **more,
    }
    zone = memberships[0].event.time_zone if memberships else settings.TIME_ZONE
    with timezone.override(zone):
        return render(request, "accounts/account.html", context, status=status)


@guided_by("organiser#your-account")
@never_cache
@login_required
def account(request: PageRequest) -> HttpResponse:
    if request.method != "POST":
        return account_page(request)
    form = _own(request, request.POST)
    status = attempt(form, lambda: account_actions.change(by=request.user, **form.cleaned_data))
    if status is not None:
        return account_page(request, status, own=form)
    request.user.language = form.cleaned_data["language"]
    messages.success(request, _("Saved."))
    return in_their_language(redirect("account"), request.user)


@guided_by("organiser#your-account")
@never_cache
@require_POST
@login_required
def password(request: PageRequest) -> HttpResponse:
    form = ChangePassword(request.POST, needs_old=_needs_old(request))
    status = attempt(form, lambda: _set_password(request, form.cleaned_data))
    if status is not None:
        return account_page(request, status, password=form)
    messages.success(request, _("You have a new password. On other devices you are signed out."))
    return redirect("account")


def _set_password(request: PageRequest, values: dict) -> None:
    old = values.get("old")
    user = account_actions.set_password(by=request.user, password=values["password"], old=old)
    update_session_auth_hash(request, user)
    request.session.pop(BY_LINK, None)


@require_POST
@login_required
def sign_out_everywhere(request: PageRequest) -> HttpResponse:
    """On every device but this one."""
    update_session_auth_hash(request, account_actions.sign_out_everywhere(by=request.user))
    messages.success(request, _("You are signed out on all other devices, and your links and tokens no longer work."))
    return redirect("account")


@require_POST
@login_required
def end_session(request: PageRequest, reference: str) -> HttpResponse:
    """On another device."""
    if not press(request, lambda: sign_ins.end_own(by=request.user, reference=reference)):
        messages.success(request, _("That device is signed out."))
    return redirect("account")


site_urlpatterns = [
    path("account/", account, name="account"),
    path("account/password/", password, name="account-password"),
    path("account/sign-out/", sign_out_everywhere, name="account-sign-out"),
    path("account/sign-ins/<str:reference>/end/", end_session, name="account-session-end"),
]
