"""The sheets of a round as volunteers see them: which are typed, which are being typed, which are still to do."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _, ngettext

from ..audit.history import latest_first
from ..double_keying.slots import THIRD, free_slot
from ..models import Division, Entrant, Event, Keying, Round, Sheet, Submission, User
from ..roster.relations import related_entrants
from ..rounds.expected_sheets import Pile, expected, piles_of
from ..ties.queries import rounds_of
from .remaining import live_keyings

QUESTIONS = ("printed_version", "earlier_version")
ENTRANT = ("entrant__division", "entrant__player", "entrant__team")


@dataclass(frozen=True)
class ToDo:
    """A sheet that this person may open: its name, and what to type into the number field for it. `code` is empty where
    no sheet is made."""

    label: str
    asked: str
    slot: int
    entrant: Entrant
    code: str
    is_lost: bool


@dataclass(frozen=True)
class Missing:
    """The sheets of one grade that this person may type."""

    division: Division
    sheets: list[ToDo]


@dataclass(frozen=True)
class SheetsOfRound:
    """One round's sheets. `own` are those this person is typing, `others` those that somebody else has open;
    `differing` are those whose two readings differ and that this person, as the third, may settle."""

    pile: Pile
    own: list[Keying]
    others: list[Keying]
    handed_in: list[Keying]
    missing: list[Missing]
    differing: list[ToDo]


def piles(event: Event) -> list[Pile]:
    """Every round that is played, with its sheets."""
    return piles_of(event, rounds_of(event))


def sheets_of(round_: Round, user: User, *, latest: int = 5) -> SheetsOfRound:
    """The round's sheets as `user` sees them, with the `latest` that they handed in, newest first. Sheets of players
    they are related to are not offered."""
    live, papers = live_keyings(round_), _papers(round_)
    for paper in papers:
        for keying in live.get(paper.pk, ()):
            keying.sheet = paper  # loaded already, with its entrant
    papers = [paper for paper in papers if live.get(paper.pk) or _is_awaited(paper)]
    done = sum(any(each.state in Keying.DONE for each in live.get(paper.pk, ())) for paper in papers)
    readings: list[Any] = [each for paper in papers for each in live.get(paper.pk, ())]
    as_nothing = sum(each.is_nothing for each in readings)
    being_typed = [each for paper in papers for each in live.get(paper.pk, ()) if each.state == Keying.State.OPEN]
    offered = _offered(round_, user, papers, live)
    return SheetsOfRound(
        Pile(round_, done - as_nothing, len(papers), as_nothing=as_nothing),
        [keying for keying in being_typed if keying.keyer_id == user.pk],
        [keying for keying in being_typed if keying.keyer_id != user.pk],
        _handed_in_by(round_, user, latest),
        _by_division([each for each in offered if each.slot != THIRD]),
        [each for each in offered if each.slot == THIRD],
    )


def _papers(round_: Round) -> list[Sheet]:
    """Every sheet that counts, plus an unsaved one for everybody who is expected and has none."""
    parts = ("entrant__division", "entrant__player", "entrant__team")
    sheets = list(round_.sheets.filter(entrant__isnull=False).select_related(*parts))
    have = {sheet.entrant_id for sheet in sheets}
    awaited = expected(round_).select_related("division", "player", "team")
    here = {entrant.pk for entrant in awaited}
    for sheet in sheets:
        sheet.is_expected = sheet.entrant_id in here
    made = [Sheet(round=round_, entrant=entrant, code="") for entrant in awaited if entrant.pk not in have]
    return sorted((*(sheet for sheet in sheets if not sheet.spoilt_at), *made), key=_order)


def _order(sheet: Sheet) -> tuple:
    player = sheet.owner.player
    return (player.number if player else 0, "" if player else sheet.owner.label.casefold(), sheet.number)


def _is_awaited(sheet: Sheet) -> bool:
    """Whether the sheet is to be typed although nobody has begun: its entrant is expected, or it was recalled. A second
    sheet that is lost is not awaited."""
    is_there = sheet.kind != Sheet.Kind.SPARE or sheet.number == 1 or sheet.lost_at is None
    return not sheet.pk or (sheet.is_expected and is_there) or sheet.turn > 1


def _offered(round_: Round, user: User, papers: Sequence[Sheet], live: dict[int, list[Keying]]) -> list[ToDo]:
    of_related = set(related_entrants(user, round_).values_list("pk", flat=True))
    to_do = []
    for sheet in papers:
        slot = free_slot(live.get(sheet.pk, ()), blind=round_.is_blind, user_id=user.pk)
        closed = not round_.takes_keying and sheet.turn == 1
        if slot and not closed and sheet.entrant_id not in of_related:
            to_do.append(_to_do(sheet, slot))
    return to_do


def _to_do(sheet: Sheet, slot: int) -> ToDo:
    asked = sheet.code or sheet.owner.label
    return ToDo(sheet.label, asked, slot, sheet.owner, sheet.code, sheet.lost_at is not None)


def _by_division(sheets: list[ToDo]) -> list[Missing]:
    by_division: dict[Division, list[ToDo]] = defaultdict(list)
    for sheet in sheets:
        if division := sheet.entrant.division:
            by_division[division].append(sheet)
    return [Missing(division, by_division[division]) for division in sorted(by_division, key=lambda each: each.grade)]


def _handed_in_by(round_: Round, user: User, latest: int) -> list[Keying]:
    recorded = Keying.objects.filter(sheet__round=round_, keyer=user).exclude(
        state__in=[Keying.State.OPEN, Keying.State.DROPPED]
    )
    parts = recorded.select_related("sheet__entrant__player", "sheet__entrant__team")
    counted = parts.annotate(lines=Count("submissions"))
    return list(latest_first(counted, round_.event, "sheet.handed_in", "sheet.moved")[:latest])


def handed_in(sheet: Sheet, recorded: Sequence[Submission]) -> str:
    """The message after a sheet is handed in."""
    in_boxes = len({line.box for line in recorded})
    lines = ngettext("%(n)s line", "%(n)s lines", len(recorded)) % {"n": len(recorded)}
    boxes = ngettext("%(n)s box", "%(n)s boxes", in_boxes) % {"n": in_boxes}
    return _("Sheet %(number)s is handed in: %(lines)s in %(boxes)s.") % {
        "number": sheet.label,
        "lines": lines,
        "boxes": boxes,
    }


def to_confirm(event: Event) -> QuerySet[Keying]:
    """The readings that wait to be confirmed, by round."""
    waiting = Keying.objects.filter(sheet__round__event=event, state=Keying.State.PROPOSED)
    parts = ("keyer", "sheet__round", "sheet__entrant__player", "sheet__entrant__team")
    return waiting.select_related(*parts).order_by("sheet__round__position", "pk")


def recalled_sheets(event: Event) -> list[Sheet]:
    """The sheets that have to be typed again and have no new reading yet."""
    done = Keying.objects.filter(state__in=Keying.DONE, turn=F("sheet__turn"))
    sheets = Sheet.objects.filter(round__event=event, turn__gt=1, entrant__isnull=False)
    parts = ("round", "entrant__player", "entrant__team")
    again = sheets.exclude(pk__in=done.values("sheet"))
    return list(again.select_related(*parts).order_by("round__position", "pk"))


def find_paper(event: Event, code: str, **where) -> Sheet:
    """The event's sheet with this code. 404 where there is none, or where it is a spare that nobody has."""
    sheets = Sheet.objects.filter(round__event=event, entrant__isnull=False, **where)
    sheets = sheets.select_related("round__event", "entrant__event", *QUESTIONS, *ENTRANT)
    return get_object_or_404(sheets, code=code.replace("-", "").upper())
