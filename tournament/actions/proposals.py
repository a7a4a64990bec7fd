"""What a re-score may change, checked as a person asks for it. Each returns a change to hand to `rescores.propose`."""

from django.db import transaction
from django.utils.translation import gettext as _

from judging.games.paper import Box
from judging.language.legality import UnknownRules
from judging.language.legality import edition as read_edition

from ..models import Event, Keying, Puzzle, PuzzleVersion, Round, Sheet, Submission, User, Verdict
from ..permissions import require
from ..record import asked
from ..record.changes import (
    EditionChange,
    KeyingChange,
    KinChange,
    PairChange,
    PuzzleChange,
    RulingChange,
    VoidChange,
)
from ..sentences import sentence
from . import rulings, sameness
from .refusals import Refused, invalid


@transaction.atomic
def puzzle(*, by: User, puzzle: Puzzle, boxes: tuple[Box, ...]) -> PuzzleChange:
    """Other numbers or targets. The version is made now, asked by nobody until the re-score is applied."""
    puzzle = Puzzle.objects.select_for_update(of=("self",)).select_related("round__event").get(pk=puzzle.pk)
    require(by, "desk", puzzle.round.event)
    if found := asked.problems(puzzle.round, list(puzzle.divisions.all()), boxes):
        raise invalid(**found)
    stored = [box.export() for box in boxes]
    if puzzle.active.boxes == stored:
        raise Refused("no_change", _("These are the numbers and targets that are asked already."), status=400)
    if len(stored) != len(puzzle.active.boxes):
        raise Refused(
            "other_boxes", _("A re-score keeps the boxes of the sheets that were printed."), status=400
        )
    version = puzzle.versions.filter(boxes=stored).first()
    if version is None:
        number = puzzle.versions.order_by("number").last().number + 1
        version = PuzzleVersion.objects.create(puzzle=puzzle, number=number, boxes=stored, made_by=by)
    return PuzzleChange(puzzle.pk, version.pk, before=puzzle.active_id)


def void(*, by: User, puzzle: Puzzle, boxes: list[int]) -> VoidChange:
    """Which boxes, counted from 0, count for nobody from now on."""
    require(by, "desk", puzzle.round.event)
    chosen = sorted(set(boxes))
    if chosen and not 0 <= chosen[0] <= chosen[-1] < len(puzzle.active.boxes):
        raise invalid(boxes=_("Choose among the boxes of this puzzle."))
    if chosen == puzzle.void_boxes:
        raise invalid(boxes=_("That is how it stands already."))
    return VoidChange(puzzle.pk, chosen, before=puzzle.void_boxes)


def edition(*, by: User, round: Round, edition: dict) -> EditionChange:
    """Other rules for what a method may say."""
    require(by, "desk", round.event)
    try:
        other = read_edition(edition)
    except UnknownRules as error:
        raise invalid(edition=sentence(error.message)) from error
    if other == read_edition(round.edition):
        raise Refused("no_change", _("These are the rules of the round already."), status=400)
    return EditionChange(round.pk, edition, before=round.edition)


def ruling(*, by: User, submission: Submission, **decision) -> RulingChange:
    """A ruling, with the arguments of `rulings.give`, in a round of any status."""
    meant = rulings.consider(by=by, submission=submission, by_rescore=True, **decision)
    change = RulingChange(
        line=submission.pk,
        counts_as=meant.ruling.counts_as,
        method=meant.ruling.method,
        value=meant.ruling.value,
        only_this_sheet=meant.ruling.submission_id is not None,
        reason=meant.ruling.reason,
    )
    return change.proposed_now(meant.ruling.event)


def pair(*, by: User, event: Event, first: Verdict, second: Verdict, says: str, reason: str) -> PairChange:
    """Whether two methods count once or twice, in rounds of any status."""
    require(by, "rule", event)
    sameness.check(event, first, second, says)
    change = PairChange(first.pk, second.pk, says, rulings.checked_reason(reason))
    return change.proposed_now(event)


def kin(*, by: User, event: Event, counts_as: str) -> KinChange:
    """What methods that are the same as algebra count as."""
    require(by, "run", event)
    if counts_as not in Event.KinCountsAs.values or counts_as == event.kin_counts_as:
        raise invalid(kin_counts_as=_("Choose the other policy."))
    return KinChange(counts_as, before=event.kin_counts_as)


def keying(*, by: User, keying: Keying) -> KeyingChange:
    """A keying that waits to be confirmed, in place of the one that is agreed."""
    sheet = Sheet.objects.select_related("round__event").get(pk=keying.sheet_id)
    require(by, "desk", sheet.round.event)
    if keying.state != Keying.State.PROPOSED:
        raise Refused("not_proposed", _("This keying does not wait to be confirmed."))
    return KeyingChange(sheet.pk, keying.pk).proposed_now(sheet.round.event)
