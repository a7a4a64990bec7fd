"""A judge says whether two methods count once or twice; the answer is remembered throughout the event."""

from django.db import transaction
from django.utils import timezone

from ..models import Event, Job, Keying, PairRuling, Round, Sheet, Submission, User, Verdict
from ..models.sameness import key_digest
from ..permissions import require
from ..record import sameness
from ..texts import digest
from . import audit, jobs
from .refusals import Refused, invalid
from .rulings import checked_reason


@transaction.atomic
def rule(*, by: User, event: Event, first: Verdict, second: Verdict, says: str, reason: str) -> PairRuling:
    """Rule on the methods of two accepted verdicts. What would contradict rulings in force is refused, and they are named."""
    require(by, "rule", event)
    event = Event.objects.select_for_update().get(pk=event.pk)
    reason = checked_reason(reason)
    one, other = check(event, first, second, says)
    ruling = PairRuling.objects.create(
        event=event,
        first=key_digest(one.method_key),
        second=key_digest(other.method_key),
        first_key=one.method_key,
        second_key=other.method_key,
        first_text=one.text,
        second_text=other.text,
        says=says,
        reason=reason,
        given_by=by,
        given_at=timezone.now(),
    )
    # The entry holds the event's counter. A sheet handed in before is seen below; one handed in after sees this ruling.
    said = {"says": says, "first": one.text, "second": other.text}
    about = [verdict.puzzle_version.puzzle.round for verdict in (first, second)]
    audit.record(event, by, "pair.ruled", ruling, why=reason, after=said, about=about)
    waiting = set(_not_judged(event))  # asked first: whose job is done by now has its verdicts below
    touched = _sheets_touched(event, ruling)
    _none_is_final(touched)
    for sheet_id in sorted(waiting | touched):
        jobs.ensure("judge_sheet", sheet_id)
    return ruling


def check(event: Event, first: Verdict, second: Verdict, says: str) -> tuple[Verdict, Verdict]:
    """The two in the order of their digests. Raises Refused where there is nothing to rule, or rulings in force contradict."""
    _must_be_a_pair(event, first, second, says)
    one, other = sorted((first, second), key=lambda verdict: key_digest(verdict.method_key))
    _must_agree(event, one, other, says)
    return one, other


def _must_be_a_pair(event: Event, first: Verdict, second: Verdict, says: str) -> None:
    if says not in PairRuling.Says.values:
        raise invalid(says="Say whether the two count once or twice.")
    if not (first.method_key and second.method_key) or first.method_key == second.method_key:
        raise Refused(
            "not_a_pair", "These two are one method by the rules, so there is nothing to rule.", status=400
        )
    if any(verdict.puzzle_version.puzzle.round.event_id != event.pk for verdict in (first, second)):
        raise Refused("elsewhere", "These methods were written at another event.", status=400)


def _must_agree(event: Event, one: Verdict, other: Verdict, says: str) -> None:
    """Refuse a ruling that, with those in force on other pairs, would put two methods together and apart at once."""
    rest = sameness.in_force(event)
    rest.pop(sameness.pair(one.method_key, other.method_key), None)
    classes = sameness.joined(rest.values())
    if says == PairRuling.Says.SAME:
        classes.join(one.method_key, other.method_key)
    apart = [ruling for ruling in rest.values() if ruling.says == PairRuling.Says.DIFFERENT]
    if against := next((r for r in apart if classes.of(r.first_key) == classes.of(r.second_key)), None):
        raise Refused(
            "contradicts",
            f"“{against.first_text}” and “{against.second_text}” were ruled to count twice, and this would make them "
            "count once. Withdraw or change that ruling first.",
        )
    if says == PairRuling.Says.DIFFERENT and classes.of(one.method_key) == classes.of(other.method_key):
        raise Refused(
            "contradicts",
            f"Other rulings already make “{one.text}” and “{other.text}” count once, by way of a third method. "
            "Withdraw one of those first.",
        )


def _none_is_final(sheets: set[int]) -> None:
    """Refuse to change the points of a round that is final."""
    final = Round.objects.filter(status=Round.Status.FINAL, sheets__in=sheets).order_by("position").first()
    if final:
        raise Refused(
            "round_final",
            f"{final.name} is final, and a sheet in it has one of these methods. This goes by a re-score.",
        )


def _not_judged(event: Event) -> list[int]:
    """Sheets whose verdicts may not be there yet, so that nobody can say whether they have the methods."""
    sheets = Sheet.objects.filter(round__event=event).values("pk")
    undone = Job.objects.filter(kind="judge_sheet", subject__in=sheets).exclude(state=Job.State.DONE)
    return list(undone.values_list("subject", flat=True))


def _sheets_touched(event: Event, ruling: PairRuling) -> set[int]:
    """Sheets with a line whose method, by its text or by a judge's ruling, could now count differently."""
    classes = sameness.joined([*event.pair_rulings.filter(says=PairRuling.Says.SAME), ruling])
    wanted = {classes.of(ruling.first_key), classes.of(ruling.second_key)}
    keys = {ruling.first_key, ruling.second_key}
    verdicts = Verdict.objects.filter(puzzle_version__puzzle__round__event=event, method_key__isnull=False)
    places = {
        (box, text)
        for box, text, key in verdicts.values_list("box", "digest", "method_key")
        if key in keys or classes.of(key) in wanted
    }
    ruled = event.rulings.exclude(method="")
    places |= {(each.box, each.digest) for each in ruled if (each.box, digest(each.method)) in places}
    lines = Submission.objects.filter(
        sheet__round__event=event, keying__state=Keying.State.AGREED, digest__in={text for _, text in places}
    )
    found = lines.values_list("sheet_id", "box", "digest")
    return {sheet for sheet, box, text in found if (box, text) in places}
