"""How many distinct methods a question has in all: counted by the worker once the round is over, stored for pages."""

from collections.abc import Collection, Iterable
from fractions import Fraction

from django.db.models import Exists, F, OuterRef
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from judging.games.paper import Box
from judging.language.functions import FUNCTIONS
from judging.language.legality import Edition
from judging.language.legality import edition as read_edition
from puzzles.functions.operations import normalise
from puzzles.listing import how_many, listing

from ..audit import feed
from ..jobs import queue as jobs
from ..models import Job, MethodCounts, PuzzleVersion, Round
from ..web.snapshot import is_still

Counts = list[int | None]


def ensure_next() -> None:
    """A job for one puzzle in force in a round that is over, if not all its questions are counted. The sweeper asks for it,
    so that imported rounds and corrected puzzles are counted like any other."""
    undone = Job.objects.filter(kind=Job.COUNT_METHODS).exclude(state=Job.State.DONE)
    if undone.exclude(state=Job.State.FAILED).exists():
        return
    left = PuzzleVersion.objects.filter(puzzle__active=F("pk"), puzzle__round__status__in=Round.SHOWN)
    left = left.filter(~Exists(MethodCounts.objects.filter(version=OuterRef("pk"), is_complete=True)))
    following = left.filter(~Exists(undone.filter(subject=OuterRef("pk")))).order_by("pk").first()
    if following:
        jobs.ensure(Job.COUNT_METHODS, following.pk)


def count_next(versions: Collection[int], attempt: int) -> None:
    """Count the next question of each of these versions, and store its count."""
    for version in PuzzleVersion.objects.select_related("puzzle__round").filter(pk__in=versions):
        boxes, edition = version.read_boxes(), read_edition(version.puzzle.round.edition)
        known = MethodCounts.objects.filter(version=version).first()
        counts: Counts = list(known.counts) if known else []
        counts += [_count(box, edition) for box in boxes[len(counts) :][:1]]
        found = {"counts": counts, "is_complete": len(counts) == len(boxes)}
        MethodCounts.objects.update_or_create(version=version, defaults=found)


def _count(box: Box, edition: Edition) -> int | None:
    target = normalise(Fraction(box.target))
    return how_many(listing(box.numbers, target, edition), box.numbers, target, edition)


def go_on(versions: Collection[int]) -> None:
    """Have the next question counted, or tell open pages that all are."""
    done = MethodCounts.objects.filter(version__in=versions).select_related("version__puzzle__round__event")
    for each in done:
        if each.is_complete:
            feed.add(each.version.puzzle.round.event, "methods", each.version.puzzle.round_id)
        else:
            jobs.ensure(Job.COUNT_METHODS, each.version_id)


def of_version(version: PuzzleVersion) -> Counts:
    """The counts of its boxes in order, as far as they are counted."""
    found = MethodCounts.objects.filter(version=version).first()
    return found.counts if found else []


def of_rounds(rounds: Iterable[int]) -> dict[int, Counts]:
    """The counts of the puzzle in force, by the id of the round, for rounds of one puzzle."""
    in_force = MethodCounts.objects.filter(version__puzzle__active=F("version"), version__puzzle__round__in=rounds)
    return dict(in_force.values_list("version__puzzle__round", "counts"))


def sentence(counts: Counts, box: int, edition: Edition) -> str:
    """How many methods a box has in all; empty where that cannot be counted."""
    if box >= len(counts):
        # a copy stays as it is, so it says how things stood
        return (
            _("How many methods there are in all had not been counted when this page was made.")
            if is_still()
            else _("How many methods there are in all is being counted.")
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
