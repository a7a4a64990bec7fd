"""What is erased, table by table, when names are removed from an event. The tables of the audit trail are
`audit.personal_data`.

Only the action in `anonymise` calls this, within its transaction, while an `Anonymisation` is open.
"""

from functools import partial
from typing import Any, cast

from django.db import transaction
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext as _

from judging.results.ties import draw

from .. import models
from ..audit.personal_data import PAIRS
from ..exports.exported_tables import rows_of
from ..models.append_only import ERASED
from ..standings.brackets import TieSideId
from ..ties.actions import name_of_game

# columns in which people wrote about people
TEXTS: dict[type[Model], tuple[str, ...]] = {
    models.Dispute: ("statement", "answer"),
    models.EventWord: ("why",),
    models.PairRuling: ("reason",),
    models.Penalty: ("reason",),
    models.Rescore: ("reason", "note"),
    models.Ruling: ("reason",),
}


def everything(event: models.Event) -> dict[str, int]:
    """Erase all names of an event. Returns how many of each kind there were."""
    models.Ceremony.objects.filter(event=event).delete()  # it compares standings with names
    _forget_relations(event)
    _empty_joint_standing(event)
    rows_of(event, models.Job).exclude(trouble="").update(trouble="")
    models.CoachLink.objects.filter(event=event, revoked_at=None).update(revoked_at=timezone.now())
    counts = {"players": _rename_players(event), "teams": _rename_teams(event)}
    _rename_seats(event)
    _rename_drawn_teams(event)
    return counts | {
        "texts": sum(_erase_texts(event, table, names) for table, names in TEXTS.items()),
        "pictures": _delete_pictures(event, models.Scan) + _delete_pictures(event, models.DisputePicture),
        "files": models.Import.objects.filter(event=event).delete()[1].get(models.Import._meta.label, 0),
    }


def _empty_joint_standing(event: models.Event) -> None:
    """Take the content of all files of halls and of joint copies. The halls hand in again what has no names."""
    rows_of(event, models.JointTie).delete()  # teams are known by their names
    rows_of(event, models.Hall).update(counted=None)
    rows_of(event, models.HallFile).exclude(document=None).update(document=None, summary=None)
    rows_of(event, models.JointCopy).update(document=None, recount="")
    models.Competition.objects.filter(event=event).update(is_public=False)


def _rename_players(event: models.Event) -> int:
    """Each player is called by their number. Returns how many had another name."""
    renamed = []
    for player in event.players.all():
        name = _("Player %(number)s") % {"number": player.number}
        if (player.first_name, player.last_name) != (name, ""):
            player.first_name, player.last_name = name, ""
            renamed.append(player)
    _save(models.Player, renamed, "first_name", "last_name")
    return len(renamed)


def _rename_seats(event: models.Event) -> None:
    """Each seat at a table of a live game gets the number of its player, or its own number."""
    for seat in models.Seat.objects.filter(table__event=event).select_related("player"):
        number = f"{seat.player.number}" if seat.player else f"#{seat.number}"
        seat.name = f"{number} ({seat.number})"
        seat.save(update_fields=["name"])


def _rename_teams(event: models.Event) -> int:
    """Each team is called by its place in the order in which they were added."""
    teams = list(event.teams.order_by("pk"))
    width = len(str(len(teams)))  # with zeros before it, for names are sorted as texts
    names = {team.pk: _("Team %(number)s") % {"number": f"{at:0{width}}"} for at, team in enumerate(teams, 1)}
    renamed = [team for team in teams if team.name != names[team.pk]]
    for name_of in (lambda team: f"~{team.pk}", lambda team: names[team.pk]):  # no two have one name in between
        for team in renamed:
            team.name = name_of(team)
        _save(models.Team, renamed, "name")
    return len(renamed)


def _rename_drawn_teams(event: models.Event) -> None:
    """Teams were drawn by the hash of their names: keep the order in which they were drawn, and not the names."""
    for tie in models.Tie.objects.filter(event=event, kind=models.TieKind.TEAMS, drawn__drawn_at=None).distinct():
        sides = {side.entrant_id: side for side in tie.drawn.select_related("entrant__team")}
        for at, entrant in enumerate(draw([TieSideId(side) for side in sides.values()], tie.seed), 1):
            side = sides[cast(TieSideId, entrant)]
            side.drawn_as, side.drawn_at = side.entrant.label, at
            side.save(update_fields=["drawn_as", "drawn_at"])
        for game in models.TieGame.objects.filter(tie=tie).select_related("round", "first__team", "second__team"):
            game.round.name = name_of_game(tie, game.first, game.second, game.round)
            game.round.save(update_fields=["name"])


def _save(table: type[Model], rows: list[Any], *columns: str) -> None:
    """Store the columns with the folded name that the search reads."""
    folded: Any = table._meta.get_field("search_name")
    for row in rows:
        folded.pre_save(row, add=False)
    table._default_manager.bulk_update(rows, [*columns, "search_name"], batch_size=500)


def _erase_texts(event: models.Event, table: type[Model], columns: tuple[str, ...]) -> int:
    """Put the mark of what was erased in place of each text."""
    return sum(
        rows_of(event, table).exclude(**{name: ""}).exclude(**{name: ERASED}).update(**{name: ERASED})
        for name in columns
    )


def _delete_pictures(event: models.Event, table: type[models.Scan] | type[models.DisputePicture]) -> int:
    """Delete the files once this is committed; the rows say that there were some. Files that an earlier try left are
    deleted too."""
    rows = rows_of(event, table)
    names = [each.file.name for each in rows if each.file.name and each.file.storage.exists(each.file.name)]
    rows.filter(removed_at=None).update(removed_at=timezone.now())
    storage = table._meta.get_field("file").storage
    for name in names:
        transaction.on_commit(partial(storage.delete, name), robust=True)
    return len(names)


def _forget_relations(event: models.Event) -> None:
    """Delete relations: they would identify players."""
    models.Relation.objects.filter(event=event).delete()
    entries = models.AuditEntry.objects.filter(event_id=event.pk, verb__in=PAIRS)
    models.AuditAbout.objects.filter(
        event_id=event.pk, number__in=list(entries.values_list("number", flat=True))
    ).delete()
