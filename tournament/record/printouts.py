"""Sheets as they are printed: what stands at the head of each, and which questions."""

from collections.abc import Iterable

from judging.games.paper import Box

from ..models import Event, Round, Sheet
from ..printing.sheets import SheetToPrint
from .questions import versions


def to_print(round_: Round, sheets: Iterable[Sheet], *, questions: bool) -> list[SheetToPrint]:
    """The sheets in their order, loaded with entrant, division and team; one query.

    A sheet is seen by many people, so it says no more of a name than the public reads. A spare sheet may be anybody's:
    it has the questions only where every grade is asked the same.
    """
    asked = {at: version.read_boxes() for at, version in versions(round_).items()} if questions else {}
    same = next(iter(asked.values())) if len(set(asked.values())) == 1 else ()
    return [_sheet(round_.event, round_, each, asked, same) for each in sheets]


def _sheet(
    event: Event, round_: Round, sheet: Sheet, asked: dict[int, tuple[Box, ...]], same: tuple[Box, ...]
) -> SheetToPrint:
    entrant = sheet.entrant
    if entrant is None:
        return SheetToPrint(sheet.code, str(round_), same)
    player = entrant.player
    named = player is None or event.public_names != Event.Names.NUMBER
    return SheetToPrint(
        sheet.code,
        str(round_),
        asked.get(entrant.division_id, ()),
        number=player.number if player else None,
        name=entrant.public_name(event) if named else "",
        grade=str(entrant.division) if entrant.division else "",
        team=player.team.name if player and player.team else "",
    )
