"""The message of `make run` after its start: the address, a QR code of it, and links to sign in."""

import io
from collections.abc import Collection, Iterator
from urllib.parse import urlsplit

import segno

from tournament.common.installation import START
from tournament.standalone.site import Site

READABLE = "There is no HTTPS: others in this network can read what people type, with passwords and sign-in links."
ENCRYPTED = "HTTPS is on. A phone that does not know the certificate warns once."
WITHOUT_DEMO = (
    "The demo event was not loaded; if something went wrong, the lines above say what.",
    "Nothing of it was kept, and everything else works.",
    "To try again, stop with Ctrl-C and start again.",
)
WHITE_ON_BLACK, AS_BEFORE = "\x1b[97;40m", "\x1b[0m"


def lines(site: Site, seconds: float, colours: bool, first: str, demo: Collection[tuple[str, str]]) -> Iterator[str]:
    """`first` is the path of the first account, empty once there is one; `demo` is (role, path) of the demo's people,
    empty while the demo is being loaded."""
    yield f"\nNumber Tournament is at {site.address}/  (ready in {seconds:.1f} s)"
    yield from where(site, colours)
    if first:
        yield f"Begin your own event; this link makes your account, once:\n  {site.address}{first}"
    yield from try_the_demo(site, demo)
    yield "Ctrl-C stops everything.\n"


def try_the_demo(site: Site, demo: Collection[tuple[str, str]]) -> Iterator[str]:
    if demo:
        yield "Try the demo event as"
    for role, path in demo:
        yield f"  {role:<10} {site.address}{path}"


def where(site: Site, colours: bool) -> Iterator[str]:
    """The people who can open the address."""
    if not site.is_for_the_hall:
        yield f"Only this computer can open it. For phones and other computers: {START} HALL=1"
    elif not site.is_reachable:
        yield "This computer is in no network, so nobody else can open it. Connect it: the address is then shown here."
    else:
        yield qr(site.address, colours)
        yield f"Phones and computers in the same network open that address. On this one, {site.here}/ works too."
        if site.others:
            yield f"Other addresses of this computer: {', '.join(site.others)}"
            yield f"To print and share another one: {START} HALL=1 HOST={urlsplit(site.others[0]).hostname}"
        yield READABLE if site.scheme == "http" else ENCRYPTED
        yield f"More: {site.address}/help/hall/"


def qr(address: str, colours: bool) -> str:
    """The QR code of an address in half blocks; light on dark also where the window is light, if it has colours."""
    drawn = io.StringIO()
    segno.make(f"{address}/").terminal(out=drawn, border=2, compact=True)
    rows = drawn.getvalue().splitlines()
    return "\n".join(f"{WHITE_ON_BLACK}{row}{AS_BEFORE}" if colours else row for row in rows)
