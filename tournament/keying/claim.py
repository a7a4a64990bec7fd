"""Taking a sheet to type: who may take it, in which slot and browser, and with which earlier drafts."""

from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from ..audit import trail as audit
from ..common.refusals import Refused
from ..double_keying.agreement import set_state
from ..double_keying.slots import BLIND, THIRD, free_slot
from ..models import DraftLine, Entrant, Keying, Round, Sheet, User
from ..roster.relations import refuse_related
from ..roster.substitutes import sharers_of
from ..rounds.expected_sheets import entrants_of
from ..scoring.questions import held_in
from ..sheets import steps as papers
from ..web.permissions import require

# A sheet somebody opened and left alone for so long may be taken over by another volunteer.
CLAIM_LASTS = timedelta(minutes=10)


def refuse_unless_keyed_now(round_: Round, sheet: Sheet | None) -> None:
    """Refuse to type a sheet unless its round is in marking, or the round is final and the sheet was recalled."""
    recalled = round_.status == Round.Status.FINAL and sheet is not None and sheet.is_recalled
    if round_.takes_keying or recalled:
        return
    sentences: dict[str, str] = {
        Round.Status.FINAL: _("%(round)s is final, so nothing more can be typed. Give the sheet to a judge."),
        Round.Status.CLOSED: _("%(round)s is closed but marking has not begun. The organiser starts it."),
    }
    why = sentences.get(round_.status, _("%(round)s is not over yet. Sheets are typed once marking has begun."))
    raise Refused("round_not_in_marking", why % {"round": round_})


def refuse_related_typist(by: User, entrant: Entrant) -> None:
    """Refuse a person who is marked as related to the player, or to a member of the team."""
    message = _("You are marked as related to %(player)s, so somebody else must type this sheet.")
    refuse_related(by, entrant.event, [entrant.pk], message)


def refuse_if_other_played(round_: Round, entrant: Entrant) -> None:
    """Refuse the sheet if this player's substitute, or the player whose place they take, has a typed one in the round
    (NT-ST-10)."""
    place = sharers_of(entrant)
    others = [each.pk for each in place if each != entrant]
    if not others:
        return
    typed = Keying.objects.filter(sheet__round=round_).exclude(state=Keying.State.DROPPED)
    held = Entrant.objects.filter(pk__in=others, sheets__keyings__in=typed)
    if other := held.select_related("player", "team").first():
        facts = {"who": entrant.label, "other": other.label, "round": round_.name}
        raise Refused("other_one_played", _other_played(place.index(other) > place.index(entrant)) % facts)


def _other_played(took_over: bool) -> str:
    """`took_over`: the other one is the substitute."""
    if took_over:
        return _(
            "%(other)s plays in the place of %(who)s, and the sheet of %(other)s in %(round)s is open or typed already."
            " Only one of them plays a round. If that sheet was opened by mistake, open it and press “Put the sheet"
            " back unfinished”."
        )
    return _(
        "%(who)s plays in the place of %(other)s, and the sheet of %(other)s in %(round)s is open or typed already."
        " Only one of them plays a round. If that sheet was opened by mistake, open it and press “Put the sheet"
        " back unfinished”."
    )


@transaction.atomic
def open_sheet(
    *, by: User, round_: Round, entrant: Entrant, number: int = 1, take_over: bool = False, browser: UUID | None = None
) -> Keying:
    """Start or continue typing the entrant's sheet, in the first slot that is free for this person.

    If they have the sheet open in another browser, that keying is put back and a new one continues from its drafts;
    what the other browser still sends is refused. A third reading has no drafts and stays.

    Refused `recorded` when it is done already, `yours_is_in` when another person must type it the second time,
    `related`, and `taken` while others have it; `take_over` works once one of them has left it alone for a while.
    """
    require(by, "key", round_.event)
    refuse_related_typist(by, entrant)
    # how often the round is keyed does not change between our look at it and our commit
    round_ = papers.locked_round(round_)
    sheet = _sheet(round_, entrant, number)
    of_turn = sheet.keyings.filter(turn=sheet.turn).order_by("slot")
    keyings = list(of_turn.select_for_update(of=("self",)).select_related("keyer"))
    live = [keying for keying in keyings if keying.state != Keying.State.DROPPED]
    for keying in live:
        if keying.keyer_id != by.pk or keying.state != Keying.State.OPEN:
            continue
        if keying.browser == browser or keying.slot == THIRD:
            return keying
        set_state(keying, Keying.State.DROPPED)
        return _begin(by, sheet, keying.slot, browser, keyings)
    slot = free_slot(live, blind=round_.is_blind, user_id=by.pk) or _given_up(by, live, take_over)
    return _begin(by, sheet, slot, browser, keyings)


def _sheet(round_: Round, entrant: Entrant, number: int) -> Sheet:
    """The sheet, locked; one that was never printed is made. The caller has locked the round, so nobody else makes
    it."""
    sheet = Sheet.objects.select_for_update().filter(round=round_, entrant=entrant, number=number).first()
    refuse_unless_keyed_now(round_, sheet)
    if round_.tiebreaker and not entrants_of(round_).filter(pk=entrant.pk).exists():
        message = _("%(who)s does not play in %(round)s. Check the sheet again.")
        raise Refused("no_side", message % {"who": entrant.label, "round": round_.name})
    if not held_in([round_]).filter(division=entrant.division_id).exists():
        division = entrant.division or entrant
        message = _("%(division)s has no puzzle in %(round)s. Tell the organiser.")
        raise Refused("no_puzzle", message % {"division": division, "round": round_.name})
    refuse_if_other_played(round_, entrant)
    sheet = sheet or papers.save_new(Sheet(round=round_, entrant=entrant, number=number))
    sheet.round, sheet.entrant = round_, entrant
    if sheet.spoilt_at:
        raise Refused("spoilt", _spoilt(sheet))
    return sheet


def _spoilt(sheet: Sheet) -> str:
    if instead := sheet.replacements.first():
        return _("%(sheet)s was replaced by %(instead)s. Type that one.") % {
            "sheet": sheet.printed_code,
            "instead": instead.printed_code,
        }
    return _("%(sheet)s is spoilt: nothing on it counts. Do not type it.") % {"sheet": sheet.printed_code}


def _given_up(by: User, live: list[Keying], take_over: bool) -> int:
    """Put back the keying that was idle the longest and return its slot. Raises Refused if none may be taken over."""
    states = {keying.state for keying in live}
    if Keying.State.AGREED in states:
        raise Refused("recorded", _("This sheet has been typed and handed in already."))
    if Keying.State.PROPOSED in states:
        message = _("This sheet was typed again. A judge or an organiser must confirm the new reading.")
        raise Refused("waits_to_be_confirmed", message)
    if any(keying.keyer_id == by.pk for keying in live):
        raise Refused("yours_is_in", _("You have typed this sheet. Another person must type it the second time."))
    open_ = (each for each in live if each.state == Keying.State.OPEN)
    held = sorted(open_, key=lambda each: each.touched_at)
    free = timezone.now() - held[0].touched_at >= CLAIM_LASTS
    if not (free and take_over):
        raise Refused("taken_may_take_over" if free else "taken", _who_has_it(held))
    set_state(held[0], Keying.State.DROPPED)
    return held[0].slot


def _who_has_it(held: list[Keying]) -> str:
    names = _(" and ").join(sorted(str(keying.keyer) for keying in held))
    message = ngettext("%(names)s has this sheet open.", "%(names)s have this sheet open.", len(held))
    return message % {"names": names}


def _begin(by: User, sheet: Sheet, slot: int, browser: UUID | None, keyings: list[Keying]) -> Keying:
    """A new keying, with a copy of the drafts of the last one of this turn that was put back."""
    put_back = [each.pk for each in keyings if each.state == Keying.State.DROPPED]
    left_off = _left_off(by, sheet.round, slot, put_back) if put_back else None
    now = timezone.now()
    keying = Keying.objects.create(
        sheet=sheet, keyer=by, turn=sheet.turn, slot=slot, opened_at=now, touched_at=now, browser=browser
    )
    copies = list(left_off.drafts.all()) if left_off else []
    for draft in copies:
        draft.pk, draft.keying = None, keying
    DraftLine.objects.bulk_create(copies)
    after = {"sheet": sheet.pk, "turn": sheet.turn, "slot": slot, "drafts_taken_over": len(copies)}
    audit.record_of_sheet(sheet, by, "sheet.opened", keying, after=after)
    return keying


def _left_off(by: User, round_: Round, slot: int, keyings: list[int]) -> Keying | None:
    """The keying whose drafts the new one continues from, of these ids; in blind keying only one of the same person."""
    put_back = Keying.objects.filter(pk__in=keyings, submissions__isnull=True, slot__lt=THIRD)
    if round_.is_blind:
        put_back = put_back.filter(keyer=by) if slot in BLIND else put_back.none()
    return put_back.order_by("pk").last()  # by number: a clock may have been set back between two
