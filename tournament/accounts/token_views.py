"""Tokens for programs: made and revoked by their person, and revoked by an organiser of the event that one is for."""

from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from ..models import ApiToken, Event
from ..sign_in import api_tokens
from ..web.help import guided_by
from ..web.pages import PageRequest, attempted, event_page, go_on, press
from .account_views import account_page
from .forms import MakeToken


@guided_by("api#get-a-token")
@never_cache
@require_POST
@login_required
def make(request: PageRequest) -> HttpResponse:
    """The account page with the key of the new token, which is shown only now."""
    form = MakeToken(request.POST, user=request.user)
    status, key = attempted(form, lambda: _make(request, **form.cleaned_data))
    return account_page(request, status, token=form) if status else account_page(request, new_key=key)


def _make(request: PageRequest, *, days: str, **values) -> str:
    ends_at = timezone.now() + timedelta(days=int(days))
    _token, key = api_tokens.make(by=request.user, ends_at=ends_at, **values)
    return key


@require_POST
@login_required
def revoke(request: PageRequest, token_id: int) -> HttpResponse:
    token = get_object_or_404(request.user.api_tokens, pk=token_id)
    api_tokens.revoke(by=request.user, token=token)
    messages.success(request, _("The token no longer works."))
    return redirect("account")


@event_page(needs="run", post_only=True)
def revoke_of_helper(request: PageRequest, event: Event, token_id: int) -> HttpResponse:
    token = get_object_or_404(ApiToken, event=event, pk=token_id)
    press(request, lambda: api_tokens.revoke(by=request.user, token=token))
    return go_on(request, _("The token no longer works."), "person", token.user_id)


site_urlpatterns = [
    path("account/tokens/", make, name="account-tokens"),
    path("account/tokens/<int:token_id>/revoke/", revoke, name="account-token-revoke"),
]
urlpatterns = [path("run/people/tokens/<int:token_id>/revoke/", revoke_of_helper, name="person-token-revoke")]
