"""The database itself refuses to change what was written, whoever asks."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from tournament.models import AuditEntry, PuzzleSet, PuzzleSetVersion, PuzzleVersion, Submission
from tournament.models.append_only import GUARDED

pytestmark = pytest.mark.django_db


def refused(statement: str, *values) -> None:
    with (
        pytest.raises(IntegrityError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement, values)


def test_a_recorded_line_cannot_be_edited_past_the_orm(round_24, entrant, hand_in):
    (line,) = hand_in(round_24, entrant, [(0, "1*2*3*4")])
    refused("UPDATE tournament_submission SET text = '24' WHERE id = %s", line.pk)
    refused("DELETE FROM tournament_submission WHERE id = %s", line.pk)
    assert Submission.objects.get().text == "1*2*3*4"


BY_THE_BACK_DOOR = {
    "sqlite": "REPLACE INTO tournament_submission SELECT * FROM tournament_submission",
    "postgresql": "TRUNCATE tournament_submission CASCADE",
}


def test_each_database_has_a_back_door_of_its_own_and_it_is_shut(round_24, entrant, hand_in):
    hand_in(round_24, entrant, [(0, "1*2*3*4")])
    connection.check_constraints()  # settles what is deferred, which PostgreSQL wants before it truncates
    refused(BY_THE_BACK_DOOR[connection.vendor])
    assert Submission.objects.count() == 1


def test_an_audit_entry_and_a_puzzle_version_stay_as_they_are(round_24):
    refused("UPDATE tournament_auditentry SET why = 'because'")
    refused("UPDATE tournament_puzzleversion SET number = 9")
    assert PuzzleVersion.objects.get().number == 1
    assert not AuditEntry.objects.exclude(why="").exists()


TRIGGERS = {
    "sqlite": "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s",
    "postgresql": "SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal AND tgrelid = to_regclass(%s)",
}


@pytest.mark.parametrize("table", GUARDED)
def test_every_guarded_table_still_has_its_two_triggers_after_all_migrations(table):
    with connection.cursor() as cursor:
        cursor.execute(TRIGGERS[connection.vendor], [table])
        assert cursor.fetchone() == (2,)


def test_a_locked_puzzle_set_never_changes(organiser, event):
    draft = PuzzleSet.objects.create(
        event=event, name="A", format="conundrum", seed="0" * 32, count=1, made_by=organiser, made_at=timezone.now()
    )
    PuzzleSetVersion.objects.create(
        set=draft, number=1, document="{}", digest="0" * 64, made_by=organiser, made_at=timezone.now()
    )
    refused("UPDATE tournament_puzzlesetversion SET document = 'other'")
    refused("DELETE FROM tournament_puzzlesetversion")
    assert PuzzleSetVersion.objects.get().document == "{}"
