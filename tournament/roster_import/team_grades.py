"""Which grade teams would play in after an import: the highest of their members (NT-ST-3)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _, ngettext

from ..models import Event, Player
from .rows import RosterRow, RowChange

MOST = 10  # warnings


class TeamGrades:
    """The teams of a roster as it would be after the rows are imported."""

    def __init__(self, event: Event, players: Iterable[Player], rows: list[RosterRow]):
        self.event, self.rows = event, rows
        self.names: dict[str, str] = {}
        self.present: dict[str, set[int]] = defaultdict(set)
        self.grades: dict[str, set[int]] = defaultdict(set)
        in_file = {row.facts.number for row in rows}
        for player in players:
            if player.team:
                self._add(self.present, player.team.name, player.division.grade)
                if player.number not in in_file:
                    self._add(self.grades, player.team.name, player.division.grade)
        for row in rows:
            if row.facts.team and row.facts.grade:
                self._add(self.grades, row.facts.team, row.facts.grade)

    def _add(self, grades: dict[str, set[int]], name: str, grade: int) -> None:
        self.names.setdefault(name.casefold(), name)
        grades[name.casefold()].add(grade)

    def warnings(self) -> Iterator[str]:
        """A sentence for each team of the file with several grades, and what follows from it."""
        of_file = {row.facts.team.casefold() for row in self.rows}
        mixed = [name for name, grades in self.grades.items() if len(grades) > 1 and name in of_file]
        for name in mixed[:MOST]:
            message = _("Team %(team)s has players of the grades %(grades)s. It plays in grade %(highest)s.")
            grades = ", ".join(map(str, sorted(self.grades[name])))
            yield message % {"team": self.names[name], "grades": grades, "highest": max(self.grades[name])}
        more = len(mixed) - MOST
        if more > 0:
            message = ngettext(
                "%(count)s more team has players of several grades.",
                "%(count)s more teams have players of several grades.",
                more,
            )
            yield message % {"count": more}

    def add_problems(self) -> None:
        """Add a problem to each row that would move a team with sheets to another grade."""
        moved = {
            name: max(present)
            for name, present in self.present.items()
            if self.grades[name] and max(self.grades[name]) != max(present)
        }
        held = self._with_sheets(moved) if moved else set()
        for row in self.rows:
            now = row.was.get("team", row.facts.team) if row.player else ""
            for name in {now.casefold(), row.facts.team.casefold()} & held:
                if row.change not in {RowChange.SAME, RowChange.PROBLEM}:
                    message = _("Team %(team)s has a sheet in grade %(grade)s, and would play in grade %(highest)s.")
                    facts = {"team": self.names[name], "grade": moved[name], "highest": max(self.grades[name])}
                    row.problems.append(message % facts)
                    row.change, row.was = RowChange.PROBLEM, {}

    def _with_sheets(self, names: Iterable[str]) -> set[str]:
        teams = self.event.teams.filter(entrant__sheets__isnull=False).distinct()
        return {team.name.casefold() for team in teams} & set(names)
