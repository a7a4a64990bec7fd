"""An import, a re-score and final results begin with a backup, or with a choice if that fails."""

import os
import time
from itertools import islice

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.tournament.making import copies_are_made, publish
from tournament.archive import actions as archive
from tournament.backups import files
from tournament.models import Event, Player
from tournament.organiser import round_steps
from tournament.publication import rendering
from tournament.publication.rendering import pages_as_shown
from tournament.rescoring import actions as rescores, checks

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def folder(patches_for_all, tmp_path):
    patches_for_all.setattr(settings, "BACKUP_DIR", tmp_path / "backups")
    patches_for_all.setattr(settings, "AUTOMATIC_BACKUPS", True)
    return settings.BACKUP_DIR


@pytest.fixture(autouse=True)
def one_page(patches_for_all):
    """Copies of the results have one page."""
    patches_for_all.setattr(rendering, "pages_as_shown", lambda *asked: islice(pages_as_shown(*asked), 1))


@pytest.fixture
def publish_final(client, organiser, event, round_24):
    publish(organiser, event, "provisional")
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    client.force_login(organiser)
    final = {"visibility": "final", "confirmed": "on"}

    def post(**more):
        answer = client.post(reverse("publish", args=["spring"]), final | more)
        copies_are_made()
        return answer

    return post


def test_final_results_begin_with_a_backup_and_provisional_ones_do_not(publish_final):
    publish_final(visibility="frozen")
    assert files.stored_backups() == []
    publish_final()
    (made,) = files.stored_backups()
    assert "-before-final" in made.path.name


@pytest.mark.one_database
def test_a_backup_that_fails_leaves_the_choice(publish_final, folder):
    folder.write_text("not a folder")
    refused = publish_final()
    assert refused.status_code == 503
    message = refused.content.decode()
    assert "Nothing has been done yet." in message
    assert "without_backup" in message
    assert Event.objects.get().visibility == "provisional"
    assert publish_final(without_backup="1").status_code == 302
    assert Event.objects.get().visibility == "final"


def test_an_import_begins_with_a_backup(client, organiser, event):
    client.force_login(organiser)
    chosen = {"file": SimpleUploadedFile("roster.csv", b"Number,First name,Last name,Grade\n1,Ada,Lund,3\n")}
    checked = client.post(reverse("roster-import", args=["spring"]), chosen, follow=True)
    assert files.stored_backups() == []
    client.post(checked.request["PATH_INFO"], {"shown": checked.context["plan"].fingerprint})
    assert Player.objects.count() == 1
    (made,) = files.stored_backups()
    assert "-before-import" in made.path.name
    made.path.unlink()
    client.post(checked.request["PATH_INFO"], {"shown": checked.context["plan"].fingerprint})
    assert files.stored_backups() == []  # it was imported already, so nothing will change


def test_a_re_score_begins_with_a_backup(client, event, round_24, entrant, hand_in, work_through, organiser):
    hand_in(round_24, entrant, [(0, "1*2*3*4")])
    work_through()
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    change = checks.void(by=organiser, puzzle=round_24.puzzles.get(), boxes=[0])
    rescore = rescores.propose(by=organiser, event=event, changes=[change], reason="Misprinted.")
    client.force_login(organiser)
    client.post(reverse("rescore-apply", args=["spring", rescore.pk]), {"note": "Misprinted."})
    rescore.refresh_from_db()
    assert rescore.state == "applied"
    assert [each.path.name[17:] for each in files.stored_backups()] == ["-before-rescore.tar.gz"[1:]]


@pytest.mark.one_database
def test_pressing_often_makes_one_backup_a_minute(publish_final, organiser):
    for _press in range(3):
        publish_final()
        publish(organiser, Event.objects.get(), "provisional")
    (made,) = files.stored_backups()
    an_hour_ago = time.time() - 3600
    os.utime(made.path, (an_hour_ago, an_hour_ago))
    publish_final()
    assert len(files.stored_backups()) == 2


def test_an_archived_event_makes_no_backup(publish_final, organiser, event):
    archive.archive(by=organiser, event=event)
    assert publish_final().status_code == 409
    assert files.stored_backups() == []


def test_a_press_that_is_refused_makes_no_backup(client, organiser, event, round_24, entrant, hand_in, work_through):
    hand_in(round_24, entrant, [(0, "1*2*3*4")])
    work_through()
    client.force_login(organiser)
    too_early = {"visibility": "final", "confirmed": "on"}
    assert client.post(reverse("publish", args=["spring"]), too_early).status_code == 409
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    Event.objects.update(rescore_needs_second=True)
    change = checks.void(by=organiser, puzzle=round_24.puzzles.get(), boxes=[0])
    rescore = rescores.propose(by=organiser, event=event, changes=[change], reason="Misprinted.")
    assert client.post(reverse("rescore-apply", args=["spring", rescore.pk]), {"note": ""}).status_code == 409
    assert files.stored_backups() == []
