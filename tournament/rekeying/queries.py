"""The readings of a sheet, and what another one would change."""

from ..double_keying.comparison import Readings, side_by_side
from ..effects import preview as effects
from ..effects.preview_page import EffectPage
from ..models import Entrant, Keying, Sheet
from ..scoring.loader import EntrantInRound, Scoring, papers_of_sheets
from ..scoring.what_if import WhatIf


def unconfirmed_reading(sheet: Sheet) -> Keying | None:
    """The new reading of the sheet, until it is confirmed."""
    proposed = sheet.keyings.filter(state=Keying.State.PROPOSED)
    return proposed.select_related("keyer", "sheet__round__event").first()


def agreed_on(sheet: Sheet) -> Keying | None:
    return sheet.keyings.filter(state=Keying.State.AGREED).select_related("keyer").first()


def compared(sheet: Sheet, new: Keying) -> Readings:
    """The reading in force and the new one, side by side."""
    old = agreed_on(sheet)
    return side_by_side(sheet, list(old.submissions.all()) if old else [], list(new.submissions.all()))


def effect_of_reading(new: Keying) -> EffectPage:
    """What the new reading would change if it were confirmed."""
    sheet, event = new.sheet, new.sheet.round.event
    what_if = WhatIf(keyings={sheet.pk: new.pk}, judges=True)
    return EffectPage(event, effects.of(event, what_if, papers_of_sheets([sheet.pk])))


def effect_of_move(sheet: Sheet, owner: Entrant) -> EffectPage:
    """What would change if the lines that count on the sheet were on the owner's first one."""
    round_, papers = sheet.round, {EntrantInRound(sheet.round_id, pk) for pk in (sheet.owner.pk, owner.pk)}
    lines = Scoring([round_], [each.entrant_id for each in papers]).lines
    moved = [
        each._replace(entrant_id=owner.pk, division_id=owner.plays_in) for each in lines if each.sheet_id == sheet.pk
    ]
    rest = [each for each in lines if each.sheet_id != sheet.pk]
    what_if = WhatIf(keyings={sheet.pk: None}, judges=True)
    return EffectPage(round_.event, effects.of(round_.event, what_if, papers, [*moved, *rest]))
