"""The pages for what is refused: a missing capability, a refusal of an action, a request that cannot be read."""

from collections.abc import Callable, Sequence

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from ..common.files.upload_limits import TooMuchSent
from ..common.refusals import Refused
from . import outages
from .permissions import NotAllowed
from .problems import is_of_api, problem_response
from .sent_text import check_sent, is_address

AGAIN = {429: "10", 503: "5"}  # seconds


class RefusalPages:
    """Middleware: shows a missing capability (403), an uncaught refusal, text that cannot be recorded (400), a full
    disk or a database that fails (503), as a page with a sentence. It also tells programs when to try again."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code in AGAIN:
            response.headers.setdefault("Retry-After", AGAIN[response.status_code])
        return response

    def process_view(self, request: HttpRequest, view: Callable, args: Sequence, parts: dict) -> HttpResponse | None:
        if not is_address(parts):
            raise Http404
        try:
            check_sent(request, view)
        except Refused as refused:
            if is_of_api(request) or "text/html" not in request.headers.get("Accept", "text/html"):
                return problem_response(refused.status, refused.code, refused.sentence)
            return self.process_exception(request, refused)
        return None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, NotAllowed):
            return render(request, "403.html", {"sentence": exception.sentence}, status=403)
        if isinstance(exception, Refused):
            page = "429.html" if exception.status == 429 else "400.html"
            return render(request, page, {"sentence": exception.sentence}, status=exception.status)
        return outages.answer(request, exception)


def missing_page(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's own page asks for the token of a form, and so reads one that cannot be read."""
    if is_of_api(request):
        return problem_response(404, "not_found", _("There is nothing at this address."))
    return render(request, "404.html", status=404)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page for requests that Django refuses; a form that is too large gets 413 and a sentence."""
    if is_of_api(request):
        return problem_response(400, "invalid", _("This request cannot be read."))
    if isinstance(exception, TooMuchSent):
        sentence = _("These files are larger than %(most)s MB together. Send fewer at once.")
        sentence %= {"most": exception.most // 1_000_000}
        return render(request, "400.html", {"sentence": sentence}, status=413)
    if isinstance(exception, RequestDataTooBig | TooManyFieldsSent):
        sentence = _("The page sent too much at once. Shorten what you pasted.")
        return render(request, "400.html", {"sentence": sentence}, status=413)
    return render(request, "400.html", status=400)
