"""Every different method of a puzzle: those that were found, by how many, and those that nobody found."""

import json
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from judging.games.paper import Box
from judging.language.legality import BASIC
from judging.language.legality import edition as read_edition
from puzzles.listing import Listing, listing
from puzzles.operations import lowest

from ..models import Division, Event, Round
from .found import Keys, Sheets, sheets_in
from .mathematics import as_mathematics
from .snapshot import once

MOST_SHOWN = 24  # of the methods that nobody found; the files have them all


@dataclass(frozen=True)
class Method:
    """One method as it is shown. `count` is how many found it; `is_ruled` says that a judge's word alone made it one."""

    round: Round
    box: Box
    text: str
    count: int
    is_ruled: bool = False

    @cached_property
    def mathematics(self) -> SafeString:
        return SafeString() if self.is_ruled else as_mathematics(self.round, self.box, self.text)


@dataclass(frozen=True)
class BoxMethods:
    """One question with its methods: `found` with the most found first, `missing` those of `listing` that nobody found."""

    number: int
    box: Box
    sheets: int
    hitters: int
    found: tuple[Method, ...]
    missing: tuple[Method, ...]
    listing: Listing

    @property
    def shown(self) -> tuple[Method, ...]:
        return self.missing[:MOST_SHOWN]

    @property
    def more(self) -> int:
        return len(self.missing) - len(self.shown)

    @property
    def searched(self) -> str:
        """How far the search for what nobody found went, in a sentence."""
        if not self.box.numbers:
            return _("The cards are dealt at the table, so nobody can say what else was there to be found.")
        if not self.listing.most_numbers:
            return _("These numbers can be used in too many ways to list what nobody found.")
        if self.listing.complete:
            return (
                _("With the methods above, these are all there are.")
                if self.missing
                else _("There are no others.")
            )
        return " ".join(filter(None, (_with(self.listing), self._of_few(), _("The rules allow more."))))

    def _of_few(self) -> str:
        most = self.listing.most_numbers
        if most >= len(self.box.numbers):
            return ""
        said = ngettext(
            "Only %(most)s number was used at once.", "At most %(most)s numbers were used at once.", most
        )
        return said % {"most": most}


def _with(looked: Listing) -> str:
    if looked.functions <= BASIC:
        return _("Looked for with +, −, × and ÷ alone.")
    return _("Looked for with +, −, ×, ÷, powers, square roots and factorials alone.")


@dataclass(frozen=True)
class GradeMethods:
    """A division in a round: its questions, each with every method."""

    round: Round
    division: Division
    kind: str
    boxes: tuple[BoxMethods, ...]
    sheets: int


@once
def every_method(event: Event, round_: Round, division: Division) -> GradeMethods | None:
    """None where the division was asked nothing in this round. The number of queries does not grow."""
    sheets = sheets_in(event, [round_]).get((round_.pk, division.pk))
    if sheets is None:
        return None
    rules = json.dumps(round_.edition, sort_keys=True)
    listings = [_listed(box.numbers, str(box.target), rules) for box in sheets.on.boxes]
    joined = sheets.with_listed(Keys(each.key, each.kin_key) for found in listings for each in found.methods)
    boxes = tuple(_box(joined, at, found) for at, found in enumerate(listings))
    return GradeMethods(
        round_, division, "teams" if round_.for_teams else "players", boxes, len(sheets.marked)
    )


def _box(sheets: Sheets, at: int, listed: Listing) -> BoxMethods:
    round_, box, found = sheets.round, sheets.on.boxes[at], sheets.found[at]
    ranked = sorted(found.values(), key=lambda each: (-each.count, len(each.text), each.text))
    missing: dict[str, str] = {}
    for each in () if box.void else listed.methods:
        method = sheets.class_of(each.key)
        if method not in found:
            missing.setdefault(method, each.text)
    return BoxMethods(
        number=at + 1,
        box=box,
        sheets=len(sheets.marked),
        hitters=sheets.hitters(at),
        found=tuple(Method(round_, box, each.text, each.count, each.is_ruled) for each in ranked),
        missing=tuple(Method(round_, box, text, 0) for text in sorted(missing.values(), key=_is_fancy)),
        listing=listed,
    )


def _is_fancy(text: str) -> bool:
    """Whether there is more in it than the four operations; what everybody could have found stands first."""
    return not set(text) <= set("0123456789+-*/() ")


@lru_cache(maxsize=2048)
def _listed(numbers: tuple[int, ...], target: str, rules: str) -> Listing:
    """Worked out once in each process; some hundredths of a second for a set of four numbers."""
    edition = read_edition(json.loads(rules))
    return listing(numbers, lowest(Fraction(target)), edition)
