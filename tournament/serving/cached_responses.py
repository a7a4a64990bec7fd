"""Cacheable responses: which requests have one, and in which encoding it is sent."""

import gzip
import hashlib
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import IO, NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language_from_request

from ..common import limits

Header = tuple[bytes, bytes]

PUBLIC = re.compile(r"/(?:api/v1/)?events/([-a-zA-Z0-9_]+)/")
WORTH_PACKING = 500  # bytes
PACKABLE = (b"text/", b"application/json", b"image/svg+xml")
OF_ONE_PERSON = re.compile(rb"\b(private|no-store)\b")
CONDITIONS = {b"if-none-match", b"if-modified-since", b"if-match", b"if-unmodified-since"}
OF_THE_BODY = {b"content-type", b"content-length", b"etag", b"vary", b"cache-control"}


class PublicRequest(NamedTuple):
    """The cache key of a response, beside the state of the event."""

    slug: str
    key: tuple[str, ...]


def public_request(request: HttpRequest) -> PublicRequest | None:
    """The cache key of an anonymous request for a page of an event; None for any other request and in doubt."""
    meta = request.META
    match, query = PUBLIC.match(request.path_info), meta["QUERY_STRING"]
    if settings.DEBUG or match is None or request.method != "GET" or len(query) > limits.PAGE_QUERY:
        return None
    has_body = meta.get("CONTENT_LENGTH", "0") not in {"", "0"} or "HTTP_TRANSFER_ENCODING" in meta
    if _is_personal(request) or has_body or "HTTP_RANGE" in meta:
        return None
    key = (
        request.path_info,
        query,
        language_of(request),
        meta.get("HTTP_HOST", ""),
        request.scheme or "",
        *((meta.get("HTTP_ACCEPT", ""), meta.get("HTTP_ORIGIN", "")) if match[0].startswith("/api/") else ()),
    )
    return PublicRequest(match[1], key)


def _is_personal(request: HttpRequest) -> bool:
    """Whether the request may identify a person."""
    of_everybody = {settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME}
    return "HTTP_AUTHORIZATION" in request.META or not request.COOKIES.keys() <= of_everybody


def language_of(request: HttpRequest) -> str:
    """The language in which this request is answered."""
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return _language(chosen, request.META.get("HTTP_ACCEPT_LANGUAGE", ""))


@lru_cache(500)
def _language(chosen: str, accepted: str) -> str:
    """The language in which Django will respond: the chosen one, else the first accepted one that exists."""
    request = HttpRequest()
    if chosen:
        request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = chosen
    request.META["HTTP_ACCEPT_LANGUAGE"] = accepted
    return get_language_from_request(request)


class ReadyResponse(NamedTuple):
    """A response ready to send. A body in a file is sent once."""

    status: int
    headers: tuple[Header, ...]
    body: bytes | IO[bytes] = b""

    @classmethod
    def of_text(
        cls, status: int, text: str, *headers: Header, kind: bytes = b"text/plain; charset=utf-8"
    ) -> "ReadyResponse":
        sent = text.encode()
        own = ((b"content-type", kind), (b"content-length", b"%d" % len(sent)), (b"x-content-type-options", b"nosniff"))
        return cls(status, (*own, *headers), sent)


@dataclass(frozen=True, slots=True)
class PageAnswer:
    """Django's response. If it is `cacheable`, it also has a gzip form and a 304 form; `plain` is None where only these
    are kept."""

    plain: ReadyResponse | None
    packed: ReadyResponse | None = None
    unchanged: ReadyResponse | None = None
    etag: str = ""

    @property
    def cacheable(self) -> bool:
        return self.unchanged is not None

    @property
    def size(self) -> int:
        return 2000 + sum(len(form.body) for form in (self.plain, self.packed) if form and isinstance(form.body, bytes))

    def form_for(self, request: HttpRequest) -> ReadyResponse | None:
        """The form to send for this request; None if it is not kept."""
        if self.unchanged and _has(request.META.get("HTTP_IF_NONE_MATCH", ""), self.etag):
            return self.unchanged
        if self.packed and _unpacks(request.META.get("HTTP_ACCEPT_ENCODING", "")):
            return self.packed
        return self.plain

    def packed_only(self) -> "PageAnswer":
        """A long answer in less memory. Whoever cannot read it packed has it made again."""
        return replace(self, plain=None) if self.packed else self


@lru_cache(100)
def _unpacks(accepted: str) -> bool:
    offered = {name.strip().lower(): rest.replace(" ", "") for name, _, rest in _parts(accepted)}
    return "gzip" in offered and offered["gzip"] not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}


def _parts(accepted: str):
    return (each.partition(";") for each in accepted.split(","))


def _has(sent: str, etag: str) -> bool:
    """Whether a condition has this ETag, by weak comparison, since all forms share it."""
    return bool(sent) and any(each.strip().removeprefix("W/") == etag for each in sent.split(","))


def answered(response: ReadyResponse) -> PageAnswer:
    """Django's response, with its other forms if it is the same for everybody."""
    names = dict(response.headers)
    personal = b"set-cookie" in names or OF_ONE_PERSON.search(names.get(b"cache-control", b""))
    if response.status != 200 or personal or b"content-encoding" in names:
        return PageAnswer(response)
    body = response.body if isinstance(response.body, bytes) else read(response.body)
    etag = names.get(b"etag", b"").removeprefix(b"W/") or b'"%s"' % hashlib.sha256(body).hexdigest()[:32].encode()
    common, kind = _common(response.headers, names, etag), (b"content-type", names.get(b"content-type", b""))
    plain = ReadyResponse(200, (*common, kind, (b"content-length", b"%d" % len(body))), body)
    packed = None
    if len(body) >= WORTH_PACKING and kind[1].startswith(PACKABLE):
        small = gzip.compress(body, 6, mtime=0)
        sizes = ((b"content-encoding", b"gzip"), (b"content-length", b"%d" % len(small)))
        packed = ReadyResponse(200, (*common, kind, *sizes), small)
    return PageAnswer(plain, packed, ReadyResponse(304, common), etag.decode("latin-1"))


def read(file: IO[bytes]) -> bytes:
    """All of a response's body; the file is closed."""
    with file:
        file.seek(0)
        return file.read()


def _common(headers: tuple[Header, ...], names: dict[bytes, bytes], etag: bytes) -> tuple[Header, ...]:
    """The headers that all three forms share: Django's, without those about the body."""
    vary = names.get(b"vary", b"")
    if b"accept-encoding" not in vary.lower():
        vary = b"%s, Accept-Encoding" % vary if vary else b"Accept-Encoding"
    return (
        *((name, value) for name, value in headers if name not in OF_THE_BODY),
        (b"etag", b"W/" + etag),
        (b"vary", vary),
        (b"cache-control", names.get(b"cache-control", b"no-cache")),
    )
