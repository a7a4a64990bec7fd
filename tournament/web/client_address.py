"""Where a request comes from. What a request itself says about that is believed only if it came through our own
proxy."""

from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.http import HttpRequest

IPAddress = IPv4Address | IPv6Address
THIS_COMPUTER = "127.0.0.1"
UNIX = "unix"  # in TRUSTED_PROXIES: the proxy that speaks through a socket of this computer


def of_request(request: HttpRequest) -> str:
    return client_address(request.META)


def network_of_request(request: HttpRequest) -> str:
    return network(of_request(request))


def network(address: str) -> str:
    """The network that counts as one address: of IPv6 the first that begins with the same half, since a house or a
    school has all of them, and could ask from another one each time."""
    read = _read(address)
    return str(IPv6Network((read, 64), strict=False)[0]) if isinstance(read, IPv6Address) else str(read or address)


def client_address(environ: Mapping[str, Any]) -> str:
    """The address of the client: of the connection, or, if that is one of TRUSTED_PROXIES, the last one in
    X-Forwarded-For that is not."""
    address = _without_zone(environ.get("REMOTE_ADDR") or "") or UNIX
    forwarded = [_without_zone(each) for each in environ.get("HTTP_X_FORWARDED_FOR", "").split(",") if each.strip()]
    while forwarded and _is_ours(address, tuple(settings.TRUSTED_PROXIES)):
        before = forwarded.pop()
        if _read(before) is None:
            break
        address = before
    return THIS_COMPUTER if address == UNIX else address


def _without_zone(text: str) -> str:
    return text.strip().strip("[]").partition("%")[0]


@lru_cache(1000)
def _is_ours(address: str, proxies: tuple[str, ...]) -> bool:
    read = _read(address)
    return address in proxies if read is None else any(read in each for each in _networks(proxies))


@lru_cache(10)
def _networks(proxies: tuple[str, ...]) -> tuple[IPv4Network | IPv6Network, ...]:
    """Raises ValueError for a setting that is no address."""
    return tuple(ip_network(each, strict=False) for each in proxies if each != UNIX)


def _read(text: str) -> IPAddress | None:
    try:
        read = ip_address(text)
    except ValueError:
        return None
    return read.ipv4_mapped or read if isinstance(read, IPv6Address) else read
