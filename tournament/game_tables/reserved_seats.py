"""Seats reserved for the players of a fixture. Nobody else can take them."""

from collections.abc import Collection

from django.utils.translation import gettext as _, gettext_lazy

from ..common.refusals import Refused
from ..models import Event, Fixture, Player, Seat, Table
from ..models.play import NAME

SEATED = gettext_lazy("This player has a seat already. The host can bring the seat to this phone.")


def reserved(table: Table) -> list[Player]:
    """The players of the table's fixture in their order; none if it has no fixture."""
    fixture = Fixture.objects.filter(table=table).first()
    return [] if fixture is None else [side.player for side in fixture.sides.select_related("player")]


def missing(table: Table) -> list[Player]:
    """The reserved players who have no seat, or wait for one."""
    taken = Seat.objects.filter(table=table, removed_at=None, approved_at__isnull=False)
    seated = set(taken.values_list("player", flat=True))
    return [player for player in reserved(table) if player.pk not in seated]


def refuse_strangers(table: Table, player: Player | None) -> None:
    """Raise Refused for a player who does not belong to the table's fixture."""
    expected: Collection[Player] = reserved(table)
    if expected and player not in expected:
        raise Refused("not_expected", _("This table is for the players of its game. Choose one of them."))


def seat_name(event: Event, player: Player) -> str:
    """The name of a player at a table: as much as the event makes public, and short enough for a seat."""
    return player.public_name(event)[:NAME].rstrip()
