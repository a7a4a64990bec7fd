"""All different methods of a puzzle: those that were found, by how many, and those that nobody found."""

from dataclasses import dataclass

from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _, ngettext

from judging.games.paper import Box
from judging.language.editions import Edition, edition as read_edition
from puzzles.listing import MOST_SHOWN

from ..models import Division, Event, Round
from ..rounds import method_counts
from ..rounds.method_counts import BoxMethodList
from ..scoring.written_methods import MethodKeys, RoundDivision, SheetsOfDivision, WrittenMethod, sheets_in
from ..web.snapshot import cached_for_all_languages, in_shared_snapshot


@dataclass(frozen=True)
class BoxMethods:
    """One question with its methods: `given`, most frequent first, and `missing`, those of `listed` that nobody found.
    `listed` is None until the worker has stored the list."""

    number: int
    box: Box
    sheets: int
    hitters: int
    given: tuple[WrittenMethod, ...]
    missing: tuple[WrittenMethod, ...]
    listed: BoxMethodList | None
    edition: Edition

    @property
    def shown(self) -> tuple[WrittenMethod, ...]:
        """The simplest of the missing ones."""
        return self.missing[:MOST_SHOWN]

    @property
    def in_all(self) -> str:
        """How many methods there are, in a sentence; empty as long as they are not counted, and where they cannot
        be."""
        if self.listed is None or not self.box.numbers:
            return ""
        return method_counts.sentence([self.listed.count], 0, self.edition)

    @property
    def more(self) -> int:
        return len(self.missing) - len(self.shown)

    @property
    def searched(self) -> str:
        """The coverage of the list of missing methods, in a sentence."""
        if not self.box.numbers:
            return _("The cards are dealt at the table, so the methods nobody found cannot be listed.")
        listed = self.listed
        if listed is None:  # a copy stays as it is, so it says how things stood
            if in_shared_snapshot():
                return _("The methods nobody found had not been worked out when this page was made.")
            return _("The methods nobody found are being worked out.")
        if not listed.most_numbers:
            return _("There are too many possible methods to list the ones nobody found.")
        if listed.covers == "simple":
            return _("These are simple ones. The rules allow more methods.")
        if listed.covers == "all":
            return " ".join(filter(None, (self._complete, self._one_of_kin)))
        parts = (_functions_searched(listed), self._numbers_searched(listed), _("The rules allow more methods."))
        return " ".join(filter(None, parts))

    @property
    def _complete(self) -> str:
        return (
            _("Together with the methods above, this list is complete.") if self.missing else _("There are no others.")
        )

    @property
    def _one_of_kin(self) -> str:
        """Where the list is shorter than the count: why."""
        if not self.listed or self.listed.count == len(self.given) + len(self.missing):
            return ""
        return _("Methods that are equal as algebra, such as 3 + 3 × (8 − 1) and 3 − 3 × (1 − 8), are listed once.")

    def _numbers_searched(self, listed: BoxMethodList) -> str:
        most = listed.most_numbers
        if most >= len(self.box.numbers):
            return ""
        text = ngettext(
            "The search used only %(most)s number at a time.",
            "The search used at most %(most)s numbers at a time.",
            most,
        )
        return text % {"most": most}


def _functions_searched(listed: BoxMethodList) -> str:
    if listed.only_basic:
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


@cached_for_all_languages
def every_method(event: Event, round_: Round, division: Division) -> GradeMethods | None:
    """The methods of a division in a round, None if it has no puzzle there. A fixed number of queries; if many pages
    are made, most of them once for all."""
    all_sheets = _all_sheets(event) if in_shared_snapshot() else sheets_in(event, [round_])
    sheets = all_sheets.get((round_.pk, division.pk))
    if sheets is None:
        return None
    lists = method_counts.of_version(sheets.question.version)
    joined = sheets.with_listed(MethodKeys(each.key, each.kin_key) for listed in lists for each in listed.methods)
    known = [*lists, *[None] * (len(sheets.marking.boxes) - len(lists))]
    boxes = tuple(_box(joined, at, listed) for at, listed in enumerate(known))
    return GradeMethods(round_, division, "teams" if round_.for_teams else "players", boxes, len(sheets.marked))


@cached_for_all_languages
def _all_sheets(event: Event) -> dict[RoundDivision, SheetsOfDivision]:
    return sheets_in(event, [each for each in event.rounds.all() if each.shows_puzzles])


def _box(sheets: SheetsOfDivision, at: int, listed: BoxMethodList | None) -> BoxMethods:
    box, given = sheets.marking.boxes[at], sheets.methods[at]
    ranked = sorted(given.values(), key=lambda each: (-each.count, len(each.text), each.text))
    kin = {each for method in given.values() for each in method.near_keys}
    missing: dict[str, WrittenMethod] = {}
    for each in () if box.void or listed is None else listed.methods:  # the simplest first
        method = sheets.class_of(each.key)
        if method not in given and each.kin_key not in kin:  # kin of what was found is no news to a reader
            missing.setdefault(method, WrittenMethod(each.text, mark_safe(each.mathematics)))
    return BoxMethods(
        number=at + 1,
        box=box,
        sheets=len(sheets.marked),
        hitters=sheets.hitters(at),
        given=tuple(ranked),
        missing=tuple(missing.values()),
        listed=listed,
        edition=read_edition(sheets.round.edition),
    )
