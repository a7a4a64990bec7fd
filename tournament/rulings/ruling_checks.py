"""A ruling before it is saved: checked and not written."""

import re
from dataclasses import dataclass
from fractions import Fraction

from django.utils import timezone
from django.utils.translation import gettext as _

from ..common.line_text import unwritable, with_signs
from ..common.refusals import Refused, invalid
from ..common.wording.reasons import checked_reason
from ..common.wording.sentences import sentence
from ..models import Mark, PuzzleVersion, Round, Ruling, Submission, User, Verdict
from ..scoring import worker as judging
from ..scoring.equal_answers import answers_among
from ..scoring.questions import version_of
from ..scoring.rulings import given_on
from ..web.permissions import require
from .past_rulings import standing_on, unsigned_on

AMBIGUOUS = {"ambiguous", "too_many_readings"}
VALUE = re.compile(r"-?[0-9]{1,30}(/0*[1-9][0-9]{0,29}|\.[0-9]{1,30})?")


@dataclass(frozen=True)
class Decision:
    """A ruling that could be given, not saved yet, with what it was checked against.

    `verdict` is the engine's on the method it names; `standing` all rulings that cover the line or wait for signatures,
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
    def of_same_scope(self) -> list[Ruling]:
        """Those of the standing ones that cover just what the ruling would."""
        return [each for each in self.standing if bool(each.submission_id) == bool(self.ruling.submission_id)]


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
    even_if_refused: bool = False,
) -> Decision:
    """Run every check of `give` but the one for related judges, and write nothing. A final round needs a re-score."""
    line = Submission.objects.select_related("sheet__round__event", "sheet__entrant__division").get(pk=submission.pk)
    round_ = line.sheet.round
    require(by, "rule", round_.event)
    if not by_rescore:
        not_final(round_)
    if counts_as not in Ruling.CountsAs.values:
        raise invalid(counts_as=_("Say what the line counts as."))
    version = version_of(line.sheet)
    verdict = None
    if counts_as == Ruling.CountsAs.METHOD:
        verdict = _verdict_on(round_, version, line, method, even_if_refused)
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
    answer, standing = _ruled_before(line, version)
    ruling.answer = answer
    decision = Decision(ruling, round_, version, verdict, standing)
    _something_to_withdraw(decision)
    return decision


def says(ruling: Ruling) -> str:
    """What a ruling says a line counts as, as the rest of a sentence about the line."""
    sentences: dict[str, str] = {
        Ruling.CountsAs.METHOD: _("counts as %(method)s"),
        Ruling.CountsAs.VALUE: _("counts as a method worth %(value)s"),
        Ruling.CountsAs.NOTHING: _("counts for nothing"),
        Ruling.CountsAs.WITHDRAWN: _("counts as the program says again"),
    }
    return sentences[ruling.counts_as] % {"method": with_signs(ruling.method), "value": with_signs(ruling.value)}


def not_final(round_: Round) -> None:
    if round_.status == Round.Status.FINAL:
        raise Refused("round_final", _("%(round)s is final. A ruling in it needs a re-score.") % {"round": round_.name})


def _ruled_before(line: Submission, version: PuzzleVersion) -> tuple[str, tuple[Ruling, ...]]:
    """`Ruling.answer` of a ruling on the line, and the rulings that cover it or wait for signatures."""
    puzzle_id = version.puzzle_id
    given, unsigned = given_on([puzzle_id]).get(puzzle_id, ()), unsigned_on([puzzle_id]).get(puzzle_id, ())
    known = [*given, *(each.ruling for each in unsigned)]
    answers = answers_among(version, line.sheet.round, [line, *known])
    place = (line.box, line.mark, answers.of(line))
    same = (each for each in known if (each.box, each.mark, answers.of(each)) == place)
    first = min(same, key=lambda each: each.pk, default=None)
    return first.answer if first else line.digest, standing_on(line, given, unsigned, answers)


def _something_to_withdraw(decision: Decision) -> None:
    """Refuse a withdrawal where no ruling of the same scope, signed or not, is there to withdraw."""
    if decision.ruling.counts_as != Ruling.CountsAs.WITHDRAWN:
        return
    if all(each.counts_as == Ruling.CountsAs.WITHDRAWN for each in decision.of_same_scope):
        other = [each for each in decision.standing if each.counts_as != Ruling.CountsAs.WITHDRAWN]
        elsewhere = (
            _("The ruling on this line is only for this sheet. Withdraw it for this sheet.")
            if decision.ruling.submission is None
            else _("The ruling on this line is for all who wrote it. Withdraw it for all.")
        )
        raise invalid(counts_as=elsewhere if other else _("There is no ruling on this line to withdraw."))


def _verdict_on(round_: Round, version: PuzzleVersion, line: Submission, method: str, even_if_refused: bool) -> Verdict:
    """The engine's verdict, not saved, on the method a judge names. Refused unless it accepts it: what a line says that
    nobody could read is stored all the same, `even_if_refused`."""
    method = method.strip()
    if trouble := unwritable(method):
        raise invalid(method=trouble)
    if not method:
        raise invalid(method=_("Type the method that the line counts as."))
    verdict = judging.verdict_row(version, line.box, version.read_boxes()[line.box], round_, method)
    if verdict.outcome == Verdict.Outcome.ACCEPTED:
        return verdict
    if not AMBIGUOUS.isdisjoint(reason.code for reason in verdict.read_reasons()):
        raise invalid(method=_("This can be read in more than one way. Write it with brackets."))
    why = " ".join(list(dict.fromkeys(sentence(each.as_message) for each in verdict.read_reasons()))[:2])
    if verdict.outcome == Verdict.Outcome.REFUSED and nobody_could_read(line, version, round_):
        if even_if_refused:
            return verdict
        raise Refused(
            "reads_refused",
            why,
            status=400,
            fields={"method": (_("The program refuses what you typed. %(why)s") % {"why": why}).strip()},
        )
    raise invalid(method=(_("The program does not accept this method. %(why)s") % {"why": why}).strip())


def nobody_could_read(line: Submission, version: PuzzleVersion, round_: Round) -> bool:
    """Whether neither the volunteer nor the program could read the line, so that a judge may say what it says."""
    if line.mark == Mark.ILLEGIBLE:
        return True
    verdict = judging.verdict_row(version, line.box, version.read_boxes()[line.box], round_, line.text)
    return line.mark == Mark.WRITTEN and verdict.is_unreadable


def _number(value: str) -> str:
    value = value.strip().replace("−", "-")
    if not VALUE.fullmatch(value):
        raise invalid(value=_("Type the number that the line is worth, such as 24 or 7/2."))
    return str(Fraction(value))
