"""Checks of proposed changes. Each function returns a change for `rescores.propose`, or raises Refused."""

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from judging.games.paper import Box
from judging.language.editions import UnknownRules, edition as read_edition

from ..common.refusals import Refused, invalid
from ..common.wording.sentences import sentence
from ..models import Event, Keying, Puzzle, PuzzleVersion, Round, Sheet, Submission, User, Verdict
from ..round_puzzles import completeness
from ..rulings import actions as rulings
from ..same_method_rulings import actions as same_method_rulings
from ..web.permissions import require
from . import changes


@transaction.atomic
def puzzle(*, by: User, puzzle: Puzzle, boxes: tuple[Box, ...]) -> changes.PuzzleChange:
    """Other numbers or targets. The version is made now and used once the re-score is applied."""
    puzzle = Puzzle.objects.select_for_update(of=("self",)).select_related("round__event").get(pk=puzzle.pk)
    require(by, "desk", puzzle.round.event)
    if problems := completeness.problems(puzzle.round, list(puzzle.divisions.all()), boxes):
        raise invalid(**problems)
    stored = [box.export() for box in boxes]
    if puzzle.version.boxes == stored:
        raise Refused("no_change", _("These are already the numbers and targets of the puzzle."), status=400)
    if len(stored) != len(puzzle.version.boxes):
        text = _("A re-score cannot change the number of boxes, because the sheets are printed.")
        raise Refused("other_boxes", text, status=400)
    version = puzzle.versions.filter(boxes=stored).first()
    if version is None:
        number = puzzle.versions.aggregate(last=Max("number"))["last"] + 1
        version = PuzzleVersion.objects.create(puzzle=puzzle, number=number, boxes=stored, made_by=by)
    return changes.PuzzleChange(puzzle.pk, version.pk, before=puzzle.active_id)


def void(*, by: User, puzzle: Puzzle, boxes: list[int]) -> changes.VoidChange:
    """The boxes to withdraw, counted from 0."""
    require(by, "desk", puzzle.round.event)
    chosen = sorted(set(boxes))
    if chosen and not 0 <= chosen[0] <= chosen[-1] < len(puzzle.version.boxes):
        raise invalid(boxes=_("Choose among the boxes of this puzzle."))
    if chosen == puzzle.void_boxes:
        raise invalid(boxes=_("These questions are already withdrawn, and no others."))
    return changes.VoidChange(puzzle.pk, chosen, before=puzzle.void_boxes)


def edition(*, by: User, round_: Round, edition: dict) -> changes.EditionChange:
    """Other rules for methods."""
    require(by, "desk", round_.event)
    try:
        other = read_edition(edition)
    except UnknownRules as error:
        raise invalid(edition=sentence(error.message)) from error
    if other == read_edition(round_.edition):
        raise Refused("no_change", _("The round already has these rules."), status=400)
    return changes.EditionChange(round_.pk, edition, before=round_.edition)


def ruling(*, by: User, submission: Submission, **decision) -> changes.RulingChange:
    """A ruling, with the same fields as any other, in a round of any status."""
    considered = rulings.consider(by=by, submission=submission, by_rescore=True, **decision)
    change = changes.RulingChange(
        line=submission.pk,
        counts_as=considered.ruling.counts_as,
        method=considered.ruling.method,
        value=considered.ruling.value,
        only_this_sheet=considered.ruling.submission_id is not None,
        reason=considered.ruling.reason,
    )
    return change.with_current_value(considered.ruling.event)


def pair(*, by: User, event: Event, first: Verdict, second: Verdict, says: str, reason: str) -> changes.PairChange:
    """Whether two methods count once or twice, in rounds of any status."""
    require(by, "rule", event)
    same_method_rulings.check(event, first, second, says)
    change = changes.PairChange(first.pk, second.pk, says, rulings.checked_reason(reason))
    return change.with_current_value(event)


def near_duplicates(*, by: User, event: Event, counts_as: str) -> changes.NearDuplicatesChange:
    """The other policy for methods that are equal in algebra."""
    require(by, "run", event)
    if counts_as not in Event.KinCountsAs.values or counts_as == event.kin_counts_as:
        raise invalid(kin_counts_as=_("Choose the other way of counting."))
    return changes.NearDuplicatesChange(counts_as, before=event.kin_counts_as)


def keying(*, by: User, keying: Keying) -> changes.KeyingChange:
    """An unconfirmed reading in place of the agreed one."""
    sheet = Sheet.objects.select_related("round__event").get(pk=keying.sheet_id)
    require(by, "desk", sheet.round.event)
    if keying.state != Keying.State.PROPOSED:
        raise Refused("not_proposed", _("This reading is not waiting to be confirmed."))
    return changes.KeyingChange(sheet.pk, keying.pk).with_current_value(sheet.round.event)
