"""Signing in and out: by password, by a link, and the first account of an installation."""

import uuid
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods
from django.views.i18n import set_language

from ..common.refusals import Refused
from ..models import FirstAccount, Membership, SignInLink, User
from ..sign_in import codes, links as sign_in_links
from ..sign_in.sessions import BY_LINK
from ..web.help import guided_by
from ..web.pages import attempted
from ..web.sent_text import checks_its_text
from . import first_account
from .forms import CodeOfCard, MakeFirstAccount, SignInForm

BACKEND = "django.contrib.auth.backends.ModelBackend"
FIRST_PAGE = {"organiser": "run", "judge": "judge-queue", "volunteer": "keying-rounds"}
DEVICE, A_YEAR = "device", 60 * 60 * 24 * 365  # the cookie by which a link knows the device that used it
page_or_post = require_http_methods(["GET", "HEAD", "POST"])


def first_page(user) -> str:
    """The first page after sign-in: that of the role, for a person with one role; else the list of events."""
    memberships = list(Membership.objects.filter(user=user).select_related("event")[:2])
    if len(memberships) == 1:
        return reverse(FIRST_PAGE[memberships[0].role], args=[memberships[0].event.slug])
    return reverse("home")


def in_their_language(answer: HttpResponse, user: User) -> HttpResponse:
    """The answer, with the cookie for the language that the person chose on the account page, if any."""
    if user.language:
        answer.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            user.language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            samesite="Lax",
        )
    return answer


class SignInPage(LoginView):
    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_default_redirect_url(self) -> str:
        return first_page(self.request.user)

    def post(self, request: HttpRequest, *args, **kwargs) -> HttpResponse:
        return self._by_code(request) if "code" in request.POST else super().post(request, *args, **kwargs)

    def _by_code(self, request: HttpRequest) -> HttpResponse:
        """The page of the link whose code was typed."""
        code = CodeOfCard(request.POST)
        if code.is_valid():
            link = codes.link_of_code(code.cleaned_data["code"], request, _device(request))
            if link is not None:
                goal = urlencode({"next": request.POST.get("next", "")})
                return redirect(f"{sign_in_links.path_of(link)}?{goal}")
            code.add_error("code", _("No card that still works has this code. Read it again."))
        form = self.get_form_class()(request)
        return self.render_to_response(self.get_context_data(form=form, code=code), status=400)

    def get_context_data(self, **kwargs) -> dict:
        return super().get_context_data(**{"code": CodeOfCard()} | kwargs)

    def form_valid(self, form) -> HttpResponse:
        return in_their_language(super().form_valid(form), form.get_user())


@never_cache
@page_or_post
def sign_in_link(request: HttpRequest, token: str) -> HttpResponse:
    """Sign in by a link. Only a press uses it up, because messengers open links to show a preview; the demo's links,
    which can be used again, need none."""
    link = sign_in_links.find(token)
    if link is None:
        messages.error(
            request, _("Part of this sign-in link is missing. Copy all of it, or sign in with your password.")
        )
        return redirect("sign-in")
    if request.user == link.user:
        messages.info(request, _("You are signed in on this device already."))
        return redirect(_goal(request, link.user))
    if problem := sign_in_links.why_not(link, _device(request)):
        return _unusable(request, link, problem)
    if request.method == "POST" or (link.reusable and request.method == "GET"):
        return _enter(request, link)
    return render(request, "accounts/use_link.html", {"link": link})


def _enter(request: HttpRequest, link: SignInLink) -> HttpResponse:
    device = _device(request) or uuid.uuid4()
    try:
        user = sign_in_links.use(link=link, device=device)
    except Refused as refused:
        return _unusable(request, link, refused.sentence)
    login(request, user, backend=BACKEND)
    request.session[BY_LINK] = link.pk
    answer = redirect(_goal(request, user))
    options = {"max_age": A_YEAR, "path": "/sign-in/", "secure": request.is_secure()}
    answer.set_cookie(DEVICE, str(device), **options, httponly=True, samesite="Lax")  # type: ignore[arg-type]
    return in_their_language(answer, user)


def _device(request: HttpRequest) -> uuid.UUID | None:
    try:
        return uuid.UUID(request.COOKIES.get(DEVICE, ""))
    except ValueError:
        return None


def _goal(request: HttpRequest, user: User) -> str:
    goal = request.GET.get("next", "")
    safe = url_has_allowed_host_and_scheme(goal, allowed_hosts={request.get_host()})
    return goal if safe else first_page(user)


def _unusable(request: HttpRequest, link: SignInLink, problem: str) -> HttpResponse:
    return render(request, "accounts/link_not_usable.html", {"link": link, "problem": problem}, status=410)


@guided_by("organiser#begin")
@never_cache
@page_or_post
@checks_its_text
def begin(request: HttpRequest, token: str) -> HttpResponse:
    """The first account of the installation, by the link that was printed when the program started."""
    form = MakeFirstAccount(request.POST if request.method == "POST" else None)
    try:
        first_account.must_be_open(token, FirstAccount.objects.all())
    except Refused as refused:
        return render(request, "accounts/begin.html", {"problem": refused.sentence}, status=refused.status)
    status, user = attempted(form, lambda: _take(form, token))
    if status is None:
        login(request, user, backend=BACKEND)
        return redirect("create-event")
    return render(request, "accounts/begin.html", {"form": form}, status=status)


def _take(form: MakeFirstAccount, token: str) -> User:
    values = {name: form.cleaned_data[name] for name in ("full_name", "username", "password")}
    return first_account.take(token=token, **values)


site_urlpatterns = [
    path("sign-in/", SignInPage.as_view(), name="sign-in"),
    path("sign-in/<str:token>/", sign_in_link, name="sign-in-link"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    # without a token, which a page that is kept for everybody cannot have: it changes nothing but the visitor's
    # language
    path("language/", csrf_exempt(set_language), name="set-language"),
    path("begin/<str:token>/", begin, name="first-account"),
]
