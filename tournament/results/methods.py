"""All different methods of a puzzle: those that were found, by how many, and those that nobody found."""

import json
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from judging.games.paper import Box
from judging.language.legality import BASIC
from judging.language.legality import edition as read_edition
from puzzles.functions.operations import normalise
from puzzles.listing import MOST_SHOWN, Listed, Listing, listing, simplest

from ..models import Division, Event, Round
from ..rounds import method_counts
from ..scoring.found_methods import Keys, SheetsOfDivision, sheets_in
from ..scoring.mathml import as_mathematics
from ..web.snapshot import once


@dataclass(frozen=True)
class Method:
    """One method. `count` is how many found it; `is_ruled` if it counts only by a judge's ruling. Of methods that nobody
    found, only those that are shown have `mathematics`."""

    round: Round
    box: Box
    text: str
    count: int
    mathematics: SafeString = field(default_factory=SafeString)
    is_ruled: bool = False


@dataclass(frozen=True)
class BoxMethods:
    """One question with its methods: `found`, most frequent first, and `missing`, those of `listing` nobody found."""

    number: int
    box: Box
    sheets: int
    hitters: int
    found: tuple[Method, ...]
    missing: tuple[Method, ...]
    listing: Listing
    in_all: str  # how many there are, in a sentence
    is_extended: bool  # by some methods beyond the listing, because that has few

    @cached_property
    def shown(self) -> tuple[Method, ...]:
        """The simplest of the missing ones, written as mathematics."""
        return tuple(
            replace(each, mathematics=as_mathematics(each.round, each.box, each.text))
            for each in self.missing[:MOST_SHOWN]
        )

    @property
    def more(self) -> int:
        return len(self.missing) - len(self.shown)

    @property
    def searched(self) -> str:
        """What the list of missing methods covers, in a sentence."""
        if not self.box.numbers:
            return _("The cards are dealt at the table, so the methods nobody found cannot be listed.")
        if not self.listing.most_numbers:
            return _("There are too many possible methods to list the ones nobody found.")
        if self.is_extended:
            return _("These are simple ones. The rules allow more methods.")
        if self.listing.complete:
            return (
                _("Together with the methods above, this list is complete.")
                if self.missing
                else _("There are no others.")
            )
        return " ".join(
            filter(
                None, (_functions_searched(self.listing), self._numbers_searched(), _("The rules allow more methods."))
            )
        )

    def _numbers_searched(self) -> str:
        most = self.listing.most_numbers
        if most >= len(self.box.numbers):
            return ""
        text = ngettext(
            "The search used only %(most)s number at a time.",
            "The search used at most %(most)s numbers at a time.",
            most,
        )
        return text % {"most": most}


def _functions_searched(listing_: Listing) -> str:
    if listing_.functions <= BASIC:
        return _("Searched with +, −, × and ÷ only.")
    return _("Searched with +, −, ×, ÷, powers, square roots and factorials only.")


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
    """The methods of a division in a round, None if it has no puzzle there. A fixed number of queries."""
    sheets = sheets_in(event, [round_]).get((round_.pk, division.pk))
    if sheets is None:
        return None
    rules = json.dumps(round_.edition, sort_keys=True)
    counts = method_counts.of_version(sheets.question.version)
    listings = [_listed(box.numbers, str(box.target), rules) for box in sheets.marking.boxes]
    joined = sheets.with_listed(Keys(each.key, each.kin_key) for _found, methods in listings for each in methods)
    totals = [method_counts.sentence(counts, at, read_edition(round_.edition)) for at in range(len(listings))]
    boxes = tuple(_box(joined, at, *listed, totals[at]) for at, listed in enumerate(listings))
    return GradeMethods(round_, division, "teams" if round_.for_teams else "players", boxes, len(sheets.marked))


def _box(sheets: SheetsOfDivision, at: int, listed: Listing, methods: tuple[Listed, ...], in_all: str) -> BoxMethods:
    round_, box, found = sheets.round, sheets.marking.boxes[at], sheets.found[at]
    ranked = sorted(found.values(), key=lambda each: (-each.count, len(each.text), each.text))
    missing: dict[str, str] = {}
    for each in () if box.void else methods:  # the simplest first
        method = sheets.class_of(each.key)
        if method not in found:
            missing.setdefault(method, each.text)
    return BoxMethods(
        number=at + 1,
        box=box,
        sheets=len(sheets.marked),
        hitters=sheets.hitters(at),
        found=tuple(Method(round_, box, each.text, each.count, each.mathematics, each.is_ruled) for each in ranked),
        missing=tuple(Method(round_, box, text, 0) for text in missing.values()),
        listing=listed,
        in_all=in_all if box.numbers else "",
        is_extended=len(methods) > len(listed.methods),
    )


@lru_cache(maxsize=2048)
def _listed(numbers: tuple[int, ...], target: str, rules: str) -> tuple[Listing, tuple[Listed, ...]]:
    """Cached, since it takes some hundredths of a second for four numbers."""
    edition = read_edition(json.loads(rules))
    wanted = normalise(Fraction(target))
    found = listing(numbers, wanted, edition)
    return found, simplest(found, numbers, wanted, edition)
