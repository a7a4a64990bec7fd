"""Actions on re-scores: propose a change of earlier decisions, then apply it or drop it.

`propose` prepares verdicts and a new generation of results, which nobody sees. `apply` makes the change in one short
transaction and lets the rounds use those results.
"""

import json
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common import garbage_collection, limits
from ..common.line_text import unwritable
from ..common.refusals import Refused, invalid
from ..common.wording.reasons import checked_reason
from ..common.wording.stored_words import in_words
from ..disputes import actions as disputes
from ..effects import preview as effects
from ..models import AuditHead, Dispute, Entrant, Event, Rescore, Result, Round, User
from ..roster.relations import refuse_related
from ..scoring import worker as judging
from ..scoring.loader import Scoring
from ..scoring.what_if import WhatIf
from ..standings.standings import standings_tables
from ..web.permissions import require
from ..web.snapshot import snapshot
from . import changes as change_kinds
from .apply import perform
from .signing import changed_since, must_wait, named, outdated_changes, refuse_to_apply, touched

BATCH = 100
STALE_RESULTS = 200  # results changed since the proposal that `apply` computes again itself


def propose(
    *,
    by: User,
    event: Event,
    changes: Sequence[change_kinds.RescoreChange],
    reason: str,
    reverses: Rescore | None = None,
    dispute: Dispute | None = None,
) -> Rescore:
    """Store a proposal of these changes (made by `checks`) with its effect on the whole event.

    Not one transaction: nobody sees what it prepares, and an interrupted calculation can be repeated. If the same
    changes are already proposed, by anybody, that proposal is returned, so a form sent twice makes one proposal. An
    open `dispute` for which it is proposed is linked to it.
    """
    require(by, "desk", event)
    if not changes:
        raise Refused("no_change", _("Choose something to change."), status=400)
    refuse_related(by, event, (each for change in changes for each in named(change, event)))
    exported = json.loads(json.dumps(change_kinds.export(changes)))
    if change_kinds.contain_ruling(exported):
        require(by, "rule", event)
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        waiting = event.rescores.filter(state=Rescore.State.PROPOSED, reverses=reverses)
        if same := next((each for each in waiting if each.changes == exported), None):
            _link(by, same, dispute)
            return same
        rescore = Rescore.objects.create(
            event=event,
            changes=exported,
            reason=checked_reason(reason),
            reverses=reverses,
            proposed_by=by,
            proposed_at=timezone.now(),
        )
        facts = {"changes": [change.describe(event).as_dict() for change in changes]}
        about = [reverses] if reverses else []
        audit.record(event, by, "rescore.proposed", rescore, why=rescore.reason, after=facts, about=about)
        _link(by, rescore, dispute)
    return calculate_effect(by=by, rescore=rescore)


def _link(by: User, rescore: Rescore, dispute: Dispute | None) -> None:
    if dispute:
        disputes.link_rescore(by=by, dispute=dispute, rescore=rescore)


@garbage_collection.paused()
def calculate_effect(*, by: User, rescore: Rescore) -> Rescore:
    """Prepare the verdicts and results of a proposal, and store what they change. Call it again to update it."""
    event, rescore = rescore.event, Rescore.objects.get(pk=rescore.pk)
    require(by, "desk", event)
    must_wait(rescore)
    what_if = change_kinds.what_if_of(change_kinds.read(rescore.changes), event)
    rounds = effects.affected_rounds(event, what_if)
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
            effect["verdicts"] += effects.verdicts_changed(recorded, supposed)
        _keep(rescore, round_, fresh, stored)
        effect["rounds"].append(round_.pk)
        effect["points"] += effects.points_changed(round_, fresh, stored)
    with snapshot():
        now = standings_tables(event)
        then = standings_tables(event, dict.fromkeys(effect["rounds"], rescore.pk), what_if)
        effect["places"] = effects.places_changed(event, now, then)
        effect["ties"] = effects.ties_changed(now, then)
    rescore.effect = json.loads(json.dumps(effect))
    rescore.save(update_fields=["effect", "base"])
    return rescore


def _by_entrant(scoring: Scoring) -> effects.RoundScores:
    """{entrant id: score} of one round."""
    return {entrant: worth for (_round, entrant), worth in scoring.scores()}


def _sweep(event: Event) -> None:
    """Delete results of generations that are neither in force nor proposed."""
    proposed = event.rescores.filter(state=Rescore.State.PROPOSED)
    left = Result.objects.filter(round__event=event).exclude(generation__in=proposed.values("pk"))
    # one statement, so a re-score applied meanwhile counts as proposed or as in force, never as neither
    left.exclude(generation=F("round__generation")).delete()


def _keep(rescore: Rescore, round_: Round, fresh: effects.RoundScores, in_force: Iterable[Result]) -> None:
    """Store prepared results in small transactions, so that nobody waits long for a lock. They replace earlier ones,
    even if two people calculate at once. After the re-score is decided nothing is stored."""
    versions = {each.entrant_id: each.version for each in in_force}
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
            must_wait(Rescore.objects.select_for_update().get(pk=rescore.pk))
            Result.objects.bulk_create(
                rows[start : start + BATCH], update_conflicts=True, unique_fields=place, update_fields=judging.STORED
            )


@transaction.atomic
def apply(*, by: User, rescore: Rescore, note: str = "") -> Rescore:
    """Make the changes and put the prepared results in force. `note` is the public note, or "". Publish
    final results again afterwards.

    Results that changed since they were prepared are computed again here. Refused `stale` if they are
    too many, `needs_second` or `needs_signatures` if the event asks for other people's agreement.
    """
    event = Event.objects.select_for_update().get(pk=rescore.event_id)
    require(by, "desk", event)
    rescore = Rescore.objects.select_for_update().get(pk=rescore.pk)
    rescore.event = event
    if rescore.state == Rescore.State.APPLIED and rescore.decided_by_id == by.pk:
        return rescore
    rescore.needs = refuse_to_apply(by, rescore)
    note = _checked_note(note)
    changes = change_kinds.read(rescore.changes)
    if outdated := outdated_changes(rescore):
        text = _("This proposal is out of date: %(what)s Drop it and make a new proposal.")
        raise Refused("moved_on", text % {"what": outdated[0]})
    locked = Round.objects.select_for_update(no_key=True, of=("self",)).select_related("event")
    rounds = list(locked.filter(pk__in=rescore.changed_rounds).order_by("position"))
    # waits for those who are storing points; later ones see the new generation
    list(Entrant.objects.select_for_update(no_key=True).filter(event=event).order_by("pk").values_list("pk"))
    _catch_up(rescore, change_kinds.what_if_of(changes, event), rounds)
    for change in changes:
        perform(change, event, by, rescore)
    Round.objects.filter(pk__in=rescore.changed_rounds).update(generation=rescore.pk)
    rescore.state, rescore.note = Rescore.State.APPLIED, note
    return _decided(rescore, by, "rescore.applied", [*rounds, *([rescore.reverses] if rescore.reverses else [])])


def _checked_note(note: str) -> str:
    note = "\n".join(note.splitlines()).strip()  # browsers send different line breaks
    if (length := len(in_words(note))) > limits.NOTE:
        most, count = (number_format(each, force_grouping=True) for each in (limits.NOTE, length))
        long = _("A note has at most %(most)s characters; this one has %(count)s.")
        raise invalid(note=long % {"most": most, "count": count})
    if trouble := next(filter(None, map(unwritable, in_words(note).splitlines())), None):
        raise invalid(note=trouble)
    return note


def _catch_up(rescore: Rescore, what_if: WhatIf, rounds: list[Round]) -> None:
    """Compute the prepared results again for entrants whose result has changed since."""
    changed = changed_since(rescore)
    for round_ in rounds:
        stale = {entrant for round_id, entrant in changed if round_id == round_.pk}
        if len(stale) > STALE_RESULTS:
            text = _("%(count)s results have changed since the effect was calculated. Calculate it again first.")
            raise Refused("stale", text % {"count": len(stale)})
        if stale:
            in_force = Result.objects.in_force().filter(round=round_, entrant__in=stale).defer("lines")
            judging.judge_missing(Scoring([round_], stale, what_if))
            Result.objects.filter(round=round_, generation=rescore.pk, entrant__in=stale).delete()
            _keep(rescore, round_, _by_entrant(Scoring([round_], stale, what_if)), in_force)


@transaction.atomic
def drop(*, by: User, rescore: Rescore, why: str = "") -> Rescore:
    """Drop a proposal. Nothing changes."""
    require(by, "desk", rescore.event)
    rescore = Rescore.objects.select_for_update(of=("self",)).select_related("event").get(pk=rescore.pk)
    if rescore.state == Rescore.State.DROPPED:
        return rescore
    must_wait(rescore)
    refuse_related(by, rescore.event, touched(rescore))
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
    """Propose to take a re-score back. Later decisions stay."""
    require(by, "desk", rescore.event)
    rescore = Rescore.objects.select_related("event").get(pk=rescore.pk)
    if rescore.state != Rescore.State.APPLIED:
        raise Refused("not_applied", _("Only an applied re-score can be taken back."))
    undone = [change.inverse(rescore.event) for change in reversed(change_kinds.read(rescore.changes))]
    return propose(by=by, event=rescore.event, changes=undone, reason=reason, reverses=rescore)
