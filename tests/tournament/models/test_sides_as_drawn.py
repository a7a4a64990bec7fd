"""Ties that were drawn before their sides kept what was hashed: the migration fills it in, both ways."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from tournament.models import Tie
from tournament.record.tiebreakers import as_played

BEFORE, AFTER = ("tournament", "0013_kin_of_pair_rulings"), ("tournament", "0014_sides_as_drawn")


def migrated(to: tuple[str, str]):
    """The models as they are after this migration."""
    MigrationExecutor(connection).migrate([to])
    return MigrationExecutor(connection).loader.project_state([to]).apps


@pytest.fixture
def newest():
    yield
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


@pytest.mark.django_db(transaction=True)
def test_sides_that_are_there_are_written_as_they_are_called_today(newest, event, organiser, add_player):
    one, two = add_player(101, team="Owls"), add_player(7, team="Otters")
    division = event.divisions.get(grade=3)
    was = migrated(BEFORE)
    for kind, sides in (
        ("players", (one, two)),
        ("teams", (one.player.team.entrant, two.player.team.entrant)),
    ):
        tie = was.get_model("tournament", "Tie").objects.create(
            event_id=event.pk,
            division_id=division.pk,
            kind=kind,
            place=1,
            seed="seed",
            made_by_id=organiser.pk,
            made_at=timezone.now(),
        )
        tie.sides.set([side.pk for side in sides])
    migrated(AFTER)
    drawn = {tie.kind: sorted(map(str, as_played(tie).bracket.sides)) for tie in Tie.objects.all()}
    assert drawn == {"players": ["101", "7"], "teams": ["Otters", "Owls"]}
    sides = {tie.kind: set(tie.sides.values_list("pk", flat=True)) for tie in Tie.objects.all()}
    was = migrated(BEFORE).get_model("tournament", "Tie")
    back = {tie.kind: set(tie.sides.values_list("pk", flat=True)) for tie in was.objects.all()}
    assert back == sides
