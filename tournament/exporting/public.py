"""The public export: everything about an event that its public pages show, from which anyone can count again.

Its shape is `docs/schemas/public-export.schema.json`. It asks for what it says where the pages ask, and names nobody
who typed, judged or ruled.
"""

from collections.abc import Collection, Iterator
from typing import Any

from judging.language.verdict import ENGINE_VERSION
from judging.results.teams import COUNTING

from ..models import AuditHead, Division, Entrant, Event, Round
from ..record.publications import unpack
from ..record.questions import versions
from ..record.standings import counted_rounds, players_table, teams_table
from ..record.tables import Entry, Table
from . import ties
from .papers import Papers
from .writing import Parts, as_bytes

FORMAT, VERSION = "number-tournament/public-export", 1


def name_of(entrant: Entrant) -> str:
    """How the export calls an entrant: unique in the event, and no more than the pages say."""
    return f"player {entrant.player.number}" if entrant.player_id else f"team {entrant.team.name}"


def parts(event: Event) -> Parts:
    """The document in parts, some of them made while they are read. Whoever calls has asked whether it may be seen,
    and reads all of it within one `record.snapshot`."""
    found = Entrant.objects.filter(event=event).select_related("division", "player__team", "team")
    everyone = sorted(found, key=_in_order)
    names = {entrant.pk: name_of(entrant) for entrant in everyone}
    counted = counted_rounds(event)
    rounds = list(event.rounds.all())
    shown = [round_ for round_ in rounds if round_.shows_puzzles]
    papers = Papers(shown, everyone, names)
    return {
        "format": FORMAT,
        "version": VERSION,
        "engine": ENGINE_VERSION,
        "audit": _audit(event),
        "event": _event(event),
        "divisions": [{"grade": each.grade, "name": each.name} for each in event.divisions.all()],
        "entrants": (_entrant(event, each, names) for each in everyone),
        "rounds": [_round(event, each, shown, counted) for each in rounds],
        "puzzles": (puzzle for round_ in shown for puzzle in _puzzles(round_)),
        "papers": papers.rows(),
        "same_methods": papers.same_methods(),
        "penalties": ties.penalties(event, shown, names),
        "ties": ties.ties(event, names),
        "standings": _standings(event, names),
    }


def document(event: Event) -> bytes:
    """The export in UTF-8. The same record gives the same bytes."""
    return as_bytes(parts(event))


def shown(event: Event) -> bytes:
    """What the public reads: the export kept with the copy that is shown to it, or the export as of now."""
    copy = event.shown
    return unpack(copy.document) if copy and copy.document else document(event)


def _in_order(entrant: Entrant) -> tuple[bool, int, str]:
    """Players by number, then teams by name, on every database."""
    player = entrant.player
    return player is None, player.number if player else 0, "" if player else entrant.team.name


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
    mine: dict[str, Any] = {
        "entrant": names[entrant.pk],
        "kind": "player" if player else "team",
        "name": entrant.public_name(event),
        "status": _status(entrant.status),
    }
    if entrant.division:
        mine["grade"] = entrant.division.grade
    if player:
        mine |= {"number": player.number, "brings_points_to_team": entrant.status in COUNTING}
    if player and player.team:
        mine["team"] = f"team {player.team.name}"
    return mine


def _status(status: str) -> str:
    """Pages do not say whether somebody withdrew or was disqualified; neither do we."""
    ranked_or_away = {Entrant.Status.PRESENT, Entrant.Status.ABSENT}
    return str(status) if status in ranked_or_away else "not_ranked"


def _round(event: Event, round_: Round, shown: Collection[Round], counted: Collection[Round]) -> dict:
    said = {
        "round": round_.position,
        "name": round_.name,
        "format": round_.format,
        "status": round_.status,
        "counts": round_ in counted,
    }
    if round_ in shown:
        grades = [each.grade for each in event.divisions.all()]
        said["edition"] = round_.edition
        said["settings"] = {str(grade): round_.settings_for(grade).export() for grade in grades}
    return said


def _puzzles(round_: Round) -> Iterator[dict]:
    grades = {each.pk: each.grade for each in Division.objects.filter(event=round_.event_id)}
    held = versions(round_)
    for version in {each.pk: each for each in held.values()}.values():
        asked = sorted(grades[division] for division, each in held.items() if each.pk == version.pk)
        boxes = [{"void": box.void, **box.export(), "label": str(box.label)} for box in version.read_boxes()]
        yield {"round": round_.position, "grades": asked, "boxes": boxes}


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


def _without_order(table: Table) -> list[Entry]:
    """Who has no place, those who were away first: nothing else may be told from the order."""
    return sorted(table.apart, key=lambda entry: (_status(entry.ranked.row.status), entry.ranked.row.display))


def _entry(table: Table, entry: Entry, names: dict[int, str]) -> dict:
    cells = zip(table.rounds, entry.cells, strict=True)
    said = {
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
        said |= {"place": entry.ranked.place, "shared": entry.ranked.is_shared}
    return said
