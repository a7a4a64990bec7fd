"""A sheet that was agreed and turns out to be misread, incomplete or somebody else's: it is typed anew. The reading in
force stays in force until somebody has seen what the new one changes, and both stay in the record."""

import uuid

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..models import Entrant, Keying, Round, Sheet, Submission, User
from ..permissions import require
from ..record.expected import entrants_of
from ..record.questions import version_for
from ..record.slots import DONE, this_turn
from . import audit, jobs, papers
from .agreement import put_in_force, set_state
from .opening import close, unrelated
from .refusals import Refused, invalid

WHOSE = ("entrant__player", "entrant__team", "entrant__division", "entrant__event")


def _locked(by: User, sheet: Sheet) -> Sheet:
    """The sheet, its row and its round's locked, if she may decide on it."""
    require(by, "desk", sheet.round.event)
    Round.objects.select_for_update(no_key=True).get(pk=sheet.round_id)
    locked = Sheet.objects.select_for_update(of=("self",)).select_related("round__event", *WHOSE)
    sheet = locked.get(pk=sheet.pk)
    if sheet.entrant is None:
        raise Refused("nobodys", _("This spare sheet belongs to nobody."))
    unrelated(by, sheet.entrant)
    return sheet


def _reason(why: str) -> str:
    if not why.strip():
        raise invalid(why=_("Write down why: it is kept in the record."))
    return why.strip()


@transaction.atomic
def recall(*, by: User, sheet: Sheet, why: str) -> Sheet:
    """Call for a sheet to be typed anew, as often as its round is. What is agreed counts until then."""
    sheet, why = _locked(by, sheet), _reason(why)
    if not this_turn(sheet).filter(state=Keying.State.AGREED).exists():
        raise Refused("not_agreed", _("Only a sheet whose reading is agreed is typed anew."))
    sheet.turn += 1
    sheet.save(update_fields=["turn"])
    after = {"turn": sheet.turn}
    audit.record(sheet.round.event, by, "sheet.recalled", sheet, after=after, why=why, about=[sheet.round])
    return sheet


@transaction.atomic
def confirm(*, by: User, keying: Keying) -> Keying:
    """Let a new reading count in place of the old one, which is kept. In a final round only a re-score does that."""
    sheet = _locked(by, keying.sheet)
    keying = Keying.objects.select_for_update(of=("self",)).select_related("keyer").get(pk=keying.pk)
    keying.sheet = sheet
    if keying.state != Keying.State.PROPOSED:
        raise Refused(
            "not_proposed", _("This reading does not wait to be confirmed: somebody has decided already.")
        )
    if sheet.round.status == Round.Status.FINAL:
        said = _(
            "%(round)s is final, so its points change by a re-score alone. Propose one with this reading."
        )
        raise Refused("round_final", said % {"round": sheet.round.name})
    old = sheet.keyings.filter(state=Keying.State.AGREED).first()
    put_in_force(keying)
    audit.record(
        sheet.round.event,
        by,
        "sheet.confirmed",
        keying,
        before={"keying": old and old.pk},
        after={"keying": keying.pk},
        about=[sheet, sheet.round],
    )
    return keying


@transaction.atomic
def discard(*, by: User, sheet: Sheet, why: str = "") -> Sheet:
    """End the typing anew, however far it has come: the reading that was agreed stays. What was typed is kept."""
    sheet = _locked(by, sheet)
    live = list(this_turn(sheet).select_for_update(of=("self",)))
    if sheet.turn == 1 or any(keying.state == Keying.State.AGREED for keying in live):
        raise Refused("not_recalled", _("This sheet is not being typed anew."))
    for keying in live:
        if keying.state == Keying.State.OPEN:
            close(keying, Keying.State.DROPPED)
        else:
            set_state(keying, Keying.State.DROPPED)
    before, agreed = {"turn": sheet.turn}, sheet.keyings.filter(state=Keying.State.AGREED).first()
    if agreed:
        sheet.turn = agreed.turn
        sheet.save(update_fields=["turn"])
    told = {"turn": sheet.turn, "keyings": [keying.pk for keying in live]}
    audit.record(
        sheet.round.event,
        by,
        "sheet.discarded",
        sheet,
        before=before,
        after=told,
        why=why.strip(),
        about=[*live, sheet.round],
    )
    return sheet


@transaction.atomic
def move(*, by: User, keying: Keying, entrant: Entrant, why: str) -> Keying:
    """Lines that were typed under the wrong entrant become the agreed reading of the right one's first sheet, word for
    word. The sheet they stood on is typed anew. Both are judged again."""
    source, why = _locked(by, keying.sheet), _reason(why)
    keying = source.keyings.select_for_update().get(pk=keying.pk)
    if keying.state != Keying.State.AGREED:
        raise Refused("not_agreed", _("Only lines that count are moved."))
    if source.round.status == Round.Status.FINAL:
        said = _(
            "%(round)s is final, so its points change by a re-score alone. Have both sheets typed anew, and propose one."
        )
        raise Refused("round_final", said % {"round": source.round.name})
    target = _target(by, source, entrant, keying)
    moved = _copied(keying, target)
    set_state(keying, Keying.State.SUPERSEDED)
    source.turn += 1
    source.save(update_fields=["turn"])
    put_in_force(moved)
    jobs.judge([source.pk])
    audit.record(
        source.round.event,
        by,
        "sheet.moved",
        moved,
        before={"sheet": source.pk, "keying": keying.pk},
        after={"sheet": target.pk, "keying": moved.pk},
        why=why,
        about=[source, target, source.round],
    )
    return moved


def _target(by: User, source: Sheet, entrant: Entrant, keying: Keying) -> Sheet:
    """The right entrant's sheet, locked, if these lines can stand on it."""
    round_ = source.round
    if not entrants_of(round_).filter(pk=entrant.pk).exists():
        raise invalid(entrant=_("This entrant does not play in this round."))
    if entrant.pk == source.entrant_id:
        raise invalid(entrant=_("The lines stand under this name already."))
    version = version_for(round_, entrant)
    if version is None:
        raise invalid(entrant=_("Nothing is asked of this entrant in this round."))
    if any(line.box >= len(version.boxes) for line in keying.submissions.all()):
        raise invalid(entrant=_("This entrant’s sheet has fewer boxes than these lines need."))
    target = _locked(by, papers.the_sheet(round_, entrant, 1))
    states = {live.state for live in this_turn(target)}
    if states & DONE:
        said = _("The other sheet has an agreed reading. Have that sheet typed anew first.")
        raise invalid(entrant=said)
    if states:
        raise invalid(entrant=_("Somebody is typing the other sheet. Discard or finish that first."))
    return target


def _copied(keying: Keying, target: Sheet) -> Keying:
    """A keying with the same lines, handed in now; who typed them stays their keyer."""
    now = timezone.now()
    copy = Keying.objects.create(
        sheet=target,
        keyer_id=keying.keyer_id,
        turn=target.turn,
        state=Keying.State.HANDED_IN,
        opened_at=now,
        touched_at=now,
        closed_at=now,
    )
    lines = list(keying.submissions.all())
    for line in lines:
        line.pk, line.keying, line.sheet = None, copy, target
        line.key, line.recorded_at, line.channel = uuid.uuid5(line.key, str(copy.pk)), now, "moved"
    Submission.objects.bulk_create(lines)
    return copy
