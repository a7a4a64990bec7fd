"""Every decision leaves one entry, and the chain shows any that was altered, removed or slipped in."""

import pytest

from tests.tournament.chains import first_fault
from tournament.models import AuditEntry, AuditHead
from tournament.organiser import actions as events

pytestmark = pytest.mark.django_db


def entries(event) -> list[AuditEntry]:
    return list(AuditEntry.objects.filter(event_id=event.pk).order_by("number"))


def test_entries_are_numbered_without_gaps_and_name_who_and_what(event, organiser):
    events.change(by=organiser, event=event, accent="rust")
    numbers = [entry.number for entry in entries(event)]
    assert numbers == list(range(1, len(numbers) + 1))
    last = entries(event)[-1]
    assert (last.verb, last.by_id, last.before["accent"], last.after["accent"]) == (
        "event.changed",
        organiser.pk,
        "teal",
        "rust",
    )
    assert AuditHead.objects.get(event=event).hash == last.hash


def test_an_untouched_chain_has_no_fault(event):
    assert first_fault(entries(event)) is None


@pytest.mark.parametrize("field, value", [("why", "because"), ("by_id", 999), ("after", {"slug": "x"}), ("verb", "x")])
def test_an_altered_entry_is_the_first_fault(event, organiser, field, value):
    for accent in ("rust", "plum"):
        events.change(by=organiser, event=event, accent=accent)
    chain = entries(event)
    setattr(chain[1], field, value)
    assert first_fault(chain) == 2


def test_a_missing_entry_is_found_where_it_is_missing(event, organiser):
    for accent in ("rust", "plum", "moss"):
        events.change(by=organiser, event=event, accent=accent)
    chain = entries(event)
    del chain[2]
    assert first_fault(chain) == 3


def test_a_refused_action_leaves_no_entry(event, organiser):
    before = AuditEntry.objects.count()
    with pytest.raises(Exception, match="not a time zone"):
        events.change(by=organiser, event=event, time_zone="Mars/Olympus")
    assert AuditEntry.objects.count() == before
