"""This computer's addresses in its network, from the standard library. Nothing is sent."""

import contextlib
import ipaddress
import socket
import struct
import sys
from collections.abc import Iterable

InterfaceAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

LOOPBACK = ("127.0.0.1", "localhost", "::1")
EVERYTHING = ("0.0.0.0", "::")  # what a server listens on to be reached by all of its addresses
PORTS = {"http": 80, "https": 443}
# Reserved for examples: a route to them is the default route. No packet leaves.
FAR_AWAY = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
# Interfaces of programs on this computer: nobody else is behind them.
VIRTUAL = ("docker", "br-", "virbr", "vboxnet", "vmnet", "lxc", "lxd", "podman", "cni", "bridge", "utun", "awdl", "llw")
SIOCGIFADDR = 0x8915 if sys.platform.startswith("linux") else 0xC0206921


def addresses() -> list[str]:
    """Every address at which others may reach this computer, the likeliest first: those of the default route, then
    others, IPv4 before IPv6. Empty where there is no network."""
    routed = [_towards(family, there) for family, there in FAR_AWAY]
    others = sorted({*_of_interfaces(), *_of_the_name(), *_ipv6_of_linux()}, key=lambda each: (each.version, int(each)))
    reachable = [each for each in dict.fromkeys([*routed, *others]) if each and _is_reachable(each)]
    return [str(each) for each in sorted(reachable, key=_rank)]


def _rank(address: InterfaceAddress) -> tuple[bool, bool]:
    """Stable: the default route stays first among its kind."""
    return address.version == 6, address.is_link_local


def _is_reachable(address: InterfaceAddress) -> bool:
    """A link-local IPv6 address cannot stand in a link: it needs the name of an interface."""
    return not (address.is_loopback or address.is_unspecified or (address.version == 6 and address.is_link_local))


def _towards(family: socket.AddressFamily, there: str) -> InterfaceAddress | None:
    """Our address on the route to another one; None if there is no route."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((there, 9))
            return ipaddress.ip_address(probe.getsockname()[0])
    except OSError:
        return None


def _of_interfaces() -> Iterable[InterfaceAddress]:
    """The IPv4 address of each interface that leads out of this computer."""
    try:
        import fcntl
    except ImportError:  # on Windows the name of the computer has them
        return
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _number, name in socket.if_nameindex():
            if name.startswith(VIRTUAL):
                continue
            with contextlib.suppress(OSError):  # an interface without an address
                answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, struct.pack("256s", name[:15].encode()))
                yield ipaddress.IPv4Address(answer[20:24])


def _of_the_name() -> Iterable[InterfaceAddress]:
    """The addresses that the name of this computer stands for; none on some systems."""
    with contextlib.suppress(OSError, ValueError):
        for entry in socket.getaddrinfo(socket.gethostname(), None):
            yield ipaddress.ip_address(str(entry[4][0]).partition("%")[0])


def _ipv6_of_linux() -> Iterable[InterfaceAddress]:
    with contextlib.suppress(OSError), open("/proc/net/if_inet6") as table:
        for row in table:
            digits, _index, _length, _scope, _flags, name = row.split()
            if not name.startswith(VIRTUAL):
                yield ipaddress.IPv6Address(int(digits, 16))


def origin(host: str, port: int, scheme: str = "http") -> str:
    """The address of a site, as a browser takes it, without a slash at its end."""
    return f"{scheme}://{bracketed(host)}" + ("" if port == PORTS[scheme] else f":{port}")


def bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def host_names(host: str, addresses: Iterable[str]) -> list[str]:
    """Every name by which a browser may ask for this computer, as ALLOWED_HOSTS wants them."""
    name = socket.gethostname()
    own = (*LOOPBACK, name, f"{name}.local", *(() if host in EVERYTHING else (host,)), *addresses)
    return sorted({bracketed(each) for each in own})
