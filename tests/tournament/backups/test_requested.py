"""A backup that an organiser asks for on *Organise*: made by the worker, once, and named there."""

import os
import time
from datetime import timedelta

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from tests.tournament.making import copies_are_made, publish
from tournament.backups import files
from tournament.models import Job
from tournament.organiser import round_steps
from tournament.organiser.checklist import steps
from tournament.organiser.progress import progress
from tournament.tasks import perform

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def folder(patches_for_all, tmp_path):
    patches_for_all.setattr(settings, "BACKUP_DIR", tmp_path / "backups")
    return settings.BACKUP_DIR


def page(client, fragment: str = "") -> str:
    return client.get(reverse("run", args=["spring"]) + fragment).content.decode()


def test_a_second_press_makes_no_second_backup(client, organiser, event):
    client.force_login(organiser)
    assert "There is no backup of this site yet." in page(client)
    for _press in range(2):
        client.post(reverse("backup-now", args=["spring"]))
    job = Job.objects.get(kind=Job.MAKE_BACKUP)
    assert "data-unfinished" in page(client, "?backup")
    assert "Make one now" not in page(client)
    perform(job.pk)
    (made,) = files.stored_backups()
    assert "data-unfinished" not in page(client, "?backup")
    assert "made with “Make one now”" in page(client)
    assert "within the last minute" in client.post(reverse("backup-now", args=["spring"]), follow=True).content.decode()
    assert Job.objects.filter(kind=Job.MAKE_BACKUP).count() == 1
    os.utime(made.path, (time.time() - 3600,) * 2)
    client.post(reverse("backup-now", args=["spring"]))
    perform(Job.objects.latest("pk").pk)
    assert len(files.stored_backups()) == 2


@pytest.mark.one_database
def test_a_backup_that_cannot_be_made_is_reported_and_asked_for_again(client, organiser, event, folder):
    client.force_login(organiser)
    client.post(reverse("backup-now", args=["spring"]))
    folder.write_text("not a folder")
    for _attempt in range(5):
        perform(Job.objects.get().pk)
        Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert "could not be made" in page(client)
    folder.unlink()
    client.post(reverse("backup-now", args=["spring"]))
    perform(Job.objects.latest("pk").pk)
    assert "could not be made" not in page(client)


@pytest.mark.one_database
def test_the_day_ends_with_a_backup(client, organiser, event, round_24):
    client.force_login(organiser)
    publish(organiser, event, "provisional")
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    client.post(reverse("backup-now", args=["spring"]))
    perform(Job.objects.latest("pk").pk)
    client.post(reverse("publish", args=["spring"]), {"visibility": "final", "confirmed": "on"})
    copies_are_made()
    event.refresh_from_db()

    def last_step():
        return next(each for each in steps(event, progress(event)) if each.title == "Backup")

    assert last_step().waits
    (made,) = files.stored_backups()
    os.utime(made.path, (time.time() + 1,) * 2)
    assert last_step().done
