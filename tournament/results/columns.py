"""Standings, teams, rounds and methods as tables for files."""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _, pgettext

from ..common.files.table_files import Cell, Column, Columns
from ..common.wording.sentences import sentence
from ..models import Division, Event, Player, Round, Team
from ..standings.standings_table import StandingsEntry, StandingsTable
from .methods import GradeMethods
from .rounds import GradeInRound


def file_facts(event: Event, **more: Cell) -> dict[str, Cell]:
    """The facts at the head of every file."""
    return {"event": event.slug, "name": event.name, "visibility": str(event.visibility), **more}


def provisional() -> str:
    """The heading of the column that says whether points may still change."""
    return pgettext("head of a column", "Provisional")


def who_columns(kind: str) -> tuple[Column, ...]:
    if kind == "teams":
        return (Column(_("Team"), "name"),)
    return (Column(_("No."), "number"), Column(_("Player"), "name"), Column(_("Team"), "team"))


def who_cells(entry: StandingsEntry) -> tuple[Cell, ...]:
    """The cells of `who_columns`, with names as the pages show them."""
    if isinstance(entry.who, Team):
        return (entry.name,)
    return (entry.who.number, entry.name, entry.who.team.name if entry.who.team else "")


def standings_table(event: Event, division: Division, kind: str, title: str, table: StandingsTable) -> Columns:
    """A standing as a table; those without a place come last."""
    penalties = (Column(_("Penalties"), "points", "penalties"),) if table.has_penalties else ()
    columns = (
        Column(_("Place"), "place"),
        *who_columns(kind),
        *_round_columns(table.rounds),
        *penalties,
        Column(_("Total"), "points"),
        Column(provisional(), "provisional"),
        Column(_("Remark"), "remark"),
    )
    rows = tuple(_standing_row(table, kind, entry) for entry in (*table.entries, *_alphabetical(table)))
    name = f"grade-{division.grade}" + ("-teams" if kind == "teams" else "")
    return Columns(name, title, file_facts(event, grade=division.grade, kind=kind), columns, rows)


def _round_columns(rounds: Iterable[Round]) -> list[Column]:
    return [Column(each.name, "points", "rounds", {"round": each.position, "name": each.name}) for each in rounds]


def _standing_row(table: StandingsTable, kind: str, entry: StandingsEntry) -> tuple[Cell, ...]:
    penalties = (-entry.penalty,) if table.has_penalties else ()
    return (
        entry.ranked.place if table.has_points else None,
        *who_cells(entry),
        *(cell.points for cell in entry.cells),
        *penalties,
        entry.total,
        entry.provisional,
        _tie_decision(table, entry) or _remark(entry),
    )


def _tie_decision(table: StandingsTable, entry: StandingsEntry) -> str:
    """The criterion that decided a tie on points with the entrant below."""
    decision = table.tie_decisions.get(entry.ranked.entrant) if table.has_points else None
    return sentence(decision.named) if decision else ""


def _remark(entry: StandingsEntry) -> str:
    if entry.ranked.place is not None:
        return ""
    is_away = entry.ranked.row.status == "absent"
    return _("did not take part") if is_away else _("not ranked")


def _alphabetical(table: StandingsTable) -> Sequence[StandingsEntry]:
    """The entrants without a place, by name, so that their order shows nothing of their points."""
    return sorted(table.unranked, key=lambda entry: (_remark(entry), entry.ranked.row.display))


def team_table(event: Event, team: Team, own: StandingsEntry | None, table: StandingsTable) -> Columns:
    """A team's members with their points; the last row is the team itself, with its own games."""
    columns = (
        Column(_("No."), "number"),
        Column(_("Player"), "name"),
        Column(_("Grade"), "grade"),
        *_round_columns(table.rounds),
        Column(_("Penalties"), "points", "penalties"),
        Column(_("Total"), "points"),
        Column(provisional(), "provisional"),
        Column(_("Remark"), "remark"),
    )
    rows = [_member_row(entry) for entry in table.everyone]
    if own:
        cells = (cell.points for cell in own.cells)
        rows.append((None, own.name, None, *cells, -own.penalty, own.total, own.provisional, _("Team")))
    return Columns(f"team-{team.pk}", team.name, file_facts(event, team=team.name), columns, tuple(rows))


def _member_row(entry: StandingsEntry) -> tuple[Cell, ...]:
    """One member; points that do not count for the team are left out."""
    who, counts = entry.who, entry.counts
    cells = (cell.points if counts else None for cell in entry.cells)
    points = (-entry.penalty, entry.total, entry.provisional) if counts else (0, 0, False)
    remark = "" if counts else _("points not counted")
    assert isinstance(who, Player)
    return (who.number, entry.name, who.division.grade, *cells, *points, remark)


def round_table(event: Event, round_: Round, sections: Sequence[GradeInRound]) -> Columns:
    """The tables of a round, one grade after another."""
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
        file_facts(event, round=round_.position, round_name=round_.name, kind=kind),
        columns,
        rows,
    )


def _round_rows(sections: Sequence[GradeInRound]) -> Iterator[tuple[Cell, ...]]:
    for section in sections:
        for entry in section.table.entries:
            who = who_cells(entry)
            yield (section.division.grade, entry.ranked.place, *who, entry.total, entry.provisional)


def methods_table(event: Event, grade_methods: GradeMethods, title: str) -> Columns:
    round_, grade = grade_methods.round, grade_methods.division.grade
    columns = (
        Column(_("Question"), "question"),
        Column(_("Numbers"), "numbers"),
        Column(_("Target"), "target"),
        Column(_("Method"), "method"),
        Column(_("Found by"), "found_by"),
    )
    name = f"round-{round_.position}-grade-{grade}-methods"
    facts = file_facts(event, round=round_.position, round_name=round_.name, grade=grade, kind=grade_methods.kind)
    return Columns(name, title, facts, columns, tuple(_rows(grade_methods)))


def _rows(grade_methods: GradeMethods) -> Iterator[tuple[Cell, ...]]:
    for each in grade_methods.boxes:
        question = (sentence(each.box.label), " ".join(map(str, each.box.numbers)), str(each.box.target))
        for method in (*each.given, *each.missing):
            yield (*question, method.text, method.count)
