"""Sheets as they are printed: the head of each, and its questions."""

from collections.abc import Sequence
from dataclasses import replace

from judging.games.paper import Box

from ..models import Event, PuzzleVersion, Round, Sheet
from ..printing.sheets import SheetToPrint


def to_print(round_: Round, sheets: Sequence[Sheet]) -> list[SheetToPrint]:
    """The sheets in their order; they come with entrant, division and team. Each shows the question that is recorded
    for it, so a repeated print is the same.

    Many people see a sheet, so it shows only the public name.
    """
    numbers = {each.printed_version_id for each in sheets}
    versions = PuzzleVersion.objects.select_related("puzzle").in_bulk([each for each in numbers if each])
    boxes = {number: version.read_boxes() for number, version in versions.items()}
    marks = {number: version.mark for number, version in versions.items()}
    return [
        _sheet(round_, each, boxes.get(each.printed_version_id, ()), marks.get(each.printed_version_id, ""))
        for each in sheets
    ]


def _sheet(round_: Round, sheet: Sheet, boxes: tuple[Box, ...], mark: str) -> SheetToPrint:
    event, rules, entrant = round_.event, round_.rules, sheet.entrant
    spare = SheetToPrint(
        sheet.code,
        str(round_),
        boxes,
        mark,
        for_team=round_.for_teams,
        one_by_one=rules.one_by_one,
        one_method=rules.one_method,
    )
    if entrant is None:
        return spare
    player = entrant.player
    named = player is None or event.public_names != Event.Names.NUMBER
    return replace(
        spare,
        number=player.number if player else None,
        name=entrant.short_name(event) if named else "",
        grade=str(entrant.division) if entrant.division else "",
        team=player.team.name if player and player.team else "",
    )
