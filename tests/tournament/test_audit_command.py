"""`manage.py audit --verify` finds what a person with a database shell did to the trail."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tournament.actions import events
from tournament.models import AuditEntry
from tournament.models.append_only import guard, unguard

pytestmark = pytest.mark.django_db


@pytest.fixture
def trail(event, organiser):
    for accent in ("rust", "plum", "moss"):
        events.change(by=organiser, event=event, accent=accent)
    return AuditEntry.objects.filter(event_id=event.pk)


def verify(**options) -> tuple[int, str]:
    out = io.StringIO()
    try:
        call_command("audit", verify=True, stdout=out, **options)
    except SystemExit as stop:
        return stop.code, out.getvalue()
    return 0, out.getvalue()


def tamper(statement: str) -> None:
    unguard(connection)
    with connection.cursor() as cursor:
        cursor.execute(statement)
    guard(connection)


def test_a_whole_trail_is_0_and_prints_its_head(trail):
    code, said = verify()
    last = trail.last()
    assert (code, f"Head {last.number}:{last.hash}" in said) == (0, True)


@pytest.mark.parametrize(
    "statement, at",
    [
        ("UPDATE tournament_auditentry SET why = 'because' WHERE number = 3", 3),
        ("DELETE FROM tournament_auditentry WHERE number = 2", 2),
        ("UPDATE tournament_auditentry SET number = number + 100 WHERE number = 4", 4),
    ],
)
def test_the_first_fault_is_named(trail, statement, at):
    tamper(statement)
    code, said = verify()
    assert (code, f"entry {at} " in said) == (1, True)


def test_a_tail_cut_off_shows_against_the_counter(trail):
    tamper(f"DELETE FROM tournament_auditentry WHERE number = {trail.count()}")
    assert verify()[0] == 1


def test_a_tail_cut_off_with_the_counter_shows_against_a_printed_head(event, trail):
    last = trail.last()
    printed = f"{last.number}:{last.hash}"
    assert verify(event=event.slug, head=printed)[0] == 0
    tamper(f"DELETE FROM tournament_auditentry WHERE number = {last.number}")
    before = trail.last()
    tamper(f"UPDATE tournament_audithead SET number = {before.number}, hash = '{before.hash}'")
    assert verify(event=event.slug)[0] == 0
    code, said = verify(event=event.slug, head=printed)
    assert (code, "ends before entry" in said) == (1, True)


def test_a_head_needs_its_event():
    with pytest.raises(CommandError, match="--event"):
        verify(head="1:abc")
