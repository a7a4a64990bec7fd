"""`manage.py audit --verify` finds what a person with a database shell did to the trail."""

import datetime
import io

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tournament.audit import trail as audit
from tournament.audit.trail import entry_hash
from tournament.models import AuditEntry
from tournament.models.append_only import guard, unguard
from tournament.organiser import actions as events

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


def tamper(statement: str, *values: object) -> None:
    unguard(connection)
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
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


@pytest.mark.parametrize(
    "field, value",
    [
        ("at", "'2020-01-01 00:00:00+00:00'"),
        ("by_id", "12345"),
        ("verb", "'event.published'"),
        ("subject", "'round'"),
        ("subject_id", "12345"),
        ("before", "'{}'"),
        ("after", "'{}'"),
        ("previous", "'abc'"),
        ("hash", "'abc'"),
    ],
)
def test_no_field_of_an_entry_can_be_altered_unnoticed(trail, field, value):
    tamper(f"UPDATE tournament_auditentry SET {field} = {value} WHERE number = 3")
    code, said = verify()
    assert (code, "entry 3 " in said) == (1, True)


NO_TIMES = {
    "sqlite": ["last week", "", "2026-13-40 25:61:00", "0001-01-01 00:00:00+05:00", 5, b"5"],
    "postgresql": ["infinity", "-infinity", "20260-05-09", "0044-03-15 BC"],
}


def test_a_time_that_cannot_be_read_any_more_is_a_fault_like_the_others(trail):
    for value in NO_TIMES[connection.vendor]:
        tamper("UPDATE tournament_auditentry SET at = %s WHERE number = 3", value)
        code, said = verify()
        assert (code, "entry 3 is altered" in said) == (1, True), value


def test_a_field_that_is_no_json_any_more_is_a_fault_like_the_others(trail):
    if connection.vendor == "postgresql":
        pytest.skip("PostgreSQL takes nothing but JSON")
    tamper("PRAGMA ignore_check_constraints = ON")
    for value in ("{", b"{", "[" * 100_000):
        tamper("UPDATE tournament_auditentry SET after = %s WHERE number = 3", value)
        code, said = verify()
        assert (code, "entry 3 is altered" in said) == (1, True), value[:5]
    tamper("PRAGMA ignore_check_constraints = OFF")


def test_an_entry_slipped_in_is_found(event, trail):
    last = trail.last()
    copy = AuditEntry.objects.get(number=3, event_id=event.pk)
    copy.pk, copy.number, copy.previous = None, last.number + 1, last.hash
    copy.save(force_insert=True)
    code, said = verify()
    assert (code, f"entry {copy.number} " in said) == (1, True), "its hash is not its own"


def test_an_entry_that_is_chained_well_and_not_counted_is_found(event, trail):
    last = trail.last()
    copy = AuditEntry.objects.get(number=3, event_id=event.pk)
    copy.pk, copy.number, copy.previous = None, last.number + 1, last.hash
    copy.hash = entry_hash(copy)
    copy.save(force_insert=True)
    code, said = verify()
    assert (code, "behind the last that was counted" in said) == (1, True)


@pytest.mark.parametrize(
    "statement, said",
    [
        ("UPDATE tournament_audithead SET hash = 'abc'", "one of the two was altered"),
        ("UPDATE tournament_audithead SET number = number - 1", "one of the two was altered"),
        ("UPDATE tournament_audithead SET number = number + 1", "the last entries are missing"),
        ("UPDATE tournament_audithead SET number = 0, hash = ''", "gone or was reset"),
        ("DELETE FROM tournament_audithead", "gone or was reset"),
    ],
)
def test_a_counter_that_was_altered_is_found(trail, statement, said):
    tamper(statement)
    code, told = verify()
    assert (code, said in told) == (1, True)


def test_a_trail_that_was_emptied_is_found(trail):
    tamper("DELETE FROM tournament_auditentry")
    assert verify()[0] == 1
    tamper("DELETE FROM tournament_audithead")
    code, said = verify()
    assert (code, "the trail is gone" in said) == (1, True)


def test_one_fault_does_not_hide_that_of_another_event(event, trail, organiser):
    events.create(by=organiser, name="Autumn", slug="autumn", held_on=datetime.date(2026, 10, 3), grades=[3])
    tamper("UPDATE tournament_auditentry SET why = 'because' WHERE number = 1")
    code, said = verify()
    assert (code, said.count("entry 1 is altered")) == (1, 2)
    tamper(f"UPDATE tournament_auditentry SET why = '' WHERE event_id = {event.pk}")
    assert (verify(event="spring")[0], verify(event="autumn")[0]) == (0, 1)


def test_a_head_that_was_printed_earlier_is_in_the_trail_for_ever(event, trail, organiser):
    printed = audit.head_line(event).rpartition(": ")[2]
    events.change(by=organiser, event=event, accent="slate")
    assert verify(event=event.slug, head=printed)[0] == 0
    number, _, digest = printed.partition(":")
    wrong = f"{number}:{digest[::-1]}"
    code, said = verify(event=event.slug, head=wrong)
    assert (code, "is not the one that was printed" in said) == (1, True)


@pytest.mark.parametrize("head", ["5", "abc", "5:", "5:xyz", "-1:" + "0" * 64])
def test_a_head_that_nobody_printed_is_2(event, head):
    with pytest.raises(CommandError, match="NUMBER:HASH"):
        verify(event=event.slug, head=head)


def test_a_mention_that_was_altered_is_no_fault(event, trail):
    """Which histories show an entry is an index: it is guarded like the entries, and proves nothing."""
    tamper("UPDATE tournament_auditabout SET kind_id = kind_id + 1")
    assert verify()[0] == 0


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
        verify(head="1:" + "0" * 64)
