"""Signing in and out, and choosing a first password."""

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.views import LoginView, LogoutView, PasswordResetConfirmView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse, reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from ..actions import people
from ..models import Membership

BACKEND = "django.contrib.auth.backends.ModelBackend"
FIRST_PAGE = {"organiser": "run", "judge": "judge-queue", "volunteer": "keying-rounds"}


def first_page(user) -> str:
    """Where a person begins: the page of her role when she has one role at one event, else the list of events."""
    memberships = list(Membership.objects.filter(user=user).select_related("event")[:2])
    if len(memberships) == 1:
        return reverse(FIRST_PAGE[memberships[0].role], args=[memberships[0].event.slug])
    return reverse("home")


class SignIn(LoginView):
    template_name = "account/sign_in.html"
    redirect_authenticated_user = True

    def get_default_redirect_url(self) -> str:
        return first_page(self.request.user)


@never_cache
def sign_in_link(request: HttpRequest, token: str) -> HttpResponse:
    """Sign in by a link that `make run` printed; a link that no longer works leads to the form and says so."""
    user = people.user_of_token(token)
    if user is None:
        messages.error(
            request, _("This sign-in link is too old or was not copied whole. Sign in with your password.")
        )
        return redirect("sign-in")
    login(request, user, backend=BACKEND)
    goal = request.GET.get("next", "")
    safe = url_has_allowed_host_and_scheme(goal, allowed_hosts={request.get_host()})
    return redirect(goal if safe else first_page(user))


class ChoosePassword(PasswordResetConfirmView):
    template_name = "account/choose_password.html"
    post_reset_login = True
    post_reset_login_backend = BACKEND
    success_url = reverse_lazy("home")


urlpatterns = [
    path("sign-in/", SignIn.as_view(), name="sign-in"),
    path("sign-in/<str:token>/", sign_in_link, name="sign-in-link"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    # without a token, which a page that is kept for everybody cannot have: it changes nothing but the visitor's language
    path("language/", csrf_exempt(set_language), name="set-language"),
    path("password/<uidb64>/<token>/", ChoosePassword.as_view(), name="choose-password"),
]
