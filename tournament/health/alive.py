"""The address that answers as long as the web process does."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
@never_cache
def alive(request: HttpRequest) -> HttpResponse:
    """200 as long as this web process answers."""
    return HttpResponse("alive\n", content_type="text/plain")
