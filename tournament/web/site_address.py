"""Where this site is: what every address begins with that is printed, shared or put into a QR code."""

import contextlib
import ipaddress
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest


def site_address(request: HttpRequest | None = None) -> str:
    """Without a slash at its end: the configured address (SITE_URL), else that of the request, else the one at which
    the program was started last.

    The organiser may read the page at another address than the helpers who get the link, so the request comes second.
    """
    if settings.SITE_URL:
        return settings.SITE_URL.rstrip("/")
    if request is not None:
        return f"{request.scheme}://{request.get_host()}"
    with contextlib.suppress(OSError):
        return _started_at().read_text()
    return f"http://{next(iter(settings.ALLOWED_HOSTS), 'localhost')}"


def note_address(address: str) -> None:
    """Write down where the program was started, for commands that print links in another window."""
    with contextlib.suppress(OSError):  # a full disk
        _started_at().write_text(address)


def _started_at() -> Path:
    return Path(settings.VAR_DIR) / "run.address"


def is_only_here(request: HttpRequest | None = None) -> bool:
    """Whether that address works only on this computer."""
    host = urlsplit(site_address(request)).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
