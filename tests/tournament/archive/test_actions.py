"""Events are archived, brought back, and deleted while nothing is recorded."""

import threading
import uuid

import pytest
from django.core.management import call_command
from django.db import connections, transaction
from django.urls import reverse

from tests.tournament.making import publish
from tournament.archive import actions as archive
from tournament.common.refusals import Refused
from tournament.keying import actions as keyings
from tournament.models import AuditEntry, Event, Result, Submission
from tournament.roster import actions as roster


def said(response) -> str:
    return response.content.decode()


def test_an_archived_event_is_in_no_list_and_stays_public(client, event, organiser):
    archive.archive(by=organiser, event=event)
    assert "Spring Day" not in said(client.get("/"))
    assert client.get(reverse("event", args=["spring"])).status_code == 200
    client.force_login(organiser)
    home = said(client.get("/"))
    assert "Archived events" in home
    assert "This event is archived." in said(client.get(reverse("roster", args=["spring"])))


def test_what_was_archived_is_brought_back(event, organiser):
    archived = archive.archive(by=organiser, event=event)
    with pytest.raises(Refused, match="archived"):
        roster.add_player(by=organiser, event=archived, facts=roster.PlayerFacts(1, "Ada", "", 3))
    back = archive.unarchive(by=organiser, event=archived)
    assert roster.add_player(by=organiser, event=back, facts=roster.PlayerFacts(1, "Ada", "", 3))


def test_work_that_waits_is_done_in_an_archived_event(event, organiser, round_24, entrant, hand_in, work_through):
    hand_in(round_24, entrant, [(0, "1*2*3*4")])
    archive.archive(by=organiser, event=event)
    work_through()
    assert Result.objects.get().points == 10


def test_an_event_with_nothing_recorded_is_deleted_and_its_trail_stays(event, organiser, add_player, capsys):
    add_player(101, team="Otters")
    archive.delete(by=organiser, event=publish(organiser, event, "hidden"))
    assert not Event.objects.exists()
    assert AuditEntry.objects.last().verb == "event.deleted"
    call_command("audit", verify=True)
    assert "is gone" not in capsys.readouterr().out


def test_what_is_recorded_keeps_an_event(event, organiser, round_24, entrant, hand_in):
    hand_in(round_24, entrant, [(0, "1*2*3*4")])
    with pytest.raises(Refused) as why:
        archive.delete(by=organiser, event=event)
    for sentence in ("The public sees this event.", "It has puzzles", "Sheets have been handed out or typed."):
        assert sentence in why.value.sentence


def test_the_page_archives_and_deletes(client, event, organiser):
    client.force_login(organiser)
    page = reverse("event-archive", args=["spring"])
    assert "Bring it back" in said(client.post(page, {"do": "archive"}, follow=True))
    client.post(page, {"do": "unarchive"})
    assert client.post(page, {"do": "delete"}).status_code == 409
    publish(organiser, event, "hidden")
    assert client.post(page, {"do": "delete"})["Location"] == "/"


@pytest.mark.django_db(transaction=True)
def test_what_is_handed_in_while_the_event_is_archived_is_refused(event, organiser, volunteer, round_24, entrant):
    keying = keyings.open_sheet(by=volunteer, round_=round_24, entrant=entrant)
    outcome = []

    def hand_in() -> None:
        line = keyings.TypedLine(uuid.uuid4(), 0, 0, "1*2*3*4", revision=1)
        try:
            keyings.hand_in(by=volunteer, keying=keying, lines=[line])
        except Refused as refused:
            outcome.append(refused.code)
        finally:
            connections.close_all()

    thread = threading.Thread(target=hand_in)
    with transaction.atomic():
        archive.archive(by=organiser, event=event)
        thread.start()
        thread.join(0.3)  # time to come to the lock, where it waits
    thread.join(60)
    assert (outcome, Submission.objects.count()) == (["archived"], 0)
