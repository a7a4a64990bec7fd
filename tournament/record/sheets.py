"""The sheets of a round as volunteers see them: which are typed, which are being typed, which are still to do."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..models import (
    Division,
    DivisionPuzzle,
    Entrant,
    Event,
    Keying,
    Player,
    Round,
    Sheet,
    Submission,
    User,
)


@dataclass(frozen=True)
class Pile:
    """A round with how many of its sheets are handed in, and how many players that were there should have one."""

    round: Round
    typed: int
    expected: int

    @property
    def to_do(self) -> int:
        return self.expected - self.typed


@dataclass(frozen=True)
class Missing:
    """The numbers of one grade whose sheets nobody has opened yet."""

    division: Division
    numbers: list[int]


@dataclass(frozen=True)
class Sheets:
    """One round's sheets. `mine` are those this person is typing, `others` those that somebody else has open."""

    pile: Pile
    mine: list[Keying]
    others: list[Keying]
    handed_in: list[Keying]
    missing: list[Missing]


def piles(event: Event) -> list[Pile]:
    """Every round of the event with its sheets, in three queries."""
    present = dict(_present(event).values_list("division").annotate(Count("pk")))
    asked: dict[int, set[int]] = {}
    held = DivisionPuzzle.objects.filter(round__event=event)
    for round_id, division_id in held.values_list("round", "division"):
        asked.setdefault(round_id, set()).add(division_id)
    agreed = Keying.objects.filter(sheet__round__event=event, state=Keying.State.AGREED)
    typed = dict(agreed.values_list("sheet__round").annotate(Count("pk")))
    return [
        Pile(
            round_,
            done := typed.get(round_.pk, 0),
            max(done, sum(present.get(division, 0) for division in asked.get(round_.pk, ()))),
        )
        for round_ in event.rounds.all()
    ]


def sheets_of(round_: Round, user: User, *, latest: int = 5) -> Sheets:
    """The round's sheets as `user` sees them, with the `latest` that she handed in, newest first."""
    keyings = Keying.objects.filter(sheet__round=round_).select_related("keyer", "sheet__entrant__player")
    being_typed = list(keyings.filter(state=Keying.State.OPEN).order_by("sheet__entrant__player__number"))
    agreed = keyings.filter(state=Keying.State.AGREED)
    hers = agreed.filter(keyer=user).annotate(lines=Count("submissions")).order_by("-closed_at")
    taken = {keying.sheet.entrant.player.number for keying in being_typed}
    done = set(agreed.values_list("sheet__entrant__player__number", flat=True))
    missing = _missing(round_, taken | done)
    left = sum(len(each.numbers) for each in missing)
    return Sheets(
        Pile(round_, len(done), len(done) + len(taken) + left),
        [keying for keying in being_typed if keying.keyer_id == user.pk],
        [keying for keying in being_typed if keying.keyer_id != user.pk],
        list(hers[:latest]),
        missing,
    )


def _missing(round_: Round, begun: set[int]) -> list[Missing]:
    divisions = Division.objects.filter(division_puzzles__round=round_).order_by("grade")
    numbers: dict[int, list[int]] = {division.pk: [] for division in divisions}
    players = _present(round_.event).filter(division__in=numbers).order_by("number")
    for division_id, number in players.values_list("division", "number"):
        if number not in begun:
            numbers[division_id].append(number)
    return [Missing(division, numbers[division.pk]) for division in divisions if numbers[division.pk]]


def _present(event: Event) -> QuerySet[Player]:
    return Player.objects.filter(event=event, entrant__status=Entrant.Status.PRESENT).order_by()


def handed_in(sheet: Sheet, recorded: Sequence[Submission]) -> str:
    """What the volunteer reads once a sheet is in."""
    in_boxes = len({line.box for line in recorded})
    lines = ngettext("%(n)s line", "%(n)s lines", len(recorded)) % {"n": len(recorded)}
    boxes = ngettext("%(n)s box", "%(n)s boxes", in_boxes) % {"n": in_boxes}
    return _("Sheet %(number)s is handed in: %(lines)s in %(boxes)s.") % {
        "number": sheet.entrant.player.number,
        "lines": lines,
        "boxes": boxes,
    }
