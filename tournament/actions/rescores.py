"""Re-scores: a change of what was decided, worked out aside, then applied or dropped as one.

`propose` prepares everything: verdicts, which nobody sees until they are asked for, and results of a generation of
their own. `apply` is one short transaction that makes the change and points the rounds at those results.
"""

import json
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import F
from django.utils import timezone, translation
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from .. import collecting
from ..models import AuditHead, Entrant, Event, Rescore, Result, Round, User
from ..permissions import capabilities, require
from ..record import changes as kinds
from ..record import rescore_state, rescoring
from ..record.scoring import Scoring
from ..record.snapshot import snapshot
from ..record.what_if import WhatIf
from ..texts import unwritable
from . import audit, judging
from .performing import perform
from .refusals import Refused, invalid
from .rulings import checked_reason

BATCH = 100
MOST_STALE = 200  # results that changed since the proposal and are worked out again while it is applied
LONGEST_NOTE = 4000


def propose(
    *, by: User, event: Event, changes: Sequence[kinds.Change], reason: str, reverses: Rescore | None = None
) -> Rescore:
    """Work out what the changes (see `proposals`) would do to the whole event, and keep it to be decided on.

    Not one transaction: what it prepares is seen by nobody, and a proposal that was cut off can be worked out again.
    Where just this waits already, whoever proposed it, that one is returned as it is: a press that came twice
    proposes once.
    """
    require(by, "desk", event)
    if not changes:
        raise Refused("no_change", _("Say what is to be different."), status=400)
    exported = json.loads(json.dumps(kinds.export(changes)))
    rules = kinds.hold_ruling(exported)
    if rules:
        require(by, "rule", event)
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        waiting = event.rescores.filter(state=Rescore.State.PROPOSED, reverses=reverses)
        if same := next((each for each in waiting if each.changes == exported), None):
            return same
        rescore = Rescore.objects.create(
            event=event,
            changes=exported,
            reason=checked_reason(reason),
            needs_second=event.rescore_needs_second or (rules and event.judges_per_ruling > 1),
            reverses=reverses,
            proposed_by=by,
            proposed_at=timezone.now(),
        )
        with translation.override(None):  # the record speaks the language of the source, whoever signs
            told = {"changes": [change.tell(event) for change in changes]}
        about = [reverses] if reverses else []
        audit.record(event, by, "rescore.proposed", rescore, why=rescore.reason, after=told, about=about)
    return work_out(by=by, rescore=rescore)


@collecting.paused()
def work_out(*, by: User, rescore: Rescore) -> Rescore:
    """Prepare the verdicts and the results, and what they change. Doing it again brings it up to date."""
    event, rescore = rescore.event, Rescore.objects.get(pk=rescore.pk)
    require(by, "desk", event)
    _must_wait(rescore)
    what_if = kinds.what_if_of(kinds.read(rescore.changes), event)
    rounds = rescoring.touched(event, what_if)
    judging.judge_missing(Scoring(rounds, what_if=what_if))
    head = AuditHead.objects.filter(event=event).values_list("number", flat=True).first()
    rescore.base = head or 0
    _sweep(event)
    effect: dict[str, list] = {"rounds": [], "points": [], "verdicts": [], "places": [], "ties": []}
    for round_ in rounds:
        with snapshot():
            recorded = Scoring([round_])
            supposed = recorded.supposing(what_if)
            fresh = _by_entrant(supposed)
            stored = list(Result.objects.in_force().filter(round=round_).defer("lines"))
            effect["verdicts"] += rescoring.verdicts_changed(recorded, supposed)
        _keep(rescore, round_, fresh, stored)
        effect["rounds"].append(round_.pk)
        effect["points"] += rescoring.points_changed(round_, fresh, stored)
    with snapshot():
        now = rescoring.tables(event)
        then = rescoring.tables(event, dict.fromkeys(effect["rounds"], rescore.pk), what_if)
        effect["places"] = rescoring.places_changed(event, now, then)
        effect["ties"] = rescoring.ties_changed(now, then)
    rescore.effect = json.loads(json.dumps(effect))
    rescore.save(update_fields=["effect", "base"])
    return rescore


def _must_wait(rescore: Rescore) -> None:
    if rescore.state != Rescore.State.PROPOSED:
        raise Refused(
            "decided",
            _("This re-score is %(state)s already.") % {"state": rescore.get_state_display().lower()},
        )


def _by_entrant(scoring: Scoring) -> rescoring.Scores:
    """The scores of one round by the entrant's id."""
    return {entrant: worth for (_round, entrant), worth in scoring.scores()}


def _sweep(event: Event) -> None:
    """Results of generations that neither hold nor are proposed are of no use to anybody."""
    proposed = event.rescores.filter(state=Rescore.State.PROPOSED)
    left = Result.objects.filter(round__event=event).exclude(generation__in=proposed.values("pk"))
    # one statement, so that what is applied just now is seen either as proposed or as holding
    left.exclude(generation=F("round__generation")).delete()


def _keep(rescore: Rescore, round_: Round, fresh: rescoring.Scores, held: Iterable[Result]) -> None:
    """Store prepared results, in small transactions: nobody reads them, and nobody waits long for us. They stand in
    for those prepared before, also where two people have it worked out at once; once it is applied they are final."""
    versions = {each.entrant_id: each.version for each in held}
    rows = [
        Result(
            round=round_,
            entrant_id=entrant,
            generation=rescore.pk,
            version=versions.get(entrant, 0),
            **judging.as_result(worth),
        )
        for entrant, worth in fresh.items()
    ]
    place = ["round", "entrant", "generation"]
    for start in range(0, len(rows), BATCH):
        with transaction.atomic():
            _must_wait(Rescore.objects.select_for_update().get(pk=rescore.pk))
            Result.objects.bulk_create(
                rows[start : start + BATCH],
                update_conflicts=True,
                unique_fields=place,
                update_fields=judging.STORED,
            )


@transaction.atomic
def apply(*, by: User, rescore: Rescore, note: str = "") -> Rescore:
    """Make the changes and let the prepared results hold. `note` is what the public reads of it, or nothing. Final results
    that are public are published anew afterwards: `publications.renew`.

    Results that changed since they were prepared are worked out again here; more than `MOST_STALE` refuse.
    """
    event = Event.objects.select_for_update().get(pk=rescore.event_id)
    require(by, "desk", event)
    rescore = Rescore.objects.select_for_update().get(pk=rescore.pk)
    rescore.event = event
    if rescore.state == Rescore.State.APPLIED and rescore.decided_by_id == by.pk:
        return rescore
    note = "\n".join(note.splitlines()).strip()  # one line break for all browsers
    _may_apply(by, event, rescore, note)
    changes = kinds.read(rescore.changes)
    if moved := rescore_state.moved_on(rescore):
        raise Refused(
            "moved_on",
            _("What this would change has changed meanwhile: %(what)s Drop it and propose anew.")
            % {"what": moved[0]},
        )
    touched = (
        Round.objects.select_for_update(no_key=True, of=("self",))
        .select_related("event")
        .filter(pk__in=rescore.effect["rounds"])
    )
    rounds = list(touched.order_by("position"))
    # whoever is storing points finishes first, and finds the new generation afterwards
    list(Entrant.objects.select_for_update(no_key=True).filter(event=event).order_by("pk").values_list("pk"))
    _catch_up(rescore, kinds.what_if_of(changes, event), rounds)
    for change in changes:
        perform(change, event, by, rescore)
    Round.objects.filter(pk__in=rescore.effect["rounds"]).update(generation=rescore.pk)
    rescore.state, rescore.note = Rescore.State.APPLIED, note
    return _decided(
        rescore, by, "rescore.applied", [*rounds, *([rescore.reverses] if rescore.reverses else [])]
    )


def _may_apply(by: User, event: Event, rescore: Rescore, note: str) -> None:
    _must_wait(rescore)
    if rescore.effect is None:
        raise Refused(
            "not_worked_out", _("This was cut off before it was worked out. Work it out again first.")
        )
    if rescore.needs_second and rescore.proposed_by_id == by.pk:
        raise Refused("needs_second", _("Somebody else must apply what you proposed."))
    rules = kinds.hold_ruling(rescore.changes)
    if rules and event.judges_per_ruling > 1 and "rule" not in capabilities(by, event):
        raise Refused("needs_judge", _("This holds a ruling, so another judge must apply it."))
    if len(note) > LONGEST_NOTE:
        raise invalid(
            note=_("A note has at most %(most)s characters; this one has %(count)s.")
            % {
                "most": number_format(LONGEST_NOTE, force_grouping=True),
                "count": number_format(len(note), force_grouping=True),
            }
        )
    if trouble := next(filter(None, map(unwritable, note.splitlines())), None):
        raise invalid(note=trouble)


def _catch_up(rescore: Rescore, what_if: WhatIf, rounds: list[Round]) -> None:
    """Work out again whose result changed since it was prepared."""
    changed = rescore_state.changed_since(rescore)
    for round_ in rounds:
        stale = {entrant for round_id, entrant in changed if round_id == round_.pk}
        if len(stale) > MOST_STALE:
            raise Refused(
                "stale",
                _("%(count)s results have changed since this was worked out. Work it out again first.")
                % {"count": len(stale)},
            )
        if stale:
            held = Result.objects.in_force().filter(round=round_, entrant__in=stale).defer("lines")
            judging.judge_missing(Scoring([round_], stale, what_if))
            Result.objects.filter(round=round_, generation=rescore.pk, entrant__in=stale).delete()
            _keep(rescore, round_, _by_entrant(Scoring([round_], stale, what_if)), held)


@transaction.atomic
def drop(*, by: User, rescore: Rescore, why: str = "") -> Rescore:
    """Leave everything as it is."""
    require(by, "desk", rescore.event)
    rescore = Rescore.objects.select_for_update(of=("self",)).select_related("event").get(pk=rescore.pk)
    if rescore.state == Rescore.State.DROPPED:
        return rescore
    _must_wait(rescore)
    Result.objects.filter(round__event=rescore.event, generation=rescore.pk).delete()
    rescore.state = Rescore.State.DROPPED
    return _decided(rescore, by, "rescore.dropped", [], why.strip())


def _decided(rescore: Rescore, by: User, verb: str, about: list, why: str = "") -> Rescore:
    rescore.decided_by, rescore.decided_at = by, timezone.now()
    rescore.save()
    after = {"changes": len(rescore.changes), "note": rescore.note}
    audit.record(rescore.event, by, verb, rescore, after=after, why=why or rescore.reason, about=about)
    return rescore


def reverse(*, by: User, rescore: Rescore, reason: str) -> Rescore:
    """Propose to undo a re-score. What came since stays: it is worked out anew like any other."""
    require(by, "desk", rescore.event)
    rescore = Rescore.objects.select_related("event").get(pk=rescore.pk)
    if rescore.state != Rescore.State.APPLIED:
        raise Refused("not_applied", _("Only what was applied can be reversed."))
    undone = [change.undone(rescore.event) for change in reversed(kinds.read(rescore.changes))]
    return propose(by=by, event=rescore.event, changes=undone, reason=reason, reverses=rescore)
