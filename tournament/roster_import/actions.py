"""Players and teams from a file: imported all or nothing, and undone while nothing hangs on them."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common import garbage_collection
from ..imports import actions as imports
from ..models import Entrant, Import, Player, User
from ..roster import dependents
from ..roster.actions import Roster, delete_players, entrants_of
from ..roster.player_details import PlayerFacts, facts_of, players_of
from ..web.permissions import require
from .importer import RosterPlan, plan
from .rows import RowChange


@garbage_collection.paused()
@transaction.atomic
def apply_import(*, by: User, upload: Import, shown: str = "") -> RosterPlan:
    """Do what the dry run showed, all or nothing. The plan is made again from the same file and today's roster; it is
    refused if any row has a problem or it no longer matches the fingerprint `shown`."""
    roster = Roster(upload.event)
    require(by, "roster", roster.event)
    changed = _(
        "The roster has changed since these rows were checked, so nothing was imported. The rows are checked again"
        " here: look at them, then import."
    )
    with imports.applying(upload, plan, shown, changed) as todo:
        for grade in sorted(todo.new_grades):
            roster.open_grade(grade)
        added = roster.add([row.facts for row in todo.rows if row.change == RowChange.NEW])
        changes = [(row.player, row.facts) for row in todo.rows if row.player and row.change == RowChange.CHANGED]
        before = [(player, facts_of(player)) for player, _facts in changes]
        roster.change(changes)
        roster.assign_divisions()
        todo.done = _done(todo, added, before)
    about = [*added, *(player for player, _facts in before)]
    audit.record(roster.event, by, "roster.imported", upload, after=todo.counts(), about=entrants_of(about))
    return todo


def _done(todo: RosterPlan, added: list[Player], changed: list[tuple[Player, PlayerFacts]]) -> dict[str, Any]:
    """The facts that `undo_import` needs: the players as they are now, and the earlier values of those that changed."""
    return {
        "added": {str(player.pk): vars(facts_of(player)) for player in added},
        "changed": {str(player.pk): [vars(before), vars(facts_of(player))] for player, before in changed},
        "grades": sorted(todo.new_grades),
    }


@garbage_collection.paused()
@transaction.atomic
def undo_import(*, by: User, upload: Import) -> Import:
    """Delete the players that an import added, and give the others back what they had. Refused if something was
    recorded about them, or if they were changed since; the sentence says what. A grade that has puzzles by now
    stays."""
    roster = Roster(upload.event)
    require(by, "roster", roster.event)
    with imports.undoing(upload) as done:
        players = _players_of(roster, done)
        added = [players[number] for number in done["added"] if number in players]
        if obstacles := _obstacles(roster, done, players, added):
            raise imports.cannot_undo(obstacles)
        about = entrants_of(list(players.values()))
        roster.change([(players[pk], PlayerFacts(**before)) for pk, (before, _after) in done["changed"].items()])
        delete_players(added)
        roster.assign_divisions()
        grades = roster.event.divisions.filter(grade__in=done["grades"])
        grades.filter(players=None, entrants=None, division_puzzles=None).delete()
    counts = {"players": len(added), "changed": len(done["changed"])}
    audit.record(roster.event, by, "roster.import_undone", upload, before=counts, about=about)
    return upload


def _players_of(roster: Roster, done: dict[str, Any]) -> dict[str, Player]:
    numbers = [int(number) for number in (*done["added"], *done["changed"])]
    return {str(player.pk): player for player in players_of(roster.event, pk__in=numbers)}


def _obstacles(roster: Roster, done: dict[str, Any], players: dict[str, Player], added: list[Player]) -> list[str]:
    sentences = dependents.of_players(added)
    wrote = {**done["added"], **{number: after for number, (_before, after) in done["changed"].items()}}
    for number, facts in wrote.items():
        player = players.get(number)
        if player is None and number in done["changed"]:
            sentences.append(_("Number %(number)s was deleted since.") % {"number": facts["number"]})
        elif player and facts_of(player) != PlayerFacts(**facts):
            sentences.append(_("%(who)s was changed since.") % {"who": player})
    away = Entrant.objects.filter(player__in=added).exclude(status=Entrant.Status.PRESENT)
    message = _("%(who)s was marked as not present since.")
    sentences += [message % {"who": entrant} for entrant in away.select_related("player")]
    sentences += _moved_with_sheets(done, players)
    return sentences + _missing_grades(roster, done)


def _moved_with_sheets(done: dict[str, Any], players: dict[str, Player]) -> list[str]:
    """Players whose grade would change back although they have a sheet in the new one."""
    moved = [players[number] for number, (old, new) in done["changed"].items() if number in players]
    moved = [player for player in moved if done["changed"][str(player.pk)][0]["grade"] != player.division.grade]
    with_sheets = Entrant.objects.filter(player__in=[player.pk for player in moved], sheets__isnull=False).distinct()
    message = _("%(who)s has a sheet in the new grade.")
    return [message % {"who": entrant} for entrant in with_sheets.select_related("player")]


def _missing_grades(roster: Roster, done: dict[str, Any]) -> list[str]:
    missing = {before["grade"] for before, _after in done["changed"].values()} - set(roster.divisions)
    return [_("Grade %(grade)s was removed since.") % {"grade": grade} for grade in sorted(missing)]
