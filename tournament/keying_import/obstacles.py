"""Why a sheet of a file cannot be handed in as things stand now; asked for all sheets of the file together."""

from collections import defaultdict
from collections.abc import Collection
from typing import Protocol

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _, gettext_lazy

from ..double_keying.slots import free_slot, this_turn
from ..models import DraftLine, Entrant, Keying, Round, Sheet, User
from ..roster.relations import relatives

SheetPlace = tuple[int, int, int]  # round, entrant, number of the sheet
BEGUN = gettext_lazy("You have begun to type this sheet. Finish it, or put it back first.")


class SheetToType(Protocol):
    """A sheet to type; it may have no row yet."""

    @property
    def round(self) -> Round: ...
    @property
    def entrant(self) -> Entrant: ...
    @property
    def place(self) -> SheetPlace: ...


def not_marked(round_: Round) -> str:
    """The sentence that no sheet of the round can be typed now; empty if it can."""
    if round_.takes_keying:
        return ""
    return _("%(round)s is not being marked, so its sheets cannot be typed now.") % {"round": round_.name}


def obstacles(sheets: Collection[SheetToType], user: User | None = None) -> dict[SheetPlace, str]:
    """{sheet: sentence} for the sheets that cannot be handed in now, by this person or, without `user`, by anybody."""
    if not sheets:
        return {}
    papers = Sheet.objects.filter(
        round__in={each.round.pk for each in sheets}, entrant__in={each.entrant.pk for each in sheets}
    )
    known = {(each.round_id, each.entrant_id, each.number): each for each in papers}
    keyings: dict[int, list[Keying]] = defaultdict(list)
    for keying in this_turn(papers).annotate(begun=Exists(DraftLine.objects.filter(keying=OuterRef("pk")))):
        keyings[keying.sheet_id].append(keying)
    related = relatives(user, next(iter(sheets)).round.event) if user else set()
    reasons = {}
    for sheet in sheets:
        paper = known.get(sheet.place)
        why = _("You are marked as related to this player or team.") if sheet.entrant.pk in related else ""
        why = why or not_marked(sheet.round)
        if not why and paper:
            why = _of_paper(paper, sheet.round, keyings[paper.pk], user)
        if why:
            reasons[sheet.place] = why
    return reasons


def _of_paper(paper: Sheet, round_: Round, keyings: list, user: User | None) -> str:
    if paper.spoilt_at:
        return _("This sheet is spoilt: nothing on it counts.")
    if any(each.state in Keying.DONE for each in keyings):
        return _("This sheet has been typed already.")
    own = next((each for each in keyings if user and each.keyer_id == user.pk), None)
    if own and own.state != Keying.State.OPEN:
        return _("You have typed this sheet. Another person must type it the second time.")
    if own:
        return str(BEGUN) if own.begun else ""
    if free_slot(keyings, blind=round_.is_blind, user_id=0) is None:
        return _("Somebody is typing this sheet just now.")
    return ""
