"""What follows from disputes that are upheld: whether it may, and whether it still holds."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _

from ..common.refusals import invalid
from ..models import Dispute, Keying, Rescore, Round, Ruling
from ..scoring.rulings import lines_under, with_overtaken
from .queries import lines_of

WAITS, HOLDS, REPLACED, DROPPED, TAKEN_BACK = "waits", "holds", "replaced", "dropped", "taken back"
GONE = frozenset({REPLACED, DROPPED, TAKEN_BACK})

SENTENCES: dict[tuple[str, str], Promise] = {
    ("ruling", WAITS): _("A judge has ruled on it. The ruling waits for another judge’s signature."),
    ("ruling", HOLDS): _("A judge’s ruling has corrected it."),
    ("ruling", REPLACED): _("A judge’s ruling had corrected it. Another ruling has replaced that one."),
    ("rescore", WAITS): _("A re-score is proposed and waits to be applied."),
    ("rescore", HOLDS): _("A re-score has corrected it."),
    ("rescore", DROPPED): _("The re-score for it was dropped, so nothing has changed."),
    ("rescore", TAKEN_BACK): _("The re-score for it was taken back, so nothing has changed."),
    ("reading", WAITS): _("The sheet is being typed again."),
    ("reading", HOLDS): _("The sheet was typed again, and the new reading counts."),
    ("reading", DROPPED): _("The sheet was not typed again after all, so nothing has changed."),
    ("none", HOLDS): _("Nothing changes, because:"),
}


@dataclass(frozen=True)
class DisputeOutcome:
    """The consequence of an upheld dispute and its `progress`: WAITS, HOLDS or one of GONE."""

    consequence: str
    progress: str

    @property
    def sentence(self) -> Promise:
        return SENTENCES[self.consequence, self.progress]

    @property
    def waits(self) -> bool:
        return self.progress == WAITS

    @property
    def is_gone(self) -> bool:
        """Whether what was done for the dispute no longer holds, so that it may be disputed once more."""
        return self.progress in GONE


def outcomes_of(disputes: Iterable[Dispute]) -> dict[int, DisputeOutcome]:
    """The outcome of each upheld dispute, by its id. The disputes come with their sheets."""
    upheld = [each for each in disputes if each.state == Dispute.State.UPHELD]
    progress = _of_rulings(upheld) | _of_rescores(upheld) | _of_readings(upheld)
    return {each.pk: DisputeOutcome(each.consequence, progress.get(each.pk, HOLDS)) for each in upheld}


def _by_consequence(upheld: Iterable[Dispute], consequence: str) -> list[Dispute]:
    return [each for each in upheld if each.consequence == consequence]


def _of_rulings(upheld: Iterable[Dispute]) -> dict[int, str]:
    concerned = _by_consequence(upheld, Dispute.Consequence.RULING)
    if not concerned:
        return {}
    known = with_overtaken(Ruling.objects.filter(pk__in={each.ruling_id for each in concerned}))
    states = {each.pk: state_of_ruling(each) for each in known}
    return {each.pk: states[each.ruling_id] for each in concerned}


def state_of_ruling(ruling: Ruling) -> str:
    """WAITS, HOLDS or REPLACED, of a ruling `with_overtaken`."""
    if ruling.is_overtaken:
        return REPLACED
    return WAITS if ruling.is_unsigned else HOLDS


def _of_rescores(upheld: Iterable[Dispute]) -> dict[int, str]:
    concerned = _by_consequence(upheld, Dispute.Consequence.RESCORE)
    states = states_of_rescores({each.rescore_id for each in concerned if each.rescore_id})
    return {each.pk: states[each.rescore_id] for each in concerned if each.rescore_id}


def states_of_rescores(rescores: Iterable[int]) -> dict[int, str]:
    """WAITS, HOLDS, DROPPED or TAKEN_BACK for each re-score, by its id."""
    known = Rescore.objects.in_bulk(rescores)
    if not known:
        return {}
    back = _taken_back({each.event_id for each in known.values()})
    states = {Rescore.State.PROPOSED: WAITS, Rescore.State.DROPPED: DROPPED}
    return {
        pk: TAKEN_BACK if pk in back else states.get(Rescore.State(each.state), HOLDS) for pk, each in known.items()
    }


def _taken_back(events: Iterable[int]) -> set[int]:
    """The re-scores that another one has taken back, unless that was taken back itself."""
    applied = Rescore.objects.filter(event__in=events, state=Rescore.State.APPLIED, reverses__isnull=False)
    back: set[int] = set()
    for pk, reversed_ in applied.order_by("-pk").values_list("pk", "reverses"):  # a later one is known first
        if pk not in back and reversed_ is not None:
            back.add(reversed_)
    return back


def _of_readings(upheld: Iterable[Dispute]) -> dict[int, str]:
    concerned = _by_consequence(upheld, Dispute.Consequence.READING)
    if not concerned:
        return {}
    agreed = Keying.objects.filter(state=Keying.State.AGREED, sheet__in={each.sheet_id for each in concerned})
    turns = defaultdict(int, agreed.values_list("sheet", "turn"))
    return {each.pk: _of_reading(each, turns[each.sheet_id]) for each in concerned}


def _of_reading(dispute: Dispute, agreed: int) -> str:
    if agreed > dispute.turn:
        return HOLDS
    return WAITS if dispute.sheet.turn > dispute.turn else DROPPED


# what may follow


def follows(dispute: Dispute, consequence: str | None, ruling: Ruling | None, rescore: Rescore | None) -> None:
    """Refuse a consequence, ruling or re-score that does not fit the dispute. `consequence` is None for a rejected
    dispute, which may name a ruling."""
    if ruling:
        _speaks_of(dispute, ruling)
    if rescore:
        _is_usable(dispute, rescore)
    if consequence is not None:
        _is_one(dispute, consequence, ruling, rescore)


def is_final(dispute: Dispute) -> bool:
    return dispute.sheet.round.status == Round.Status.FINAL


def may_be_typed_again(dispute: Dispute) -> bool:
    """Whether the sheet was sent to be typed again since the dispute was filed, in a round where that changes
    points."""
    return dispute.sheet.turn > dispute.turn and not is_final(dispute)


def _is_one(dispute: Dispute, consequence: str, ruling: Ruling | None, rescore: Rescore | None) -> None:
    if consequence not in Dispute.Consequence.values:
        raise invalid(consequence=gettext("Choose what follows: a ruling, a re-score, a new reading, or no change."))
    if consequence == Dispute.Consequence.RULING and not ruling:
        raise invalid(ruling=gettext("Choose the ruling."))
    if consequence == Dispute.Consequence.RESCORE and not rescore:
        raise invalid(rescore=gettext("Choose the re-score."))
    if consequence == Dispute.Consequence.READING and not may_be_typed_again(dispute):
        if is_final(dispute):
            raise invalid(consequence=gettext("The round is final, so a new reading counts only by a re-score."))
        text = gettext("Nobody has asked for this sheet to be typed again since the dispute was filed.")
        raise invalid(consequence=text)


def _speaks_of(dispute: Dispute, ruling: Ruling) -> None:
    if not lines_under(ruling).filter(pk__in=[each.pk for each in lines_of(dispute)]).exists():
        raise invalid(ruling=gettext("This ruling is about another line."))
    if with_overtaken(Ruling.objects.filter(pk=ruling.pk)).get().is_overtaken:
        raise invalid(ruling=gettext("Another ruling has replaced this one. Choose that."))


def _is_usable(dispute: Dispute, rescore: Rescore) -> None:
    if rescore.event_id != dispute.event_id:
        raise invalid(rescore=gettext("Choose a re-score of this event."))
    if states_of_rescores([rescore.pk])[rescore.pk] in {DROPPED, TAKEN_BACK}:
        raise invalid(rescore=gettext("This re-score was dropped or taken back, so nothing follows from it."))
