"""Sheets as they are printed: the head of each, and its questions or places to copy them."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache

from judging.games.paper import TARGET_WORD, Box, label_of
from judging.messages import message

from ..models import Division, Event, PuzzleVersion, Round, Sheet
from ..models.events import name_key
from ..printing.sheets import SheetToPrint


def to_print(round_: Round, sheets: Sequence[Sheet]) -> list[SheetToPrint]:
    """The sheets in their order; they come with entrant, division and team. Each shows the question that is recorded
    for it, so a repeated print is the same. One without a question has a blank for each question to copy.

    Many people see a sheet, so it shows only the public name.
    """
    numbers = {each.printed_version_id for each in sheets}
    versions = PuzzleVersion.objects.select_related("puzzle").in_bulk([each for each in numbers if each])
    asked = {number: (version.read_boxes(), version.mark) for number, version in versions.items()}
    grades = {number: _only_grade(version) for number, version in versions.items()}
    blanks = cache(lambda division: _blanks(round_, division))
    return [
        _sheet(round_, each, *asked[number], grades[number])
        if (number := each.printed_version_id)
        else replace(_sheet(round_, each, blanks(each.entrant and each.entrant.division)), to_copy=True)
        for each in sheets
    ]


def _only_grade(version: PuzzleVersion) -> str:
    """The grade that is asked this question, if it is one."""
    held = list(version.puzzle.division_puzzles.select_related("division")[:2])
    return str(held[0].division) if len(held) == 1 else ""


def _blanks(round_: Round, division: Division | None) -> tuple[Box, ...]:
    """Boxes without a question, as many as the grade has, or the grade that has most: none where one is asked or one
    method is enough, as a line tells such questions from one another. Where a box is called by its target, the player
    writes the target behind the word."""
    rules = round_.rules
    asked = [division] if division else round_.event.divisions.all()
    count = max((rules.box_count(round_.settings_for(each.grade)) for each in asked), default=0)
    if count < 2 or rules.one_method:
        return ()
    labels = [label_of(rules.box_word, place) for place in range(1, count + 1)]
    if rules.box_word == TARGET_WORD:
        labels = [message("box_target", target="")] * count
    return tuple(Box(label, (), Fraction(0)) for label in labels)


def _sheet(round_: Round, sheet: Sheet, boxes: tuple[Box, ...], mark: str = "", grade: str = "") -> SheetToPrint:
    event, rules, entrant = round_.event, round_.rules, sheet.entrant
    spare = SheetToPrint(
        sheet.code,
        str(round_),
        boxes,
        mark,
        grade=grade,
        for_team=round_.for_teams,
        one_by_one=rules.one_by_one,
        one_method=rules.one_method,
        deals_cards=rules.deals_cards,
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
        same_name=player is not None and named and name_key(entrant.short_name(event)) in event.shared_names,
    )
