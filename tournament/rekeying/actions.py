"""Actions to type a misread sheet again. The agreed reading counts until the new one is confirmed; both are kept."""

import uuid

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.refusals import Refused, invalid
from ..double_keying.agreement import put_in_force, set_state
from ..double_keying.slots import this_turn
from ..jobs import queue as jobs
from ..keying.claim import refuse_related_typist
from ..models import Entrant, Keying, Round, Sheet, Submission, User
from ..rounds.expected_sheets import entrants_of
from ..scoring.questions import version_for
from ..sheets import steps as papers


def _locked(by: User, sheet: Sheet) -> Sheet:
    """The sheet, with its row and its round's row locked, if this user may decide on it."""
    papers.locked_round(sheet.round)
    sheet = papers.locked(by, sheet, needs="desk")
    if sheet.entrant is None:
        raise Refused("nobodys", _("This spare sheet has no owner yet."))
    refuse_related_typist(by, sheet.entrant)
    return sheet


def _reason(why: str) -> str:
    if not why.strip():
        raise invalid(why=_("Write the reason. It is kept."))
    return why.strip()


@transaction.atomic
def recall(*, by: User, sheet: Sheet, why: str) -> Sheet:
    """Have a sheet typed again, by as many typists as before. The agreed reading counts until a new one is
    confirmed."""
    sheet, why = _locked(by, sheet), _reason(why)
    if not this_turn(sheet).filter(state=Keying.State.AGREED).exists():
        raise Refused("not_agreed", _("Only a sheet with an agreed reading can be typed again."))
    sheet.turn += 1
    sheet.save(update_fields=["turn"])
    audit.record_of_sheet(sheet, by, "sheet.recalled", after={"turn": sheet.turn}, why=why)
    return sheet


@transaction.atomic
def confirm(*, by: User, keying: Keying) -> Keying:
    """Put a new reading in force; the old one is kept. Refused in a final round, which needs a re-score."""
    sheet = _locked(by, keying.sheet)
    keying = Keying.objects.select_for_update(of=("self",)).select_related("keyer").get(pk=keying.pk)
    keying.sheet = sheet
    if keying.state != Keying.State.PROPOSED:
        raise Refused("not_proposed", _("This reading is not waiting to be confirmed. Somebody has already decided."))
    if sheet.round.status == Round.Status.FINAL:
        text = _("%(round)s is final. Only a re-score can change its points. Propose one with this reading.")
        raise Refused("round_final", text % {"round": sheet.round.name})
    old = sheet.keyings.filter(state=Keying.State.AGREED).first()
    put_in_force(keying)
    before, after = {"keying": old and old.pk}, {"keying": keying.pk}
    audit.record_of_sheet(sheet, by, "sheet.confirmed", keying, before=before, after=after)
    return keying


@transaction.atomic
def discard(*, by: User, sheet: Sheet, why: str = "") -> Sheet:
    """Stop typing a sheet again. The agreed reading stays, and what was typed is kept."""
    sheet = _locked(by, sheet)
    keyings = list(this_turn(sheet).select_for_update(of=("self",)))
    if sheet.turn == 1 or any(keying.state == Keying.State.AGREED for keying in keyings):
        raise Refused("not_recalled", _("This sheet is not being typed again."))
    for keying in keyings:
        set_state(keying, Keying.State.DROPPED)
    before, agreed = {"turn": sheet.turn}, sheet.keyings.filter(state=Keying.State.AGREED).first()
    if agreed:
        sheet.turn = agreed.turn
        sheet.save(update_fields=["turn"])
    after = {"turn": sheet.turn, "keyings": [keying.pk for keying in keyings]}
    audit.record_of_sheet(sheet, by, "sheet.discarded", before=before, after=after, why=why.strip(), about=keyings)
    return sheet


@transaction.atomic
def move(*, by: User, keying: Keying, entrant: Entrant, why: str) -> Keying:
    """Move the lines of an agreed reading, unchanged, to another entrant's first sheet. The sheet they came from is
    typed again. Both are judged again."""
    source, why = _locked(by, keying.sheet), _reason(why)
    keying = source.keyings.select_for_update().get(pk=keying.pk)
    if keying.state != Keying.State.AGREED:
        raise Refused("not_agreed", _("Only lines of an agreed reading can be moved."))
    if source.round.status == Round.Status.FINAL:
        text = _(
            "%(round)s is final. Only a re-score can change its points. Have both sheets typed again, then propose one."
        )
        raise Refused("round_final", text % {"round": source.round.name})
    target = _target(by, source, entrant, keying)
    moved = _copied(keying, target)
    set_state(keying, Keying.State.SUPERSEDED)
    source.turn += 1
    source.save(update_fields=["turn"])
    put_in_force(moved)
    jobs.judge([source.pk])
    before = {"sheet": source.pk, "keying": keying.pk}
    after = {"sheet": target.pk, "keying": moved.pk}
    audit.record_of_sheet(source, by, "sheet.moved", moved, before=before, after=after, why=why, about=[target])
    return moved


def _target(by: User, source: Sheet, entrant: Entrant, keying: Keying) -> Sheet:
    """The other entrant's sheet, locked, if these lines can be moved to it."""
    round_ = source.round
    if not entrants_of(round_).filter(pk=entrant.pk).exists():
        raise invalid(entrant=_("This player or team does not play in this round."))
    if entrant.pk == source.entrant_id:
        raise invalid(entrant=_("The lines are already under this name."))
    version = version_for(round_, entrant)
    if version is None:
        raise invalid(entrant=_("There is no puzzle for this player or team in this round."))
    if any(line.box >= len(version.boxes) for line in keying.submissions.all()):
        raise invalid(entrant=_("The sheet of this player or team has fewer boxes than these lines need."))
    target = _locked(by, papers.get_or_make(round_, entrant, 1))
    states = {keying.state for keying in this_turn(target)}
    if states & Keying.DONE:
        text = _("The other sheet has an agreed reading. Have that sheet typed again first.")
        raise invalid(entrant=text)
    if states:
        raise invalid(entrant=_("Somebody is typing the other sheet. Finish or discard that first."))
    return target


def _copied(keying: Keying, target: Sheet) -> Keying:
    """A keying with the same lines, handed in now, by the same typist."""
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
