"""gunicorn's ASGI worker, which ends the open streams when it is asked to stop rather than waiting for them, and says on
a page of ours that an address is too long: for example a search for ten thousand characters."""

import asyncio
from collections.abc import Iterable

from django.template.loader import render_to_string
from gunicorn.asgi.protocol import ASGIProtocol
from gunicorn.workers import gasgi

from ..common import limits
from ..web.headers import CONTENT_SECURITY_POLICY

PAGE = (
    ("Content-Type", "text/html; charset=utf-8"),
    ("Content-Security-Policy", CONTENT_SECURITY_POLICY),
    ("X-Content-Type-Options", "nosniff"),
)


class Protocol(ASGIProtocol):
    """No part of the site learns of a request before its headers are here, so what is wrong with them is answered here.
    A connection that brings no whole headers is closed after a time."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._waiting = self.worker.loop.call_later(limits.HEADER_SECONDS, self._keepalive_timeout)

    def _on_headers_complete(self) -> bool:
        self._stop_waiting()
        return super()._on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _stop_waiting(self) -> None:
        if self._waiting:
            self._waiting.cancel()
            self._waiting = None

    def data_received(self, data: bytes) -> None:
        try:
            super().data_received(data)
        except ValueError:  # a length of thousands of digits
            self._send_error_response(400, "The request cannot be read.")
            self._close_transport()

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
