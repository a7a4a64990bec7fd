"""Two ties for an award: in each of two grades two players write the same. One tie is decided by a tiebreaker, the
other is drawn, and its game can be begun."""

import uuid
from collections.abc import Iterator, Sequence

from ..keying import actions as keyings
from ..models import Division, Entrant, Mark, Round, Tie, TieKind
from ..organiser import round_steps
from ..standings.standings import players_table
from ..ties import actions as ties
from ..ties.actions import draw_tie
from .day import Day, collect, work_through
from .handwriting import KnownMethods

DECIDED, OPEN = 4, 6  # grades
NUMBERS, TARGET = (1, 2, 3, 4), 24
METHODS = ("1 * 2 * 3 * 4", "(1 + 2 + 3) * 4", "4 * 3! * (2 - 1)", "4 * 3! / (2 - 1)")
SCORE = (4, 2)  # methods of the side with the smaller number, and of the other


def pairs(day: Day) -> dict[int, list[Entrant]]:
    """{grade: its first two players}, in grades that have two."""
    chosen = {}
    for grade in (DECIDED, OPEN):
        entrants = Entrant.objects.filter(event=day.event, player__isnull=False, division__grade=grade)
        first = list(entrants.select_related("division", "player").order_by("player__number")[:2])
        if len(first) == 2:
            chosen[grade] = first
    return chosen


def right_lines(boxes: Sequence[KnownMethods], count: int) -> Iterator[tuple[int, str]]:
    """(box, text) of this many methods in each box, all right and all different."""
    for box, known in enumerate(boxes):
        for text in known.hits[:count]:
            yield box, text


def play(day: Day) -> None:
    """Draw the ties that there are, and play one of them."""
    for grade, sides in pairs(day).items():
        tie = _drawn(day, day.event.divisions.get(grade=grade), sides)
        if tie and grade == DECIDED:
            _play_game(day, tie)
        if tie:
            day.say(f"a tie for place {tie.place} in grade {grade}: {'decided' if grade == DECIDED else 'open'}")


def _drawn(day: Day, division: Division, sides: Sequence[Entrant]) -> Tie | None:
    table = players_table(day.event, division)
    ranked = [each.ranked for each in table.entries if each.ranked.entrant in {side.pk for side in sides}]
    place = ranked[0].place
    if len({each.place for each in ranked}) > 1 or ranked[0].shared != 2 or not place or place > day.event.award_places:
        return None
    return draw_tie(by=day.organiser, event=day.event, division=division, kind=TieKind.PLAYERS, place=place)


def _play_game(day: Day, tie: Tie) -> None:
    game = ties.start_game(by=day.organiser, tie=tie, numbers=NUMBERS, target=TARGET)
    round_ = collect(day, game.round)
    sides = Entrant.objects.filter(pk__in=[game.first_id, game.second_id]).order_by("player__number")
    for entrant, count in zip(sides, SCORE, strict=True):
        keying = keyings.open_sheet(by=day.volunteers[0], round_=round_, entrant=entrant)
        lines = [
            keyings.TypedLine(uuid.UUID(int=day.chance.getrandbits(128)), 0, at, text, Mark.WRITTEN, revision=1)
            for at, text in enumerate(METHODS[:count])
        ]
        keyings.hand_in(by=day.volunteers[0], keying=keying, lines=lines, channel="demo")
    work_through()
    round_steps.move(by=day.organiser, round_=round_, status=Round.Status.FINAL)
