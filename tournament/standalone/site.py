"""The address on which the program listens, and the address for others."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from tournament.standalone import network

TRUE = {"1", "true", "yes", "on"}


@dataclass
class Site:
    """The address of the site. `addresses` are those of this computer in its network; empty unless others may open the
    site."""

    host: str
    port: int
    is_for_the_hall: bool
    addresses: list[str]
    earlier: set[str] = field(default_factory=set)
    scheme: str = "http"

    @classmethod
    def of(cls, environment: Mapping[str, str], port: int) -> "Site":
        """HALL=1 lets others in, at all addresses or at HOST; so does a HOST that other computers reach too."""
        host = environment.get("HOST") or ""
        hall = environment.get("HALL", "").strip().lower() in TRUE or host not in ("", *network.LOOPBACK)
        if host in network.LOOPBACK and hall:
            host = ""
        addresses = network.addresses() if hall else []
        scheme = "https" if environment.get("HTTPS_CERTIFICATE") else "http"
        return cls(host or _to_listen_on(hall, addresses), port, hall, addresses, scheme=scheme)

    @property
    def given(self) -> str:
        """The host in the address that is printed and shared."""
        if self.host in network.EVERYTHING:
            return self.addresses[0] if self.addresses else "127.0.0.1"
        return self.host

    @property
    def address(self) -> str:
        return network.origin(self.given, self.port, self.scheme)

    @property
    def others(self) -> list[str]:
        return [network.origin(each, self.port, self.scheme) for each in self.addresses if each != self.given]

    @property
    def here(self) -> str:
        """The address at which this computer itself reaches it."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return network.origin(host, self.port, self.scheme)

    @property
    def is_reachable(self) -> bool:
        return self.given not in network.LOOPBACK

    def environment(self) -> dict[str, str]:
        """Variables for the web server and the worker, without those that the environment already has."""
        names = network.host_names(self.host, {*self.addresses, *self.earlier})
        values = {"SITE_URL": self.address} if not os.environ.get("CSRF_TRUSTED_ORIGINS") else {}
        if self.is_for_the_hall:
            values["ALLOWED_HOSTS"] = ",".join(names)
        return {name: value for name, value in values.items() if not os.environ.get(name)}

    def has_moved(self, addresses: list[str]) -> bool:
        """Whether the printed address is gone and there is another one."""
        return self.host in network.EVERYTHING and bool(addresses) and self.given not in addresses

    def move(self, addresses: list[str]) -> None:
        self.earlier.update(self.addresses)
        self.addresses, self.host = addresses, _to_listen_on(True, addresses)


def _to_listen_on(hall: bool, addresses: list[str]) -> str:
    if not hall:
        return "127.0.0.1"
    return "::" if addresses and all(":" in each for each in addresses) else "0.0.0.0"
