"""How long requests take, by view and status, and how many streams are open: for /metrics.

Each web process counts for itself. `serving.server` names a folder that those of one server share, so that each of them
answers for all. Without METRICS_TOKEN nothing is counted.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from django.conf import settings
from django.urls import Resolver404, resolve
from prometheus_client import Gauge, Histogram

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
STREAMED = (b"text/event-stream", b"application/x-ndjson")
REQUESTS = Histogram(
    "tournament_request_seconds",
    "From the start of a request to the first byte of its answer.",
    ["view", "method", "status"],
    buckets=(0.05, 0.1, 0.3, 0.8, 2, 5, 15),
)
STREAMS = Gauge("tournament_streams", "Streams open now.", multiprocess_mode="livesum")


@contextmanager
def measured(scope: Any, send: Any) -> Iterator[Any]:
    """A `send` that counts the answer to this request when it begins; a stream is open until the block ends."""
    begun, is_stream = monotonic(), False

    async def send_measured(message: Any) -> None:
        nonlocal is_stream
        if message["type"] == "http.response.start":
            seconds, method = monotonic() - begun, scope["method"]
            method = method if method in METHODS else "other"
            REQUESTS.labels(_view(scope["path"]), method, message["status"]).observe(seconds)
            if dict(message["headers"]).get(b"content-type", b"").startswith(STREAMED):
                is_stream = True
                STREAMS.inc()
        await send(message)

    try:
        yield send_measured if settings.METRICS_TOKEN else send
    finally:
        if is_stream:
            STREAMS.dec()


def _view(path: str) -> str:
    """The name of the address, so that there are no more figures than addresses."""
    try:
        return resolve(path).view_name or "unnamed"
    except Resolver404:
        return "none"
