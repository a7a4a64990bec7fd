"""A judge says whether two methods count once or twice; the answer is remembered throughout the event."""

from django.db import transaction
from django.utils import timezone

from ..models import Event, Keying, PairRuling, Submission, User, Verdict
from ..models.sameness import key_digest
from ..permissions import require
from ..record import sameness
from . import audit, jobs
from .refusals import Refused, invalid


@transaction.atomic
def rule(*, by: User, event: Event, first: Verdict, second: Verdict, says: str, reason: str) -> PairRuling:
    """Rule on the methods of two accepted verdicts. What would contradict rulings in force is refused, and they are named."""
    require(by, "rule", event)
    event = Event.objects.select_for_update().get(pk=event.pk)
    if says not in PairRuling.Says.values:
        raise invalid(says="Say whether the two count once or twice.")
    if not reason.strip():
        raise invalid(reason="Write the reason; it is shown to whoever asks.")
    if not (first.method_key and second.method_key) or first.method_key == second.method_key:
        raise Refused(
            "not_a_pair", "These two are one method by the rules, so there is nothing to rule.", status=400
        )
    one, other = sorted((first, second), key=lambda verdict: key_digest(verdict.method_key))
    _must_agree(event, one, other, says)
    ruling = PairRuling.objects.create(
        event=event,
        first=key_digest(one.method_key),
        second=key_digest(other.method_key),
        first_key=one.method_key,
        second_key=other.method_key,
        first_text=one.text,
        second_text=other.text,
        says=says,
        reason=reason.strip(),
        given_by=by,
        given_at=timezone.now(),
    )
    touched = _sheets_touched(event, ruling)
    for sheet_id in touched:
        jobs.ensure("judge_sheet", sheet_id)
    audit.record(
        event,
        by,
        "pair.ruled",
        ruling,
        why=ruling.reason,
        after={"says": says, "first": one.text, "second": other.text, "sheets": len(touched)},
    )
    return ruling


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


def _sheets_touched(event: Event, ruling: PairRuling) -> list[int]:
    """Sheets of rounds not final with a line whose method could now count differently, in a fixed order."""
    classes = sameness.joined([*event.pair_rulings.filter(says=PairRuling.Says.SAME), ruling])
    wanted = {classes.of(ruling.first_key), classes.of(ruling.second_key)}
    verdicts = Verdict.objects.filter(puzzle_version__puzzle__round__event=event, method_key__isnull=False)
    concerned = [
        (box, digest)
        for box, digest, key in verdicts.values_list("box", "digest", "method_key")
        if classes.of(key) in wanted or key in {ruling.first_key, ruling.second_key}
    ]
    lines = Submission.objects.filter(
        sheet__round__event=event,
        keying__state=Keying.State.AGREED,
        digest__in={digest for _, digest in concerned},
    )
    places = set(concerned)
    return sorted(
        {
            sheet
            for sheet, box, digest in lines.values_list("sheet_id", "box", "digest")
            if (box, digest) in places
        }
    )
