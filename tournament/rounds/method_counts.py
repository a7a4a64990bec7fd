"""How many distinct methods a question has in all, and the simplest of them: worked out by the worker once the round is
over, and stored. Pages only read what is stored."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef
from django.utils.formats import number_format
from django.utils.translation import gettext as _, ngettext

from judging.games.paper import Box
from judging.language.editions import BASIC, Edition, edition as read_edition
from judging.language.functions.table import FUNCTIONS
from puzzles.functions.operations import normalise
from puzzles.listing import Listed, Listing, how_many, listing, simplest

from ..audit import feed
from ..jobs import queue as jobs
from ..models import Job, MethodCounts, PuzzleVersion, Round
from ..scoring.mathml import as_mathematics
from ..web.snapshot import in_shared_snapshot

BoxCounts = list[int | None]
METHODS_STORED = 60  # methods of a box: enough that some are left when those that were found are taken out


class StoredMethod(NamedTuple):
    """A method with both of the judge's keys and its MathML."""

    text: str
    key: str
    kin_key: str
    mathematics: str


@dataclass(frozen=True)
class BoxMethodList:
    """The methods of a box that are stored, the simplest first. `covers` says which they are: "all" that the rules
    allow, "searched" for all with the functions (`only_basic`: only + - x /) and with at most `most_numbers` of the
    numbers, "simple" for some simple ones. `most_numbers` is 0 where a search would take too long. `count` is how many
    methods the rules allow, None where that cannot be counted."""

    methods: tuple[StoredMethod, ...]
    covers: str
    only_basic: bool
    most_numbers: int
    count: int | None

    @classmethod
    def read(cls, stored: dict[str, Any], count: int | None) -> "BoxMethodList":
        methods = tuple(StoredMethod(*each) for each in stored["methods"])
        return cls(methods, stored["covers"], stored["only_basic"], stored["most_numbers"], count)


def ensure_next() -> None:
    """A job for one puzzle in force in a round that is over, if not all its questions are counted. The sweeper asks for
    it, so that imported rounds and corrected puzzles are counted like any other."""
    undone = Job.objects.filter(kind=Job.COUNT_METHODS).exclude(state=Job.State.DONE)
    if undone.exclude(state=Job.State.FAILED).exists():
        return
    left = PuzzleVersion.objects.filter(puzzle__active=F("pk"), puzzle__round__status__in=Round.SHOWN)
    left = left.filter(~Exists(MethodCounts.objects.filter(version=OuterRef("pk"), is_complete=True)))
    following = left.filter(~Exists(undone.filter(subject=OuterRef("pk")))).order_by("pk").first()
    if following:
        jobs.ensure(Job.COUNT_METHODS, following.pk)


def count_next(versions: Collection[int], attempt: int) -> None:
    """Count and list the methods of the next question of each of these versions, and store them."""
    for version in PuzzleVersion.objects.select_related("puzzle__round").filter(pk__in=versions):
        boxes, round_ = version.read_boxes(), version.puzzle.round
        known = MethodCounts.objects.filter(version=version).first() or MethodCounts()
        counts: BoxCounts = list(known.counts)
        following = [_counted_and_listed(round_, box) for box in boxes[len(counts) :][:1]]
        counts += [count for count, _stored in following]
        values = {
            "counts": counts,
            "lists": [*known.lists, *(stored for _count, stored in following)],
            "is_complete": len(counts) == len(boxes),
        }
        MethodCounts.objects.update_or_create(version=version, defaults=values)


def _counted_and_listed(round_: Round, box: Box) -> tuple[int | None, dict[str, Any]]:
    """The count of a box, and its methods as `BoxMethodList.read` reads them."""
    target, edition = normalise(Fraction(box.target)), read_edition(round_.edition)
    listed = listing(box.numbers, target, edition)
    methods = simplest(listed, box.numbers, target, edition)
    stored = {
        "methods": [
            StoredMethod(each.text, each.key, each.kin_key, as_mathematics(round_, box, each.text))
            for each in methods[:METHODS_STORED]
        ],
        "covers": _covers(listed, methods),
        "only_basic": listed.functions <= BASIC,
        "most_numbers": listed.most_numbers,
    }
    return how_many(listed, box.numbers, target, edition), stored


def _covers(listed: Listing, methods: tuple[Listed, ...]) -> str:
    if len(methods) > METHODS_STORED or not set(methods) <= set(listed.methods):
        return "simple"
    return "all" if listed.complete else "searched"


def go_on(versions: Collection[int]) -> None:
    """Have the next question counted, or tell open pages that all are."""
    done = MethodCounts.objects.filter(version__in=versions).select_related("version__puzzle__round__event")
    for each in done:
        if each.is_complete:
            feed.add(each.version.puzzle.round.event, "methods", each.version.puzzle.round_id)
        else:
            jobs.ensure(Job.COUNT_METHODS, each.version_id)


def of_version(version: PuzzleVersion) -> list[BoxMethodList]:
    """The methods of its boxes in order, as far as they are worked out."""
    stored = MethodCounts.objects.filter(version=version).first()
    if stored is None:
        return []
    return [BoxMethodList.read(*each) for each in zip(stored.lists, stored.counts, strict=True)]


def of_rounds(rounds: Iterable[int]) -> dict[int, BoxCounts]:
    """The counts of the puzzle in force, by the id of the round, for rounds of one puzzle."""
    in_force = MethodCounts.objects.filter(version__puzzle__active=F("version"), version__puzzle__round__in=rounds)
    return dict(in_force.values_list("version__puzzle__round", "counts"))


def sentence(counts: BoxCounts, box: int, edition: Edition) -> str:
    """How many methods a box has in all; empty where that cannot be counted."""
    if box >= len(counts):
        # a copy stays as it is, so it says how things stood
        return (
            _("The methods had not been counted yet when this page was made.")
            if in_shared_snapshot()
            else _("How many methods there are in all is still being counted.")
        )
    count = counts[box]
    if count is None:
        return ""
    facts = {"n": number_format(count, force_grouping=True)}
    if any(FUNCTIONS[name].max_inputs == 1 for name in edition.functions):
        return (
            ngettext(
                "There is %(n)s method in all with at most one function such as √ or ! on a value.",
                "There are %(n)s methods in all with at most one function such as √ or ! on a value.",
                count,
            )
            % facts
        )
    return ngettext("There is %(n)s method in all.", "There are %(n)s methods in all.", count) % facts


def forget(round_: Round) -> None:
    """Drop what was counted under rules that the round no longer has."""
    MethodCounts.objects.filter(version__puzzle__round=round_).delete()
