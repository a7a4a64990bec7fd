"""gunicorn's ASGI worker, which ends the open streams when it is asked to stop rather than waiting for them, and says on
a page of ours that an address is too long: for example a search for ten thousand characters."""

from collections.abc import Iterable

from django.template.loader import render_to_string
from gunicorn.asgi.protocol import ASGIProtocol
from gunicorn.workers import gasgi

from ..web.headers import CONTENT_SECURITY_POLICY

PAGE = (
    ("Content-Type", "text/html; charset=utf-8"),
    ("Content-Security-Policy", CONTENT_SECURITY_POLICY),
    ("X-Content-Type-Options", "nosniff"),
)


class Protocol(ASGIProtocol):
    """No part of the site learns of such a request, as gunicorn stops reading in its first line."""

    def _send_error_response(self, status: int, message: str, extra_headers: Iterable[tuple[str, str]] = ()) -> None:
        if status != 414:
            return super()._send_error_response(status, message, extra_headers)
        body = render_to_string("414.html").encode()
        headers = (*PAGE, ("Content-Length", str(len(body))), ("Connection", "close"))
        head = "".join(f"{name}: {value}\r\n" for name, value in headers)
        self._safe_write(f"HTTP/1.1 414 URI Too Long\r\n{head}\r\n".encode("latin-1"))
        return self._safe_write(body)


gasgi.ASGIProtocol = Protocol  # what the worker below makes for each connection


class Worker(gasgi.ASGIWorker):
    def handle_exit_signal(self) -> None:
        super().handle_exit_signal()
        end = getattr(self.asgi, "end", None)
        if end is not None:
            end()
