"""What waits for one person's signature: rulings and pair rulings for judges, re-scores for those who may apply
them."""

from dataclasses import dataclass
from typing import Any

from django.db.models import F, Min, Q, QuerySet, TextField
from django.db.models.functions import Cast

from ..models import Event, PairRuling, Rescore, Round, Ruling, User
from ..rescoring.signing import proposed_words
from ..rulings import queue
from ..rulings.past_rulings import with_lines
from ..rulings.queue import WaitingRuling
from ..same_method_rulings.near_duplicates import UnsignedPairRuling, unsigned_pair_rulings
from ..scoring import same_methods
from ..scoring.rulings import with_overtaken
from ..scoring.signatures import can_wait

# a re-score with one of these kinds of change contains a ruling; see `rescoring.changes.contain_ruling`
RULINGS = ('"kind": "ruling"', '"kind": "pair"')


@dataclass(frozen=True)
class Inbox:
    """What the person can sign; `words` are the sentences of each re-score, by its id."""

    rulings: list[WaitingRuling]
    pairs: list[UnsignedPairRuling]
    rescores: list[Rescore]
    words: dict[int, list[str]]

    @property
    def count(self) -> int:
        return len(self.rulings) + len(self.pairs) + len(self.rescores)

    @property
    def with_words(self) -> list[tuple[Rescore, list[str]]]:
        return [(each, self.words.get(each.pk, [])) for each in self.rescores]


def inbox(user: User, event: Event, able: frozenset[str]) -> Inbox:
    """Everything that waits for the signature of a person with these capabilities."""
    rescores = list(_rescores(user, event, able).select_related("proposed_by").order_by("pk"))
    words = proposed_words(rescores)
    if "rule" not in able:
        return Inbox([], [], rescores, words)
    rulings = [each for each in queue.waiting(event) if not each.unsigned.is_signed_by(user)]
    pairs = [each for each in unsigned_pair_rulings(event) if not each.is_signed_by(user)]
    return Inbox(rulings, pairs, rescores, words)


def count(user: User, event: Event, able: frozenset[str]) -> int:
    """How many entries `inbox` has. The long query for rulings is left out where none can wait."""
    waiting = _rescores(user, event, able).order_by().values_list("pk")
    if "rule" in able and (can_wait(event.rulings.all()) or can_wait(event.pair_rulings.all())):
        rulings, pairs = _rulings(user, event), _pairs(user, event).order_by().values_list("pk")
        waiting = waiting.union(rulings, pairs, all=True)
    return waiting.count()


def _rulings(user: User, event: Event) -> QuerySet:
    """The first ruling of each press, of those that wait for this person and concern a round that is not final."""
    open_ = Ruling.objects.filter(event=event).exclude(puzzle__round__status=Round.Status.FINAL)
    rulings: QuerySet[Any] = with_lines(with_overtaken(open_))
    waiting = rulings.filter(signed__lt=F("needs"), is_overtaken=False, line_id__isnull=False)
    unsigned = waiting.exclude(signatures__signer=user).order_by()
    return unsigned.values("puzzle", "box", "given_by", "given_at").annotate(first=Min("pk")).values_list("first")


def _pairs(user: User, event: Event) -> QuerySet[PairRuling]:
    waiting = same_methods.with_overtaken(event.pair_rulings.all()).filter(signed__lt=F("needs"), is_overtaken=False)
    return waiting.exclude(signatures__signer=user)


def _rescores(user: User, event: Event, able: frozenset[str]) -> QuerySet[Rescore]:
    """The re-scores that somebody else proposed and that this person may sign or apply; see
    `rescoring.signing.Signing`."""
    rescores = event.rescores.filter(state=Rescore.State.PROPOSED, effect__isnull=False)
    rescores = rescores.exclude(proposed_by=user).exclude(signatures__signer=user)
    has_ruling = Q(*(("stored__contains", kind) for kind in RULINGS), _connector=Q.OR)
    rescores = rescores.annotate(stored=Cast("changes", TextField()))
    if event.judges_per_ruling > 1 and "rule" not in able:
        rescores = rescores.exclude(has_ruling)
    return rescores.filter(Q(event__rescore_needs_second=True) | Q(event__judges_per_ruling__gt=1) & has_ruling)
