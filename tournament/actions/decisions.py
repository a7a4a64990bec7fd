"""A ruling thought of: what a judge wants to say about a line, checked and not written."""

import re
from dataclasses import dataclass
from fractions import Fraction

from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from ..models import Mark, PuzzleVersion, Round, Ruling, Submission, User, Verdict
from ..permissions import require
from ..record.proposals import proposals_on, standing_on
from ..record.questions import version_for
from ..record.rulings import given_on, reach
from ..sentences import sentence
from ..texts import unwritable
from . import judging
from .refusals import Refused, invalid

LONGEST_REASON = 500
VALUE = re.compile(r"-?[0-9]{1,30}(/0*[1-9][0-9]{0,29}|\.[0-9]{1,30})?")


@dataclass(frozen=True)
class Decision:
    """A ruling that could be given, not saved yet, with what it was checked against.

    `verdict` is the engine's on the method it names; `standing` all that stands on the line or waits for signatures,
    in the order given.
    """

    ruling: Ruling
    round: Round
    version: PuzzleVersion
    verdict: Verdict | None
    standing: tuple[Ruling, ...]

    @property
    def latest(self) -> Ruling | None:
        return self.standing[-1] if self.standing else None

    @property
    def of_same_reach(self) -> list[Ruling]:
        return [each for each in self.standing if reach(each) == reach(self.ruling)]


def consider(
    *,
    by: User,
    submission: Submission,
    counts_as: str,
    reason: str,
    method: str = "",
    value: str = "",
    only_this_sheet: bool = False,
    by_rescore: bool = False,
) -> Decision:
    """All that `give` checks, and nothing written. In a round that is final only a re-score rules."""
    line = Submission.objects.select_related("sheet__round__event", "sheet__entrant__division").get(
        pk=submission.pk
    )
    round_ = line.sheet.round
    require(by, "rule", round_.event)
    if not by_rescore:
        not_final(round_)
    if counts_as not in Ruling.CountsAs.values:
        raise invalid(counts_as=_("Say what the line counts as."))
    version = version_for(round_, line.sheet.entrant)
    verdict = _accepted(round_, version, line.box, method) if counts_as == Ruling.CountsAs.METHOD else None
    ruling = Ruling(
        event=round_.event,
        puzzle_id=version.puzzle_id,
        box=line.box,
        text=line.text,
        digest=line.digest,
        mark=line.mark,
        submission=line if only_this_sheet or line.mark == Mark.ILLEGIBLE else None,
        counts_as=counts_as,
        method=verdict.text if verdict else "",
        value=_number(value) if counts_as == Ruling.CountsAs.VALUE else "",
        reason=checked_reason(reason),
        given_by=by,
        given_at=timezone.now(),
        needs=round_.event.judges_per_ruling,
    )
    decision = Decision(ruling, round_, version, verdict, _standing(line, version.puzzle_id))
    _something_to_withdraw(decision)
    return decision


def not_final(round_: Round) -> None:
    if round_.status == Round.Status.FINAL:
        raise Refused(
            "round_final", _("%(round)s is final. Rulings in it go by a re-score.") % {"round": round_.name}
        )


def _standing(line: Submission, puzzle_id: int) -> tuple[Ruling, ...]:
    given, proposals = given_on([puzzle_id]), proposals_on([puzzle_id])
    return standing_on(line, given.get(puzzle_id, ()), proposals.get(puzzle_id, ()))


def _something_to_withdraw(decision: Decision) -> None:
    """A ruling of the same reach, or a proposal, which a withdrawal that holds sets aside."""
    if decision.ruling.counts_as != Ruling.CountsAs.WITHDRAWN:
        return
    if all(each.counts_as == Ruling.CountsAs.WITHDRAWN for each in decision.of_same_reach):
        other = [each for each in decision.standing if each.counts_as != Ruling.CountsAs.WITHDRAWN]
        elsewhere = (
            _("What stands on this line was ruled for this sheet alone: withdraw it there.")
            if decision.ruling.submission is None
            else _("What stands on this line was ruled for all who wrote it: withdraw it there.")
        )
        raise invalid(
            counts_as=elsewhere
            if other
            else _("No ruling stands on this line, so there is none to withdraw.")
        )


def checked_reason(reason: str) -> str:
    """The reason as it is kept: on one line, readable and not too long. Raises Refused."""
    reason = " ".join(reason.split())
    if not reason:
        raise invalid(reason=_("Write the reason; it is shown to whoever asks."))
    if len(reason) > LONGEST_REASON:
        raise invalid(
            reason=_("A reason has at most %(most)s characters; this one has %(count)s.")
            % {"most": LONGEST_REASON, "count": number_format(len(reason), force_grouping=True)}
        )
    if trouble := unwritable(reason):
        raise invalid(reason=trouble)
    return reason


def _accepted(round_: Round, version: PuzzleVersion, box: int, method: str) -> Verdict:
    """The engine's verdict, not saved, on the method a judge names; refused unless it accepts it."""
    method = method.strip()
    if trouble := unwritable(method):
        raise invalid(method=trouble)
    if not method:
        raise invalid(method=_("Type the method that the line counts as."))
    said = judging.verdict_row(version, box, version.read_boxes()[box], round_, method)
    if said.outcome != Verdict.Outcome.ACCEPTED:
        why = " ".join(list(dict.fromkeys(sentence(each.as_message) for each in said.read_reasons()))[:2])
        raise invalid(method=(_("The engine does not accept this method. %(why)s") % {"why": why}).strip())
    return said


def _number(value: str) -> str:
    value = value.strip().replace("−", "-")
    if not VALUE.fullmatch(value):
        raise invalid(value=_("Type the number that the line is worth, such as 24 or 7/2."))
    return str(Fraction(value))
