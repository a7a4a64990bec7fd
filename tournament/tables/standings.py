"""The standings of a division and the tables of a round, in columns."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ..models import Division, Event, Player, Round, Team
from ..record.rounds import GradeInRound
from ..record.tables import Entry, Table
from .columns import Cell, Column, Columns


def about(event: Event, **more: Cell) -> dict[str, Cell]:
    """What every file says at its head."""
    return {"event": event.slug, "name": event.name, "visibility": str(event.visibility), **more}


def provisional() -> str:
    """The head of the column that says whether points may still change."""
    return pgettext("head of a column", "Provisional")


def who_columns(kind: str) -> tuple[Column, ...]:
    if kind == "teams":
        return (Column(_("Team"), "name"),)
    return (Column(_("No."), "number"), Column(_("Player"), "name"), Column(_("Team"), "team"))


def who_cells(entry: Entry) -> tuple[Cell, ...]:
    """As much of a name as the pages show."""
    if isinstance(entry.who, Team):
        return (entry.name,)
    return (entry.who.number, entry.name, entry.who.team.name if entry.who.team else "")


def standing(event: Event, division: Division, kind: str, title: str, table: Table) -> Columns:
    """One standing, who has no place below those who have one."""
    rounds = tuple(
        Column(each.name, "points", "rounds", {"round": each.position, "name": each.name})
        for each in table.rounds
    )
    penalties = (Column(_("Penalties"), "points", "penalties"),) if table.has_penalties else ()
    columns = (
        Column(_("Place"), "place"),
        *who_columns(kind),
        *rounds,
        *penalties,
        Column(_("Total"), "points"),
        Column(provisional(), "provisional"),
        Column(_("Remark"), "remark"),
    )
    rows = tuple(_standing_row(table, kind, entry) for entry in (*table.entries, *_without_order(table)))
    name = f"grade-{division.grade}" + ("-teams" if kind == "teams" else "")
    return Columns(name, title, about(event, grade=division.grade, kind=kind), columns, rows)


def _standing_row(table: Table, kind: str, entry: Entry) -> tuple[Cell, ...]:
    penalties = (-entry.penalty,) if table.has_penalties else ()
    return (
        entry.ranked.place if table.has_points else None,
        *who_cells(entry),
        *(cell.points for cell in entry.cells),
        *penalties,
        entry.total,
        entry.provisional,
        _remark(entry),
    )


def _remark(entry: Entry) -> str:
    if entry.ranked.place is not None:
        return ""
    is_away = entry.ranked.row.status == "absent"
    return _("did not take part") if is_away else _("not ranked")


def _without_order(table: Table) -> Sequence[Entry]:
    """Nothing may be told from the order of those who have no place."""
    return sorted(table.apart, key=lambda entry: (_remark(entry), entry.ranked.row.display))


def members(event: Event, team: Team, own: Entry | None, table: Table) -> Columns:
    """A team's members with what each brings; the last row is the team itself, their sum and its own games."""
    rounds = tuple(
        Column(each.name, "points", "rounds", {"round": each.position, "name": each.name})
        for each in table.rounds
    )
    columns = (
        Column(_("No."), "number"),
        Column(_("Player"), "name"),
        Column(_("Grade"), "grade"),
        *rounds,
        Column(_("Penalties"), "points", "penalties"),
        Column(_("Total"), "points"),
        Column(provisional(), "provisional"),
        Column(_("Remark"), "remark"),
    )
    rows = [_member_row(entry) for entry in table.everyone]
    if own:
        cells = (cell.points for cell in own.cells)
        rows.append((None, own.name, None, *cells, -own.penalty, own.total, own.provisional, _("Team")))
    return Columns(f"team-{team.pk}", team.name, about(event, team=team.name), columns, tuple(rows))


def _member_row(entry: Entry) -> tuple[Cell, ...]:
    """Whose points do not go to the team brings none."""
    who, counts = entry.who, entry.counts
    cells = (cell.points if counts else None for cell in entry.cells)
    brought = (-entry.penalty, entry.total, entry.provisional) if counts else (0, 0, False)
    remark = "" if counts else _("brings no points")
    assert isinstance(who, Player)
    return (who.number, entry.name, who.division.grade, *cells, *brought, remark)


def of_round(event: Event, round_: Round, sections: Sequence[GradeInRound]) -> Columns:
    """The tables of a round, grade below grade."""
    kind = sections[0].kind if sections else "players"
    columns = (
        Column(_("Grade"), "grade"),
        Column(_("Place"), "place"),
        *who_columns(kind),
        Column(_("Points"), "points"),
        Column(provisional(), "provisional"),
    )
    rows = tuple(_round_rows(sections))
    return Columns(
        f"round-{round_.position}",
        round_.name,
        about(event, round=round_.position, round_name=round_.name, kind=kind),
        columns,
        rows,
    )


def _round_rows(sections: Sequence[GradeInRound]) -> Iterator[tuple[Cell, ...]]:
    for section in sections:
        for entry in section.table.entries:
            who = who_cells(entry)
            yield (section.division.grade, entry.ranked.place, *who, entry.total, entry.provisional)
