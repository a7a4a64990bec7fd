"""Judges decide whether two methods count once or twice; the answer is remembered throughout the event."""

from collections.abc import Iterator
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.line_text import digest
from ..common.refusals import Refused, invalid
from ..common.wording.reasons import checked_reason
from ..jobs import queue as jobs
from ..models import Event, Job, Keying, PairRuling, Round, Sheet, Submission, User, Verdict
from ..roster.relations import refuse_related
from ..scoring import same_methods, signatures
from ..web.permissions import require_locked


@transaction.atomic
def rule(*, by: User, event: Event, first: Verdict, second: Verdict, says: str, reason: str) -> PairRuling:
    """Rule on the methods of two accepted verdicts. A contradiction with rulings in force is refused.

    Where the event asks for more judges it stays unsigned, and changes no points, until they have signed. Sending the
    same ruling twice gives it once; Refused `proposed` where a colleague has proposed just this, and `related` to a
    judge who is related to somebody who wrote one of the two.
    """
    event = require_locked(by, "rule", event)
    reason = checked_reason(reason)
    ruling = check(event, first, second, says)
    ruling.reason, ruling.given_by, ruling.given_at = reason, by, timezone.now()
    ruling.needs = event.judges_per_ruling
    if given := _given_already(ruling):
        return given
    _not_related(by, event, ruling)
    ruling.save()
    signatures.add(by, [ruling], ruling.given_at)
    # The entry holds the event's counter. A sheet handed in before is seen below; one handed in after sees this ruling.
    facts: dict[str, Any] = {"says": says, "first": ruling.first_text, "second": ruling.second_text}
    facts |= {"signed": 1, "of": ruling.needs} if ruling.needs > 1 else {}
    about = [verdict.puzzle_version.puzzle.round for verdict in (first, second)]
    audit.record(event, by, "pair.ruled", ruling, why=reason, after=facts, about=about)
    _follow(event, ruling, holds=ruling.needs == 1)
    return ruling


@transaction.atomic
def sign(*, by: User, ruling: PairRuling) -> PairRuling:
    """Sign a colleague's ruling on a pair. The last signature that it needs puts it in force and changes points.

    Refused `complete` where enough have signed, `overtaken` where another ruling on the pair holds meanwhile, and like
    `rule` where it would contradict what has come to hold since it was proposed, or change a round that is final.
    """
    event = require_locked(by, "rule", ruling.event)
    ruling = same_methods.with_overtaken(event.pair_rulings.select_related("given_by")).get(pk=ruling.pk)
    if not signatures.may_sign(by, ruling):
        return ruling
    _not_related(by, event, ruling)
    _must_agree(event, ruling)
    facts = {"says": ruling.says, "first": ruling.first_text, "second": ruling.second_text}
    holds = signatures.sign(by, [ruling], "pair.signed", facts, _rounds_of(event, ruling))
    _follow(event, ruling, holds=holds)
    return ruling


def _not_related(by: User, event: Event, ruling: PairRuling) -> None:
    """Refuse a judge who is related to somebody who wrote one of the two methods."""
    refuse_related(by, event, written_by(event, ruling))


def written_by(event: Event, ruling: PairRuling) -> Iterator[int]:
    """The ids of the entrants whose sheets `sheets_touched` names."""
    sheets = Sheet.objects.filter(pk__in=sheets_touched(event, ruling), entrant__isnull=False)
    yield from sheets.values_list("entrant", flat=True)


def _follow(event: Event, ruling: PairRuling, *, holds: bool) -> None:
    """Refuse to change a final round; if the ruling is in force, have the sheets that it touches judged again."""
    waiting = set(_not_judged(event))  # read first: a job that ends later has its verdicts seen below
    touched = sheets_touched(event, ruling)
    _none_is_final(touched)
    if holds:
        jobs.judge(waiting | touched)


def _given_already(ruling: PairRuling) -> PairRuling | None:
    """The judge's earlier ruling on the pair, if it says the same and is in force or unsigned. Refused `proposed` where
    a colleague's unsigned ruling says the same: that one should be signed instead."""
    on_the_pair = ruling.event.pair_rulings.filter(first=ruling.first, second=ruling.second)
    known = same_methods.with_overtaken(on_the_pair).filter(is_overtaken=False, says=ruling.says)
    for other in known.select_related("given_by").order_by("pk"):
        if other.given_by_id == ruling.given_by_id and other.reason == ruling.reason:
            return other
        if other.signed < other.needs and other.given_by_id != ruling.given_by_id:
            raise signatures.proposed_already(other)
    return None


def _rounds_of(event: Event, ruling: PairRuling) -> list[Round]:
    """The rounds in which the two were written as the ruling names them."""
    named = Verdict.objects.filter(
        puzzle_version__puzzle__round__event=event,
        digest__in=[digest(ruling.first_text), digest(ruling.second_text)],
        method_key__in=[ruling.first_key, ruling.second_key],
    )
    rounds = named.order_by().values("puzzle_version__puzzle__round")
    return list(Round.objects.filter(pk__in=rounds).order_by("pk"))


def check(event: Event, first: Verdict, second: Verdict, says: str) -> PairRuling:
    """The ruling as it would be, not saved and not signed, the two in the order of their digests. Raises Refused where
    there is nothing to rule, or rulings in force contradict."""
    _must_be_a_pair(event, first, second, says)
    meant = same_methods.ruling_on(event, first, second, says)
    _must_agree(event, meant)
    return meant


def _must_be_a_pair(event: Event, first: Verdict, second: Verdict, says: str) -> None:
    if says not in PairRuling.Says.values:
        raise invalid(says=_("Choose whether the two count once or twice."))
    if not (first.method_key and second.method_key) or first.method_key == second.method_key:
        text = _("By the rules these two are the same method, so there is nothing to rule on.")
        raise Refused("not_a_pair", text, status=400)
    if any(verdict.puzzle_version.puzzle.round.event_id != event.pk for verdict in (first, second)):
        raise Refused("elsewhere", _("These methods were written at another event."), status=400)


def _must_agree(event: Event, meant: PairRuling) -> None:
    """Refuse a ruling that, with those in force on other pairs, would put two methods together and apart at once."""
    one, other = meant.first_key, meant.second_key
    rest = same_methods.in_force(event)
    rest.pop(same_methods.pair(one, other), None)
    classes = same_methods.joined(rest.values())
    if meant.says == PairRuling.Says.SAME:
        classes.join(one, other)
    different = [ruling for ruling in rest.values() if ruling.says == PairRuling.Says.DIFFERENT]
    if against := next((r for r in different if classes.of(r.first_key) == classes.of(r.second_key)), None):
        text = _(
            "“%(one)s” and “%(other)s” were ruled to count twice, and this would make them count once. Withdraw"
            " or change that ruling first."
        )
        raise Refused("contradicts", text % {"one": against.first_text, "other": against.second_text})
    if meant.says == PairRuling.Says.DIFFERENT and classes.of(one) == classes.of(other):
        text = _(
            "Other rulings already make “%(one)s” and “%(other)s” count once, by way of a third method. Withdraw"
            " one of those first."
        )
        raise Refused("contradicts", text % {"one": meant.first_text, "other": meant.second_text})


def _none_is_final(sheets: set[int]) -> None:
    """Refuse to change the points of a round that is final."""
    final = Round.objects.filter(status=Round.Status.FINAL, sheets__in=sheets).order_by("position").first()
    if final:
        text = _("%(round)s is final, and a sheet in it has one of these methods. This needs a re-score.")
        raise Refused("round_final", text % {"round": final.name})


def _not_judged(event: Event) -> list[int]:
    """Sheets whose verdicts may not be there yet, so that nobody can say whether they have the methods."""
    undone = Job.objects.undone(Sheet.objects.filter(round__event=event))
    return list(undone.values_list("subject", flat=True))


def sheets_touched(event: Event, ruling: PairRuling) -> set[int]:
    """Sheets with a line whose method, by its text or by a judge's ruling, could now count differently."""
    verdicts = Verdict.objects.filter(puzzle_version__puzzle__round__event=event, method_key__isnull=False)
    rows = verdicts.values_list("box", "digest", "method_key", "kin_key")
    methods = [(box, text, key, near_key or key) for box, text, key, near_key in rows if key]
    classes = same_methods.joined([*event.pair_rulings.filter(says=PairRuling.Says.SAME), ruling])
    if event.kin_counts_as == Event.KinCountsAs.SAME:
        for *_place, key, near_key in methods:
            classes.join(key, f"near {near_key}")
    wanted = {classes.of(key) for key in (ruling.first_key, ruling.second_key)}
    places = {(box, text) for box, text, key, _near_key in methods if classes.of(key) in wanted}
    ruled = event.rulings.exclude(method="")
    texts = {(each.box, each.digest) for each in ruled if (each.box, digest(each.method)) in places}
    places |= texts | _spelled_otherwise(event, texts)
    lines = Submission.objects.filter(
        sheet__round__event=event, keying__state=Keying.State.AGREED, digest__in={text for _, text in places}
    )
    recorded = lines.values_list("sheet_id", "box", "digest")
    return {sheet for sheet, box, text in recorded if (box, text) in places}


def _spelled_otherwise(event: Event, texts: set[tuple[int, str]]) -> set[tuple[int, str]]:
    """Box and digest of the texts that are one answer with one of these."""
    judged = Verdict.objects.filter(puzzle_version__puzzle__round__event=event)
    answers = judged.filter(digest__in={text for _box, text in texts}).values("answer")
    return set(judged.filter(answer__in=answers).values_list("box", "digest"))
