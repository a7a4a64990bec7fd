"""A proposal of a re-score: its sentences, whether it is up to date, and who may sign or apply it: nobody who is
related to an affected player.

Proposing, signing and applying each count as one person's agreement.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, singledispatch

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..audit.sentences import stored_sentence
from ..common.refusals import Refused
from ..common.wording.sentences import sentence
from ..models import AuditEntry, Event, Membership, Rescore, Result, Role, Sheet, User
from ..roster.relations import refuse_related, related_to
from ..rulings import actions as rulings
from ..same_method_rulings import actions as same_method_rulings
from ..scoring import signatures
from ..web.permissions import capabilities, require
from . import changes
from .changes import KeyingChange, PairChange, RescoreChange, RulingChange


def proposed_words(rescores: Iterable[Rescore]) -> dict[int, list[str]]:
    """{re-score id: the sentences of its proposal}"""
    entries = AuditEntry.objects.filter(
        verb="rescore.proposed", subject="rescore", subject_id__in=[each.pk for each in rescores]
    )
    return {
        each.subject_id: [stored_sentence(change) for change in (each.after or {}).get("changes", [])]
        for each in entries
        if each.subject_id
    }


def changed_since(rescore: Rescore) -> set[tuple[int, int]]:
    """The (round, entrant) ids whose result has changed since the effect was calculated."""
    results = Result.objects.filter(round__in=rescore.changed_rounds)
    in_force, prepared = (
        set(each.exclude(version=0).values_list("round", "entrant", "version"))  # version 0 is no result
        for each in (results.in_force(), results.filter(generation=rescore.pk))
    )
    return {(round_id, entrant_id) for round_id, entrant_id, _version in in_force ^ prepared}


def decided_since(rescore: Rescore) -> int:
    """How many decisions were recorded since the effect was calculated. They may change the places it shows."""
    since = AuditEntry.objects.filter(event_id=rescore.event_id, number__gt=rescore.base)
    return since.exclude(verb__in=["rescore.proposed", "rescore.signed", "rescore.dropped"]).count()


def outdated_changes(rescore: Rescore) -> list[str]:
    """The sentences of the changes whose current value is no longer `before`."""
    event = rescore.event
    return [sentence(each.describe(event)) for each in changes.read(rescore.changes) if not each.is_current(event)]


def needed(rescore: Rescore, event: Event) -> int:
    """How many people must agree to the re-score, including the proposer and the person who applies it, by the event's
    settings now. A ruling needs its number of judges; so does any other re-score if the event asks for a second
    person."""
    second = event.rescore_needs_second
    asks = event.judges_per_ruling if second or changes.contain_ruling(rescore.changes) else 1
    return max(asks, 2 if second else 1)


def touched(rescore: Rescore, since: set[tuple[int, int]] | None = None) -> set[int]:
    """The ids of the affected entrants: named by the changes, with changed points, or with a result that changed since
    the calculation (`since` is `changed_since`, if the caller has called it)."""
    entrants = {each["entrant"] for each in (rescore.effect or {}).get("points", [])}
    entrants |= {entrant_id for _round_id, entrant_id in (changed_since(rescore) if since is None else since)}
    return entrants.union(*(named(each, rescore.event) for each in changes.read(rescore.changes)))


@dataclass(frozen=True)
class Signing:
    """The people who have agreed to a proposal, and those who still may."""

    rescore: Rescore
    since: set[tuple[int, int]] | None = None  # what `changed_since` gives, if the caller has asked it

    @cached_property
    def needs(self) -> int:
        return needed(self.rescore, self.rescore.event)

    @cached_property
    def touched(self) -> set[int]:
        return touched(self.rescore, self.since)

    @cached_property
    def signers(self) -> list[User]:
        """The proposer, then everybody who signed. A person who has since become related does not count."""
        if self.needs <= 2:  # the one who applies it is enough
            return [self.rescore.proposed_by]
        others = self.rescore.signatures.exclude(signer__in=related_to(self.touched)).select_related("signer")
        return [self.rescore.proposed_by, *(each.signer for each in others)]

    @property
    def to_sign(self) -> int:
        """How many people must sign before somebody can apply it."""
        return max(0, self.needs - len(self.signers) - 1)

    @cached_property
    def judges_alone(self) -> bool:
        """Whether only judges decide on it: it contains a ruling, and a ruling needs several."""
        return changes.contain_ruling(self.rescore.changes) and self.rescore.event.judges_per_ruling > 1

    @cached_property
    def may_decide(self) -> list[User]:
        """The people of the event who may sign or apply it next."""
        roles = [Role.JUDGE] if self.judges_alone else [Role.JUDGE, Role.ORGANISER]
        members = Membership.objects.filter(event=self.rescore.event, role__in=roles)
        users = User.objects.filter(pk__in=members.values("user"), is_active=True)
        if self.needs > 1:
            users = users.exclude(pk=self.rescore.proposed_by_id)
        if len(self.signers) < self.needs:
            users = users.exclude(pk__in=[each.pk for each in self.signers] if self.needs > 1 else [])
        return list(users.exclude(pk__in=related_to(self.touched)).order_by("first_name", "username"))


def must_wait(rescore: Rescore) -> None:
    """Refuse a re-score that was already applied or dropped."""
    if rescore.state != Rescore.State.PROPOSED:
        text = _("This re-score is already %(state)s.")
        raise Refused("decided", text % {"state": rescore.get_state_display().lower()})


def refuse_to_decide(by: User, rescore: Rescore) -> Signing:
    """Refuse to sign or apply a re-score to a person who is related to an affected entrant, and to a person who is no
    judge if only judges decide. Returns its `Signing`."""
    must_wait(rescore)
    if rescore.effect is None:
        raise Refused("not_worked_out", _("The calculation was interrupted. Calculate it again first."))
    signing = Signing(rescore)
    refuse_related(by, rescore.event, signing.touched)
    if signing.judges_alone and "rule" not in capabilities(by, rescore.event):
        raise Refused("needs_judge", _("It contains a ruling, so another judge must do this."))
    return signing


def refuse_to_apply(by: User, rescore: Rescore) -> int:
    """Refuse to apply a re-score that others must sign or apply. Returns how many people must agree."""
    signing = refuse_to_decide(by, rescore)
    if signing.needs > 1 and rescore.proposed_by_id == by.pk:
        raise Refused("needs_second", _("Somebody else must apply what you proposed."))
    missing = signing.needs - len({each.pk for each in signing.signers} | {by.pk})
    if missing > 0:
        raise Refused("needs_signatures", _("Other people must sign it first: %(count)s.") % {"count": missing})
    return signing.needs


@transaction.atomic
def sign(*, by: User, rescore: Rescore) -> Rescore:
    """Sign a colleague's proposal, if it needs more people than the proposer and the person who applies it.

    A second call changes nothing. Refused `complete` if only the person who applies it is missing.
    """
    event = Event.objects.select_for_update().get(pk=rescore.event_id)
    require(by, "desk", event)
    rescore = Rescore.objects.select_for_update(of=("self",)).select_related("proposed_by").get(pk=rescore.pk)
    rescore.event = event
    signing = refuse_to_decide(by, rescore)
    if by in signing.signers:
        return rescore
    if not signing.to_sign:
        raise Refused("complete", _("Enough people have signed. Apply it or drop it."))
    signatures.add(by, [rescore], timezone.now())
    signed = len(signing.signers)
    after = {"signed": signed + 1, "of": signing.needs}
    audit.record(event, by, "rescore.signed", rescore, before={"signed": signed}, after=after, why=rescore.reason)
    return rescore


@singledispatch
def named(change: RescoreChange, event: Event) -> Iterable[int]:
    """The ids of the entrants whose own lines or sheets the change decides on; none if it concerns everybody."""
    return ()


@named.register
def _sheet(change: KeyingChange, event: Event) -> Iterable[int]:
    return Sheet.objects.filter(pk=change.sheet).values_list("entrant", flat=True)


@named.register
def _line(change: RulingChange, event: Event) -> Iterable[int]:
    return rulings.written_by(change.ruling(event))


@named.register
def _pair(change: PairChange, event: Event) -> Iterable[int]:
    return same_method_rulings.written_by(event, change.ruling(event))
