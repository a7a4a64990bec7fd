"""A roster file -> what importing it would do, with each row's problems beside the row. Nothing is written."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _, gettext_lazy

from ..common import limits
from ..common.wording.folding import fold, same_name
from ..imports import table_reader as tables
from ..imports.plan import ImportPlan
from ..models import Event, Player
from ..printing import typesetting
from ..roster.player_details import GRADES, PlayerFacts, facts_of, players_of
from . import columns
from .rows import RosterRow, RowChange
from .team_grades import TeamGrades

TEMPLATE = (
    ("number", "first name", "last name", "grade", "team"),
    ("101", "Ada", "Lund", "3", "Otters"),
    ("102", "Ben", "Okoro", "4", ""),
)
FIRST_NUMBER = 101  # where numbers are given out: all of them have three digits, unlike grades and places
LOST = "ʔ"  # a letter that no name has, for one that a file has lost
MOST_LOST = 3  # in a name that is still recognised
MANY_ROWS = 10  # from which a grade with one player is looked at
MISSING = {"grade": gettext_lazy("The grade is missing.")}
NOT_WHOLE = {
    "number": gettext_lazy("“%(text)s” is not a number: write a whole number in the digits 0 to 9."),
    "grade": gettext_lazy("“%(text)s” is not a grade: write a whole number in the digits 0 to 9."),
}


@dataclass
class RosterPlan(ImportPlan):
    rows: list[RosterRow] = field(default_factory=list)
    new_grades: set[int] = field(default_factory=set)

    @property
    def new_grades_in_order(self) -> list[int]:
        return sorted(self.new_grades)

    def counts(self) -> dict[str, int]:
        counts = Counter(row.change for row in self.rows)
        return {str(change): counts[change] for change in RowChange}

    def does(self) -> list:
        changes = [(row.line, row.change, row.facts.number, sorted(row.was.items())) for row in self.rows]
        return [changes, sorted(self.new_grades)]


def plan(event: Event, table: tables.FileTable) -> RosterPlan:
    """Compare the file with the event's roster."""
    try:
        where, unread = columns.find_columns(table)
    except tables.UnreadableFile as error:
        return RosterPlan(trouble=str(error))
    rows = [_read_row(record, where) for record in table.rows]
    players = {player.number: player for player in players_of(event)}
    first = _give_numbers(rows, players)
    _same_numbers(rows)
    result = RosterPlan(rows=rows)
    _compare_with_roster(event, result, players, where)
    _warn_of_same_names(rows, players.values())
    _warn_of_missing_teams(rows)
    _warn_of_lone_grades(rows, result.new_grades)
    grades = TeamGrades(event, players.values(), rows)
    grades.add_problems()
    result.notes = (*table.notes, *unread, *columns.notes(table, where, first))
    result.warnings = (*grades.warnings(), *_missing_letters(rows))
    return result


def _read_row(record: tables.FileRow, where: Mapping[str, str | None]) -> RosterRow:
    given = columns.given(record, where)
    problems = [*record.problems, *record.oddities(where)]
    number = _whole(given["number"], problems)
    grade = _grade(given["grade"], problems)
    facts = PlayerFacts(number, given["first_name"], given["last_name"], grade, given["team"]).tidy()
    problems += [sentence for name, sentence in facts.problems().items() if name != "number"]
    return RosterRow(record.line, given, facts, problems=problems, warnings=_lost_letters(facts))


def _lost_letters(facts: PlayerFacts) -> list[str]:
    """A name with a question mark: a file in another encoding has lost the letter there."""
    if "?" not in facts.name:
        return []
    return [_("“%(name)s” has a question mark. Was there another letter?") % {"name": facts.name[:40]}]


def _missing_letters(rows: list[RosterRow]) -> Iterator[str]:
    name = typesetting.first_unprintable(f"{row.facts.name} {row.facts.team}" for row in rows)
    if name:
        yield _(
            "On paper “%(name)s” lacks letters, because no font on this server has them. Write it in Latin letters, or "
            "ask whoever runs the server to install a font."
        ) % {"name": name.strip()[:80]}


def _warn_of_lone_grades(rows: list[RosterRow], new_grades: Collection[int]) -> None:
    """A grade that the event lacks, and that only one of many rows has, is often a typing error."""
    counts = Counter(row.facts.grade for row in rows)
    for row in rows if len(rows) >= MANY_ROWS else ():
        grade = row.facts.grade
        if grade in new_grades and counts[grade] == 1:
            row.warnings.append(_("Only this row has grade %(grade)s. Check it.") % {"grade": grade})


def _whole(text: str, problems: list[str]) -> int:
    """The number in a cell, or 0: where there is none it is given out, and what is none is a problem."""
    if not text:
        return 0
    if not (text.isascii() and text.isdigit()) or len(text) > 12 or not 0 < int(text) <= limits.PLAYER_NUMBER:
        problems.append(NOT_WHOLE["number"] % {"text": text[:20]})
        return 0
    return int(text)


def _grade(text: str, problems: list[str]) -> int:
    """The grade in a cell, or 0 and a problem."""
    if not text:
        problems.append(str(MISSING["grade"]))
        return 0
    if not (grade := columns.grade_of(text)):
        problems.append(NOT_WHOLE["grade"] % {"text": text[:20]})
        return 0
    if grade not in GRADES:
        problems.append(
            _("Grade %(grade)s is not between %(first)s and %(last)s.")
            % {"grade": grade, "first": GRADES[0], "last": GRADES[-1]}
        )
    return grade


def _give_numbers(rows: list[RosterRow], players: Mapping[int, Player]) -> int | None:
    """Give each row without a number that of the player of this name and grade, or else the next free one. Returns the
    first that is new."""
    known: dict[tuple[str, int], list[int]] = defaultdict(list)
    for player in players.values():
        known[_who(facts_of(player))].append(player.number)
    taken = {row.facts.number for row in rows} | set(players)
    number = max(max(taken, default=0), FIRST_NUMBER - 1)
    first, used = None, {row.facts.number for row in rows}
    for row in rows:
        if row.facts.number or row.given["number"]:
            continue
        free = [each for each in known[_who(row.facts)] if each not in used]
        if not free:
            number += 1
            first = first or number
        row.facts = replace(row.facts, number=free[0] if free else number)
        used.add(row.facts.number)
    return first


def _who(facts: PlayerFacts) -> tuple[str, int]:
    return same_name(facts.name), facts.grade


def _same_numbers(rows: list[RosterRow]) -> None:
    first: dict[int, RosterRow] = {}
    for row in rows:
        number = row.facts.number
        if number and (other := first.setdefault(number, row)) is not row:
            message = _("Number %(number)s is also in line %(line)s.")
            row.problems.append(message % {"number": number, "line": other.line})
            other.problems.append(message % {"number": number, "line": row.line})


def _compare_with_roster(
    event: Event, result: RosterPlan, players: Mapping[int, Player], where: Mapping[str, str | None]
) -> None:
    grades = {division.grade for division in event.divisions.all()}
    for row in result.rows:
        row.player = players.get(row.facts.number)
        if row.player:
            _compare(row, row.player, where)
    _keep_grades_with_sheets(result.rows)
    for row in result.rows:
        if row.problems:
            row.change, row.was = RowChange.PROBLEM, {}
        elif row.facts.grade not in grades:
            result.new_grades.add(row.facts.grade)


def _compare(row: RosterRow, player: Player, where: Mapping[str, str | None]) -> None:
    """Work out what changes for a player of the roster. A column that the file lacks changes nothing."""
    present = facts_of(player)
    if not where["team"] and not row.given["team"]:
        row.facts = replace(row.facts, team=present.team)
    if not (where["last_name"] or where["name"]) and not row.given["last_name"]:
        row.facts = replace(row.facts, last_name=present.last_name)
    row.was = _differences(present, row.facts)
    row.change = RowChange.CHANGED if row.was else RowChange.SAME


def _keep_grades_with_sheets(rows: list[RosterRow]) -> None:
    moved = {row.player.pk for row in rows if row.player and "grade" in row.was}
    if not moved:
        return
    held = set(Player.objects.filter(pk__in=moved, entrant__sheets__isnull=False).values_list("pk", flat=True))
    message = _("This player has a sheet in grade %(grade)s, so the grade can no longer change.")
    for row in rows:
        if row.player and "grade" in row.was and row.player.pk in held:
            row.problems.append(message % {"grade": row.player.division.grade})


def _differences(now: PlayerFacts, then: PlayerFacts) -> dict[str, str]:
    """The fields that change, with their earlier values. A team's name in other capitals is the same team."""
    before, after = vars(now), vars(then)
    return {
        name: str(before[name])
        for name in before
        if before[name] != after[name]
        and not (name == "team" and str(before[name]).casefold() == str(after[name]).casefold())
    }


def _warn_of_same_names(rows: list[RosterRow], players: Iterable[Player]) -> None:
    """Warn of a name that is in the file twice, or on the roster under another number: it may be one child."""
    in_file: dict[str, list[RosterRow]] = defaultdict(list)
    for row in rows:
        if row.facts.first_name:
            in_file[same_name(row.facts.name)].append(row)
    for twins in in_file.values():
        for row in twins if len(twins) > 1 else ():
            other = twins[1] if row is twins[0] else twins[0]
            row.warnings.append(_("The same name as in line %(line)s. Is it the same child?") % {"line": other.line})
    numbers = {row.facts.number for row in rows}
    by_length: dict[int, list[tuple[str, RosterRow]]] = defaultdict(list)
    for row in rows:
        by_length[len(_with_gaps(row.facts.name))].append((_with_gaps(row.facts.name), row))
    for player in players:
        if player.number not in numbers:
            name = facts_of(player).name
            gaps = _with_gaps(name)
            close = [row for other, row in by_length[len(gaps)] if LOST in gaps + other and _fits(gaps, other)]
            for row in in_file.get(same_name(name), close):
                message = _("Number %(number)s on the roster has the same name. Is it the same child?")
                row.warnings.append(message % {"number": player.number})


def _with_gaps(name: str) -> str:
    """The folded name with LOST for each question mark; without them where they are too many to recognise it."""
    return fold(name.replace("?", LOST) if name.count("?") <= MOST_LOST else name)


def _fits(name: str, other: str) -> bool:
    """Whether two names of one length differ only where a letter is lost."""
    return all(one == letter or LOST in (one, letter) for one, letter in zip(name, other, strict=True))


def _warn_of_missing_teams(rows: list[RosterRow]) -> None:
    if any(row.facts.team for row in rows):
        for row in rows:
            if not row.facts.team:
                row.warnings.append(_("No team: this player earns points for no team."))
