"""Rulings: a judge says what a line counts as, and as many sign as the event asks for."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from judging.language.parsing.spelling import spelled
from judging.messages import Message

from ..audit import trail as audit
from ..common import limits
from ..common.refusals import Refused, invalid
from ..common.wording.reasons import checked_reason
from ..common.wording.stored_words import in_words, read
from ..jobs import queue as jobs
from ..models import Event, Mark, Puzzle, Round, Ruling, Sheet, Submission, User, Verdict
from ..roster.relations import refuse_related
from ..scoring import signatures
from ..scoring.equal_answers import verdicts_on
from ..scoring.rulings import lines_not_judged, lines_under, with_overtaken
from ..web.permissions import require
from .precedents import Precedents
from .ruling_checks import Decision, consider, not_final, says

__all__ = ["Decision", "checked_reason", "consider", "give", "settle", "sheets_under", "sign", "written_by"]


@transaction.atomic
def give(
    *, by: User, submission: Submission, seen: int | None = None, against: int | None = None, **decision
) -> Ruling:
    """Rule on a line, and on every line of its box that is the same answer, now and later, unless `only_this_sheet`.

    `counts_as`: "method" (it counts as the text `method`, which the engine must accept, or may refuse
    `even_if_refused`, if the line is illegible or unreadable), "value" (a method of its own worth the number `value`),
    "nothing", or "withdrawn" (earlier rulings of this scope no longer hold). `seen` is the id of the last ruling,
    signed or not, that the judge has seen on the line, 0 for none: Refused `ruled_meanwhile` if a colleague was faster.
    `against` is the id of the precedent that the judge was shown, 0 for none: Refused `against_precedent` if a standing
    ruling on a similar line decides otherwise and they were not shown it; then they need a reason of their own. Where
    the event asks for more judges it stays unsigned until they have signed. Sending the same ruling twice gives one
    ruling. Refused `related` to a judge who is related to somebody whose line it speaks of.
    """
    round_id = Submission.objects.values_list("sheet__round_id", flat=True).get(pk=submission.pk)
    _lock([round_id])
    ruling, is_new = _give(by, submission, seen, against, decision)
    if not is_new:
        return ruling
    # The entry holds the event's counter. A sheet handed in before is seen below; one handed in after sees this ruling.
    facts = {"line": submission.pk, "text": [ruling.text], "sheet_alone": bool(ruling.submission)}
    facts |= {field: getattr(ruling, field) for field in ("counts_as", "method", "value")}
    facts |= {"signed": 1, "of": ruling.needs} if ruling.needs > 1 else {}
    audit.record(ruling.event, by, "ruling.given", ruling, why=ruling.reason, after=facts, about=_touched([ruling]))
    if ruling.needs == 1:
        _judge_again([ruling])
    return ruling


class Settling(NamedTuple):
    """One line of several that are ruled on together; see `give`."""

    line: Submission
    counts_as: str = Ruling.CountsAs.NOTHING
    method: str = ""
    value: str = ""
    seen: int = 0
    only_this_sheet: bool = False
    reason: str = ""


class Settled(NamedTuple):
    """The rulings that were given, and the lines that were refused, each with its refusal."""

    given: list[Ruling]
    refused: list[tuple[Submission, Refused]]


@transaction.atomic
def settle(*, by: User, event: Event, lines: Sequence[Settling], reason: str = "") -> Settled:
    """Rule on many lines, with one audit entry that names them: for one `reason`, or each for its own.

    Each line is ruled on like by `give`, with its own signatures; one that is refused is left out, as is one without a
    reason.
    """
    require(by, "rule", event)
    reason = checked_reason(reason) if reason.strip() else ""
    if len(lines) > limits.RULED_TOGETHER:
        raise Refused("too_many", _("At most %(most)s answers at once.") % {"most": limits.RULED_TOGETHER}, status=400)
    _lock({each.line.sheet.round_id for each in lines})
    settled = Settled([], [])
    for each in lines:
        decision = each._asdict() | {"reason": reason or each.reason}
        line, seen = decision.pop("line"), decision.pop("seen")
        try:
            ruling, is_new = _give(by, line, seen, 0, decision)
            settled.given.extend([ruling] if is_new else [])
        except Refused as refused:
            settled.refused.append((each.line, refused))
    if settled.given:
        _record_settled(event, by, settled.given)
    return settled


def _record_settled(event: Event, by: User, given: list[Ruling]) -> None:
    reasons = {each.reason for each in given}
    why = reasons.pop() if len(reasons) == 1 else ""
    facts: dict[str, Any] = {"rulings": [each.pk for each in given], "count": len(given)}
    facts |= {"text": [each.text or f"[{each.mark}]" for each in given]}
    if len({each.counts_as for each in given}) == 1:
        facts["counts_as"] = given[0].counts_as
    facts |= {"signed": 1, "of": given[0].needs} if given[0].needs > 1 else {}
    audit.record(event, by, "ruling.settled", given[0], why=why, after=facts, about=[*given, *_touched(given)])
    _judge_again([each for each in given if each.needs == 1])


def _lock(rounds: Collection[int]) -> None:
    """Lock the rounds: none becomes final or gets another ruling meanwhile."""
    list(Round.objects.select_for_update().filter(pk__in=rounds).order_by("pk"))


def _give(by: User, line: Submission, seen: int | None, against: int | None, decision: dict) -> tuple[Ruling, bool]:
    """The ruling on a line, signed by the judge, and whether it is new; refused before anything is written."""
    considered = consider(by=by, submission=line, **decision)
    ruling, latest = considered.ruling, considered.latest
    if (earlier := considered.of_same_scope) and _says_the_same(earlier[-1], ruling):
        return earlier[-1], False
    if latest and seen is not None and seen != latest.pk:
        raise Refused("ruled_meanwhile", _what_happened_meanwhile(latest))
    _not_proposed_already(considered)
    _not_related(by, ruling)
    if against is not None:
        _knows_precedents(considered, line, against)
    if considered.verdict:  # the worker would find the same; having it now leaves no line waiting for it
        Verdict.objects.bulk_create([considered.verdict], ignore_conflicts=True)
    ruling.save()
    signatures.add(by, [ruling], ruling.given_at)
    return ruling, True


def _not_related(by: User, ruling: Ruling) -> None:
    """Refuse a judge who is related to somebody whose line the ruling speaks of."""
    message = _("You are related to %(who)s, who wrote this. Another judge must decide it.")
    refuse_related(by, ruling.event, written_by(ruling), message)


class AgainstPrecedent(Refused):
    """A ruling decides otherwise than a standing `precedent` did, and nobody has asked the judge about it yet."""

    def __init__(self, ruling: Ruling, precedent: Ruling):
        message = _(
            "%(judge)s ruled before: “%(text)s” %(before)s, because: %(reason)s – You decide: this %(now)s. If you"
            " mean it, write why here it is otherwise, and rule again."
        )
        facts = {"judge": precedent.given_by, "text": precedent.text, "reason": in_words(precedent.reason)}
        super().__init__("against_precedent", message % {**facts, "before": says(precedent), "now": says(ruling)})
        self.precedent = precedent


def _knows_precedents(considered: Decision, line: Submission, asked: int) -> None:
    """Refuse a decision against a standing precedent if the judge was not asked about it (`asked` is the id of the one
    they were shown), or if they give no reason of their own."""
    ruling, version = considered.ruling, considered.version
    verdict = verdicts_on(version.pk, considered.round).filter(box=line.box, digest=line.digest).first()
    matches = Precedents(ruling.event_id).of(line, version, verdict, without=considered.standing)
    method_key = considered.verdict.method_key if considered.verdict else None
    precedents = [each.ruling for each in matches if each.is_against(ruling, method_key)]
    if precedents and asked not in {each.pk for each in precedents}:
        raise AgainstPrecedent(ruling, precedents[0])
    if precedents and (
        isinstance(read(ruling.reason), Message) or ruling.reason in {each.reason for each in precedents}
    ):
        raise invalid(reason=_("Write a reason of your own: why this is decided otherwise than before."))


def written_by(ruling: Ruling) -> set[int]:
    """The ids of the entrants whose lines the ruling speaks of, or may once the engine has seen them."""
    entrants = set(lines_under(ruling).values_list("sheet__entrant", flat=True))
    if ruling.submission_id or ruling.mark != Mark.WRITTEN:
        return entrants
    spelling, waiting = spelled(ruling.text), lines_not_judged(ruling.puzzle, ruling.box)
    texts = waiting.values_list("sheet__entrant", "text")
    return entrants | {entrant for entrant, text in texts if spelled(text) == spelling}


def _not_proposed_already(considered: Decision) -> None:
    """Refuse a ruling that a colleague has given and that only needs signatures: the judge should sign that one."""
    ruling = considered.ruling
    for other in considered.of_same_scope:
        is_waiting = other.needs > 1 and other.given_by_id != ruling.given_by_id
        if is_waiting and _decides_the_same(other, ruling) and signatures.missing(other):
            raise signatures.proposed_already(other)


def _what_happened_meanwhile(latest: Ruling) -> str:
    message = _("Meanwhile %(judge)s has ruled on this line: “%(reason)s”")
    if signatures.missing(latest):
        message = _("Meanwhile %(judge)s has proposed a ruling on this line: “%(reason)s”")
    return message % {"judge": latest.given_by, "reason": in_words(latest.reason)}


@transaction.atomic
def sign(*, by: User, ruling: Ruling) -> Ruling:
    """Sign a colleague's ruling. The last signature that it needs puts it in force and changes points.

    Refused `overtaken` where another ruling of the same scope holds meanwhile: it is no longer the ruling that the
    judge read; `related` if a player whom they may not judge wrote it.
    """
    require(by, "rule", ruling.event)
    Round.objects.select_for_update().get(pk=Puzzle.objects.values_list("round_id").get(pk=ruling.puzzle_id)[0])
    known = Ruling.objects.select_related("event", "puzzle__round", "submission__sheet", "given_by")
    ruling = with_overtaken(known).get(pk=ruling.pk)
    not_final(ruling.puzzle.round)
    if not signatures.may_sign(by, ruling):
        return ruling
    _not_related(by, ruling)
    facts = {"text": [ruling.text], "counts_as": ruling.counts_as}
    if signatures.sign(by, [ruling], "ruling.signed", facts, _touched([ruling])):
        _judge_again([ruling])
    return ruling


def _touched(given: list[Ruling]) -> list[Model]:
    """Their rounds, and every sheet with a line that these speak of."""
    sheets = sorted({sheet for ruling in given for sheet in sheets_under(ruling)})
    rounds = Round.objects.filter(puzzles__in={each.puzzle_id for each in given}).distinct()
    return [*rounds, *(Sheet(pk=pk) for pk in sheets)]


def _judge_again(given: list[Ruling]) -> None:
    jobs.judge({sheet for ruling in given for sheet in sheets_under(ruling)})


def sheets_under(ruling: Ruling) -> list[int]:
    """The sheets with a line that the ruling speaks of, in a fixed order."""
    return sorted(set(lines_under(ruling).values_list("sheet_id", flat=True)))


def _decides_the_same(one: Ruling, other: Ruling) -> bool:
    return all(getattr(one, field) == getattr(other, field) for field in ("counts_as", "method", "value"))


def _says_the_same(one: Ruling, other: Ruling) -> bool:
    same = one.given_by_id == other.given_by_id and one.reason == other.reason
    return same and _decides_the_same(one, other)
