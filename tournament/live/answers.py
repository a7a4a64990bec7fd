"""Cacheable responses: which requests have one, and in which encoding it is sent."""

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, parse_cookie
from django.utils.translation import get_language_from_request

Environ = dict[str, Any]
Header = tuple[bytes, bytes]

PUBLIC = re.compile(r"/(?:api/)?events/([-a-zA-Z0-9_]+)/")
LONGEST_QUERY = 200
WORTH_PACKING = 500  # bytes
PACKABLE = ("text/", "application/json", "image/svg+xml")
OF_ONE_PERSON = re.compile(r"\b(private|no-store)\b")
CONDITIONS = ("HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE", "HTTP_IF_MATCH", "HTTP_IF_UNMODIFIED_SINCE")


class PublicRequest(NamedTuple):
    """The cache key of a response, beside the state of the event."""

    slug: str
    key: tuple[str, ...]


def public_request(environ: Environ) -> PublicRequest | None:
    """The cache key of an anonymous request for a page of an event; None for any other request and in doubt."""
    found = PUBLIC.match(environ["PATH_INFO"])
    if (
        settings.DEBUG
        or found is None
        or environ["REQUEST_METHOD"] != "GET"
        or len(environ["QUERY_STRING"]) > LONGEST_QUERY
    ):
        return None
    if _says_who(environ) or environ.get("CONTENT_LENGTH", "0") not in {"", "0"} or "HTTP_RANGE" in environ:
        return None
    key = (
        environ["PATH_INFO"],
        environ["QUERY_STRING"],
        language_of(environ),
        environ.get("HTTP_HOST", ""),
        environ["wsgi.url_scheme"],
        environ.get("HTTP_X_FORWARDED_PROTO", ""),
        environ.get("HTTP_ACCEPT", "") if found[0].startswith("/api/") else "",
    )
    return PublicRequest(found[1], key)


def language_of(environ: Environ) -> str:
    """The language in which this request is answered."""
    return _language(_chosen(environ), environ.get("HTTP_ACCEPT_LANGUAGE", ""))


def _says_who(environ: Environ) -> bool:
    cookies = environ.get("HTTP_COOKIE", "")
    return "HTTP_AUTHORIZATION" in environ or bool(
        cookies and set(parse_cookie(cookies)) - {settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME}
    )


def _chosen(environ: Environ) -> str:
    cookies = environ.get("HTTP_COOKIE", "")
    return parse_cookie(cookies).get(settings.LANGUAGE_COOKIE_NAME, "") if cookies else ""


@lru_cache(500)
def _language(chosen: str, accepted: str) -> str:
    """The language in which Django will respond: the chosen one, else the first accepted one that exists."""
    request = HttpRequest()
    if chosen:
        request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = chosen
    request.META["HTTP_ACCEPT_LANGUAGE"] = accepted
    return get_language_from_request(request)


class ReadyResponse(NamedTuple):
    """A response ready to send."""

    status: int
    headers: tuple[Header, ...]
    body: bytes


@dataclass(frozen=True, slots=True)
class Answer:
    """Django's response. If it is `kept` for others, it also has a gzip form and a 304 form."""

    plain: ReadyResponse
    packed: ReadyResponse | None = None
    unchanged: ReadyResponse | None = None
    etag: str = ""
    kept: bool = False

    @property
    def size(self) -> int:
        return len(self.plain.body) + (len(self.packed.body) if self.packed else 0) + 2000

    def form_for(self, environ: Environ) -> ReadyResponse:
        """The form to send for this request."""
        if self.unchanged and self.etag and _has(environ.get("HTTP_IF_NONE_MATCH", ""), self.etag):
            return self.unchanged
        if self.packed and _unpacks(environ.get("HTTP_ACCEPT_ENCODING", "")):
            return self.packed
        return self.plain


@lru_cache(100)
def _unpacks(accepted: str) -> bool:
    offered = {name.strip().lower(): rest.replace(" ", "") for name, _, rest in _parts(accepted)}
    return "gzip" in offered and offered["gzip"] not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}


def _parts(accepted: str):
    return (each.partition(";") for each in accepted.split(","))


def _has(sent: str, etag: str) -> bool:
    """Whether a condition has this ETag, by weak comparison, since all forms share it."""
    return bool(sent) and any(each.strip().removeprefix("W/") == etag for each in sent.split(","))


def answered(status: str, headers: list[tuple[str, str]], body: bytes) -> Answer:
    """Django's response, with its other forms if it is the same for everybody."""
    code = int(status[:3])
    names = {name.lower(): value for name, value in headers}
    own = "set-cookie" in names or OF_ONE_PERSON.search(names.get("cache-control", ""))
    if code != 200 or own or "content-encoding" in names:
        return Answer(ReadyResponse(code, _as_bytes(headers), body))
    etag = names.get("etag", "").removeprefix("W/") or f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    common = _common(headers, names, etag)
    kind = ("Content-Type", names.get("content-type", ""))
    plain = ReadyResponse(200, _as_bytes([*common, kind, ("Content-Length", str(len(body)))]), body)
    packed = None
    if len(body) >= WORTH_PACKING and kind[1].startswith(PACKABLE):
        small = gzip.compress(body, 6, mtime=0)
        sizes = [("Content-Encoding", "gzip"), ("Content-Length", str(len(small)))]
        packed = ReadyResponse(200, _as_bytes([*common, kind, *sizes]), small)
    return Answer(plain, packed, ReadyResponse(304, _as_bytes(common), b""), etag, kept=True)


def _common(headers: list[tuple[str, str]], names: dict[str, str], etag: str) -> list[tuple[str, str]]:
    """The headers that all three forms share: Django's, without those about the body."""
    own_headers = {"content-type", "content-length", "etag", "vary", "cache-control"}
    vary = names.get("vary", "")
    if "accept-encoding" not in vary.lower():
        vary = f"{vary}, Accept-Encoding" if vary else "Accept-Encoding"
    return [
        *((name, value) for name, value in headers if name.lower() not in own_headers),
        ("ETag", f"W/{etag}"),
        ("Vary", vary),
        ("Cache-Control", names.get("cache-control", "no-cache")),
    ]


def _as_bytes(headers: list[tuple[str, str]]) -> tuple[Header, ...]:
    return tuple((name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers)
