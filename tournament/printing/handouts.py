"""Lists, badges and certificates as PDF. Facts in, a PDF out; every text is full and final when it comes here."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

from django.utils.translation import gettext as _

from . import typesetting
from .sheets import PaperSize, qr
from .social_card import ACCENTS


@dataclass(frozen=True)
class ListColumn:
    """`width` is its share of the line. A `tick` column has an empty box in each row, to tick by hand."""

    label: str
    width: float = 1
    numeric: bool = False
    tick: bool = False


@dataclass(frozen=True)
class PrintedList:
    """One list. `note` stands above the rows. Where lists run on, those of a `group` share a page."""

    title: str
    columns: Sequence[ListColumn]
    rows: Sequence[Sequence[str]]
    note: str = ""
    group: str = ""


@dataclass(frozen=True)
class Badge:
    """`address` opens the player's page at the door; it is printed as a QR code."""

    number: str
    first_name: str
    last_name: str
    aside: str
    address: str


@dataclass(frozen=True)
class Certificate:
    """`what` says what it is given for, `place` is a number on its medal, 0 for none; `reason` says how a tie for it
    was decided, `warning` why it may still change."""

    name: str
    what: str
    aside: str = ""
    place: int = 0
    names: Sequence[str] = field(default_factory=tuple)
    warning: str = ""
    reason: str = ""


def lists(
    event: str, printed: Sequence[PrintedList], *, paper: PaperSize = "a4", run_on: bool = False, closing: str = ""
) -> bytes:
    """The lists in their order, each on pages of its own, with its heading repeated. With `run_on` they share pages,
    and only a group or a list that is longer than a page is torn. `closing` stands at the foot of the last page."""
    facts = {"event": event, "paper": paper, "run_on": run_on, "closing": closing}
    return typesetting.pdf("lists.typ", {**facts, "lists": [asdict(each) for each in printed]})


def badges(event: str, printed: Sequence[Badge], *, paper: PaperSize = "a4") -> bytes:
    """Ten badges a page, 86 by 54 mm, to cut out."""
    rows = [{**asdict(each), "qr": qr(each.address)} for each in printed]
    return typesetting.pdf("badges.typ", {"event": event, "paper": paper, "badges": rows})


def certificates(
    event: str, accent: str, day: str, printed: Sequence[Certificate], *, paper: PaperSize = "a4"
) -> bytes:
    """A page for each, in the colour of the event."""
    facts = {
        "event": event,
        "paper": paper,
        "accent": ACCENTS[accent],
        "day": day,
        "certificates": [asdict(each) for each in printed],
        "words": {"certificate": _("Certificate"), "date": _("Date"), "signature": _("Signature")},
    }
    return typesetting.pdf("certificates.typ", facts)
