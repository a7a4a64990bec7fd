"""The public export: everything that the public pages show, enough to recount the points.

Its schema is `docs/schemas/public-export.schema.json`. It uses the same queries as the pages and does not name the
people who typed, judged or ruled.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.utils.translation import override

from judging.language.verdict import ENGINE_VERSION
from judging.results.teams import COUNTING

from .. import PROGRAM
from ..models import AuditHead, Division, Entrant, Event, Round, Tie
from ..scoring.questions import versions
from ..standings.brackets import PlayedTie
from ..standings.penalties import counted
from ..standings.standings import counted_rounds, players_table, teams_table
from ..standings.standings_table import StandingsEntry, StandingsTable
from ..ties.queries import TABLES
from ..web.published.storage import unpack
from .json_lines import ExportParts, as_bytes
from .public_papers import PaperExport
from .series_games import series_of

FORMAT, VERSION = "number-tournament/public-export", 1


def name_of(entrant: Entrant) -> str:
    """The name of an entrant in the export: unique in the event, and no more than the pages show."""
    return f"{'player' if entrant.player_id else 'team'} {entrant.label}"


def parts(event: Event) -> ExportParts:
    """The document in parts, some of them iterators. The caller checks that it may be shown, and reads all of it within
    one `web.snapshot`."""
    entrants = Entrant.objects.filter(event=event).select_related("division", "player__team", "team")
    everyone = sorted(entrants, key=_in_order)
    names = {entrant.pk: name_of(entrant) for entrant in everyone}
    counted = counted_rounds(event)
    rounds = list(event.rounds.all())
    shown = [round_ for round_ in rounds if round_.shows_puzzles]
    papers = PaperExport(shown, everyone, names)
    return {
        "format": FORMAT,
        "version": VERSION,
        "program": PROGRAM,
        "engine": ENGINE_VERSION,
        "audit": _audit(event),
        "event": _event(event),
        "divisions": [{"grade": each.grade, "name": each.name} for each in event.divisions.all()],
        "entrants": (_entrant(event, each, names) for each in everyone),
        "rounds": [_round(event, each, shown, counted) for each in rounds],
        "puzzles": (puzzle for round_ in shown for puzzle in _puzzles(round_)),
        "papers": papers.rows(),
        "same_methods": papers.same_methods(),
        "penalties": _penalties(event, shown, names),
        "ties": _ties(event, names),
        "standings": _standings(event, names),
        "series": series_of(event),
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
    head = AuditHead.objects.filter(event=event).first()
    return {"number": head.number if head else 0, "hash": head.hash if head else ""}


def _event(event: Event) -> dict:
    return {
        "slug": event.slug,
        "name": event.name,
        "held_on": event.held_on.isoformat(),
        "time_zone": event.time_zone,
        "visibility": event.visibility,
        "public_names": event.public_names,
        "kin_counts_as": event.kin_counts_as,
        "criteria": list(event.criteria),
        "award_places": event.award_places,
        "tie_seed": event.tie_seed,
    }


def _entrant(event: Event, entrant: Entrant, names: dict[int, str]) -> dict:
    player = entrant.player
    row: dict[str, Any] = {
        "entrant": names[entrant.pk],
        "kind": "player" if player else "team",
        "name": entrant.public_name(event),
        "status": _status(entrant.status),
    }
    if entrant.division:
        row["grade"] = entrant.division.grade
    if player:
        row |= {"number": player.number, "brings_points_to_team": entrant.status in COUNTING}
    if player and player.team:
        row["team"] = f"team {player.team.name}"
    return row


def _status(status: str) -> str:
    """Pages do not say whether somebody withdrew or was disqualified; neither do we."""
    ranked_or_away = {Entrant.Status.PRESENT, Entrant.Status.ABSENT}
    return str(status) if status in ranked_or_away else "not_ranked"


def _round(event: Event, round_: Round, shown: Collection[Round], counted: Collection[Round]) -> dict:
    with override("en"):
        name = round_.name
    row = {
        "round": round_.position,
        "name": name,
        "format": round_.format,
        "status": round_.status,
        "counts": round_ in counted,
    }
    if round_ in shown:
        grades = [each.grade for each in event.divisions.all()]
        row["edition"] = round_.edition
        row["settings"] = {str(grade): round_.settings_for(grade).export() for grade in grades}
    return row


def _puzzles(round_: Round) -> Iterator[dict]:
    grades = {each.pk: each.grade for each in Division.objects.filter(event=round_.event_id)}
    version_of = versions(round_)
    for version in {each.pk: each for each in version_of.values()}.values():
        grades_asked = sorted(grades[division] for division, each in version_of.items() if each.pk == version.pk)
        boxes = [{"void": box.void, **box.export(), "label": str(box.label)} for box in version.read_boxes()]
        yield {"round": round_.position, "grades": grades_asked, "boxes": boxes}


def _standings(event: Event, names: dict[int, str]) -> Iterator[dict]:
    for division in event.divisions.all():
        for kind, table_of in (("players", players_table), ("teams", teams_table)):
            table = table_of(event, division)
            yield {
                "grade": division.grade,
                "kind": kind,
                "entries": [_entry(table, entry, names) for entry in table.entries],
                "not_ranked": [_entry(table, entry, names) for entry in _without_order(table)],
            }


def _without_order(table: StandingsTable) -> list[StandingsEntry]:
    """The entrants without a place, absent ones first: nothing else may be told from the order."""
    return sorted(table.unranked, key=lambda entry: (_status(entry.ranked.row.status), entry.ranked.row.display))


def _entry(table: StandingsTable, entry: StandingsEntry, names: dict[int, str]) -> dict:
    cells = zip(table.rounds, entry.cells, strict=True)
    row = {
        "entrant": names[entry.ranked.entrant],
        "name": entry.name,
        "points": entry.total,
        "provisional": entry.provisional,
        "rounds": [
            {"round": round_.position, "points": cell.points, "provisional": cell.provisional}
            for round_, cell in cells
            if cell.points is not None
        ],
    }
    if entry.ranked.place is not None:
        row |= {"place": entry.ranked.place, "shared": entry.ranked.is_shared}
    return row


def _penalties(event: Event, shown: list[Round], names: Mapping[int, str]) -> list[dict]:
    """The penalties in force, without their reasons."""
    return [
        {"entrant": names[each.entrant_id], "points": -each.points}
        | ({"round": each.round.position} if each.round else {})
        for each in counted(event, shown).select_related("round")
    ]


def _ties(event: Event, names: Mapping[int, str]) -> Iterator[dict]:
    """Every tie in force, with the key of its draw, the hashed text of each side, and the games in the order played."""
    standings = Tie.objects.filter(event=event, dropped_at__isnull=True).order_by("division__grade", "kind")
    for division, kind in dict.fromkeys(standings.values_list("division", "kind")):
        table = TABLES[kind](event, Division.objects.get(pk=division))
        yield from (_tie(each, names) for each in table.ties)


def _tie(played: PlayedTie, names: Mapping[int, str]) -> dict:
    tie = played.tie
    return {
        "grade": tie.division.grade,
        "kind": tie.kind,
        "place": tie.place,
        "seed": tie.seed,
        "sides": sorted(names[side] for side in played.sides),
        "drawn_as": {names[side]: str(side) for side in played.bracket.sides},
        **_stored_order(tie, names),
        "games": [
            {"round": game.round.position, "sides": [names[game.first_id], names[game.second_id]]}
            | _open("waiting", [each.waiting for each in counts])
            | _open("may_add", [each.may_add for each in counts])
            for game, counts in zip(played.games, played.counts, strict=True)
        ],
    }


def _stored_order(tie: Tie, names: Mapping[int, str]) -> dict[str, dict[str, int]]:
    """Each side's place in the draw, if the names that were drawn were removed since."""
    places = {names[side.entrant_id]: side.drawn_at for side in tie.drawn.all() if side.drawn_at}
    return {"drawn_at": places} if places else {}


def _open(name: str, near: list[int]) -> dict:
    """Near-duplicates of each side that a judge may still rule on, if there are any."""
    return {name: near} if any(near) else {}
