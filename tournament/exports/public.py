"""The public export: everything that the public pages show, enough to recount the points.

Its schema is `docs/schemas/public-export.schema.json`. Each part is what the API
gives of it, by the same serializers; papers, of which there are many, are made by hand (`public_papers`). The people
who typed, judged or ruled are not named.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import override
from rest_framework.serializers import BaseSerializer

from judging.language.verdict import ENGINE_VERSION

from .. import PROGRAM
from ..audit.trail import head
from ..models import Division, Entrant, Event, Round, Series, Tie
from ..results.json_serializers import EventFactsShape, GradeSerializer, RoundRulesShape, StandingShape, standing_of
from ..roster.api import PublicPlayerSerializer, PublicTeamSerializer
from ..round_puzzles.api import ASKED, AskedSerializer
from ..rounds.expected_sheets import with_sides
from ..series.api import RecordedSeriesShape, facts_of
from ..standings.api import PublicPenaltySerializer
from ..standings.brackets import PlayedTie
from ..standings.penalties import counted
from ..standings.standings import TABLES, counted_rounds
from ..ties.api import DrawSerializer, TieGameSerializer
from ..web.published.storage import unpack
from .json_lines import ExportParts, as_bytes
from .public_papers import PaperExport

FORMAT, VERSION = "number-tournament/public-export", 2


def parts(event: Event) -> ExportParts:
    """The document in parts, some of them iterators. The caller checks that it may be shown, and reads all of it within
    one `web.snapshot`."""
    entrants = Entrant.objects.filter(event=event).select_related("division", "player__team", "team")
    everyone = sorted(entrants, key=_in_order)
    rounds = list(with_sides(event.rounds.all()))
    shown = [round_ for round_ in rounds if round_.shows_puzzles]
    papers = PaperExport(shown, everyone)
    return {
        "format": FORMAT,
        "version": VERSION,
        "program": PROGRAM,
        "engine": ENGINE_VERSION,
        "audit": _audit(event),
        "event": EventFactsShape(event).data,
        "grades": GradeSerializer(event.divisions.all(), many=True).data,
        "rounds": _rounds(event, rounds),
        "players": _rows(PublicPlayerSerializer, [each for each in everyone if each.player], event),
        "teams": _rows(PublicTeamSerializer, [each for each in everyone if each.team], event),
        "puzzles": _puzzles(shown),
        "papers": papers.rows(),
        "same_methods": papers.same_methods(),
        "penalties": _penalties(event, shown),
        "ties": _ties(event),
        "standings": _standings(event),
        "series": (_series(event, each) for each in event.series.order_by("pk")),
    }


def document(event: Event) -> bytes:
    """The export in UTF-8. Equal data gives equal bytes."""
    return as_bytes(parts(event))


def shown(event: Event) -> bytes:
    """The export in the copy that the public sees or, without a copy, the current one."""
    copy = event.shown
    return unpack(copy.document) if copy and copy.document else document(event)


def _in_order(entrant: Entrant) -> tuple[bool, int, str]:
    """Players by number, then teams by name, on every database."""
    player = entrant.player
    return player is None, player.number if player else 0, "" if player else entrant.label


def _audit(event: Event) -> dict:
    number, digest = head(event)
    return {"number": number, "hash": digest}


def _rows(serializer: type[BaseSerializer], rows: Iterable[Any], event: Event) -> Any:
    return serializer(rows, many=True, context={"event": event}).data


def _rounds(event: Event, rounds: list[Round]) -> Any:
    grades = [each.grade for each in event.divisions.all()]
    with override("en"):
        return RoundRulesShape(rounds, many=True, context={"counted": counted_rounds(event), "grades": grades}).data


def _puzzles(rounds: list[Round]) -> Any:
    asked = ASKED.filter(round__in=rounds, active__isnull=False).order_by("round__position", "pk")
    return AskedSerializer(asked, many=True).data


def _standings(event: Event) -> Iterator[dict]:
    for division in event.divisions.all():
        for kind, table_of in TABLES.items():
            table = table_of(event, division)
            yield StandingShape(standing_of(division, kind, table), context={"rounds": table.rounds}).data


def _penalties(event: Event, shown: list[Round]) -> Any:
    """The penalties in force."""
    rows = counted(event, shown).select_related("round", "entrant__player", "entrant__team")
    return PublicPenaltySerializer(rows, many=True).data


def _ties(event: Event) -> Iterator[dict]:
    """Every tie in force, with the games in the order played."""
    standings = Tie.objects.filter(event=event, dropped_at__isnull=True).order_by("division__grade", "kind")
    for division, kind in dict.fromkeys(standings.values_list("division", "kind")):
        table = TABLES[kind](event, Division.objects.get(pk=division))
        yield from ({**DrawSerializer(each.tie).data, "games": _games(each)} for each in table.ties)


def _games(played: PlayedTie) -> list[dict]:
    """The games of a tie, with the near-duplicates of each side that a judge may still rule on."""
    return [
        {
            **TieGameSerializer(game).data,
            "waiting": [each.waiting for each in counts],
            "may_add": [each.may_add for each in counts],
        }
        for game, counts in zip(played.games, played.counts, strict=True)
    ]


def _series(event: Event, series: Series) -> dict:
    return RecordedSeriesShape(facts_of(event, series), context={"event": event}).data
