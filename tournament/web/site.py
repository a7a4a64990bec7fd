"""Where this site is: what every address begins with that is printed, shared or put into a QR code."""

import ipaddress
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest


def site_address(request: HttpRequest | None = None) -> str:
    """Without a slash at its end: the configured address (SITE_URL); without one that of the request, if there is one.

    The organiser may read the page at another address than the helpers who get the link, so the request comes last.
    """
    if settings.SITE_URL:
        return settings.SITE_URL.rstrip("/")
    if request is not None:
        return f"{request.scheme}://{request.get_host()}"
    return f"http://{next(iter(settings.ALLOWED_HOSTS), 'localhost')}"


def is_only_here(request: HttpRequest | None = None) -> bool:
    """Whether that address works on this computer alone."""
    host = urlsplit(site_address(request)).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
