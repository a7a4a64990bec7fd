"""One event goes back to a backup: all that it had then, nothing of the other events, and a trail that says so."""

import datetime

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from tests.tournament.exports.conftest import hall
from tests.tournament.exports.counting import recount
from tests.tournament.making import judge_sheets, publish
from tournament.archive import actions as archive
from tournament.backups import actions as backups, files
from tournament.disputes import coach_links
from tournament.exports import public
from tournament.exports.exported_tables import rows_of, tables_of_events
from tournament.jobs import queue as jobs
from tournament.models import (
    AuditEntry,
    AuditHead,
    CoachLink,
    Event,
    Job,
    Keying,
    Membership,
    Publication,
    Result,
    Scan,
    Submission,
    Table,
    User,
)
from tournament.organiser import actions as events
from tournament.restoring.one_event import restore_event

pytestmark = pytest.mark.django_db(transaction=True)
__all__ = ["hall"]
CHANGED_BY_IT = {"AuditEntry", "AuditAbout", "AuditHead", "Change", "ChangeHead", "Job"}


@pytest.fixture(autouse=True)
def folder(patches_for_all, tmp_path):
    patches_for_all.setattr(settings, "BACKUP_DIR", tmp_path / "backups")
    return settings.BACKUP_DIR


def rows(event: Event) -> dict[str, list]:
    tables = [table for table in tables_of_events() if table.__name__ not in CHANGED_BY_IT]
    return {table.__name__: list(rows_of(event, table).values_list()) for table in tables}


def restored(path, slug: str = "spring") -> Event:
    restore_event(by=None, path=path, slug=slug)
    return Event.objects.get(slug=slug)


def test_an_event_goes_back_and_the_others_go_on(hall, client, add_player, round_24, hand_in):
    event = publish(hall.people["organiser"], hall.event, "provisional")
    before, counted = rows(event), public.document(event)
    path = backups.make()
    head, number = AuditHead.objects.get(event=event), event.change_number
    other = Event.objects.get(slug="other")
    (line,) = hand_in(round_24, add_player(205, first_name="Grace"), [(0, "4!")])
    judge_sheets(line.sheet_id)
    events.change(by=hall.people["organiser"], event=event, name="Renamed")
    events.change(by=hall.people["outsider"], event=other, name="Elsewhere, later")
    discarded = AuditHead.objects.get(event=event)
    last = Keying.objects.latest("pk").pk
    undo = restore_event(by=None, path=path, slug="spring")
    event = Event.objects.get(slug="spring")
    assert rows(event) == before
    assert not recount(public.document(event)).wrong
    assert recount(public.document(event)).points == recount(counted).points
    assert Event.objects.get(slug="other").name == "Elsewhere, later"
    entry = AuditEntry.objects.filter(event_id=event.pk).latest("number")
    assert (entry.verb, entry.number, entry.previous) == ("event.restored", head.number + 1, head.hash)
    assert entry.before["head"] == f"{discarded.number}:{discarded.hash}"
    call_command("audit", verify=True)
    assert event.change_number > number + 100  # no process takes a page that it kept for this state's
    assert "Grace" not in client.get(reverse("event", args=["spring"])).content.decode()
    with pytest.raises(Exception, match="append-only"):
        Submission.objects.update(text="x")
    hand_in(round_24, add_player(206), [(0, "4!")])
    assert Keying.objects.latest("pk").pk > last  # no open page of the discarded state leads to it
    assert restored(undo).name == "Renamed"
    assert Result.objects.filter(entrant__player__number=205).exists()


def test_what_people_may_do_does_not_go_back(hall):
    path = backups.make()
    Membership.objects.filter(event=hall.event, user__username="vera").delete()
    link = CoachLink.objects.filter(revoked_at=None).first()
    coach_links.revoke(by=hall.people["organiser"], link=link)
    User.objects.filter(username="ora").update(first_name="New")
    restored(path)
    assert not Membership.objects.filter(event=hall.event, user__username="vera").exists()
    assert CoachLink.objects.get(pk=link.pk).revoked_at
    assert User.objects.get(username="ora").first_name == "New"


@pytest.mark.one_database
def test_a_job_that_outlived_its_import_is_no_hindrance(hall):
    job = jobs.ensure(Job.HAND_IN_LINES, hall.event.imports.first().pk)
    path = backups.make()
    hall.event.imports.all().delete()
    restored(path)
    assert hall.event.imports.filter(pk=Job.objects.get(pk=job.pk).subject).exists()


@pytest.mark.one_database
def test_the_public_is_shown_no_more_than_before(hall):
    publish(hall.people["organiser"], hall.event, "provisional")
    path = backups.make()
    publish(hall.people["organiser"], hall.event, "hidden")
    assert restored(path).visibility == "hidden"


@pytest.mark.one_database
def test_pictures_that_are_missing_come_back(hall):
    path = backups.make()
    scan = Scan.objects.first()
    content = scan.file.read()
    scan.file.storage.delete(scan.file.name)
    restored(path)
    assert Scan.objects.get(pk=scan.pk).file.read() == content


def archived(hall) -> None:
    archive.archive(by=hall.people["organiser"], event=hall.event)


def signed(hall) -> None:
    now = timezone.now()
    organiser = hall.people["organiser"]
    hall.event.publications.create(kind=Publication.Kind.FINAL, made_by=organiser, made_at=now, ready_at=now)


def being_copied(hall) -> None:
    organiser = hall.people["organiser"]
    hall.event.publications.create(kind=Publication.Kind.FREEZE, made_by=organiser, made_at=timezone.now())


def being_played(hall) -> None:
    facts = {"code": "abc", "pin": "123456", "game": "countdown", "stage": "playing", "seed": "0", "event": hall.event}
    Table.objects.create(made_at=timezone.now(), **facts)


def somebody_else(hall) -> None:
    User.objects.filter(username="vera").update(username="wanda")


def moved(hall) -> None:
    Event.objects.filter(pk=hall.event.pk).update(slug="moved")


def of_another_event(hall) -> None:
    other = Event.objects.get(slug="other")
    hall.event.divisions.filter(players=None).update(event=other)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (archived, "is archived"),
        (signed, "were signed after"),
        (being_copied, "is being made"),
        (being_played, "is being played"),
        (somebody_else, "any more: vera"),
        (moved, "no event “spring” here"),
        (of_another_event, "does not fit"),
    ],
)
def test_what_does_not_fit_is_refused_and_changes_nothing(hall, change, sentence):
    path = backups.make()
    events.change(by=hall.people["organiser"], event=hall.event, name="Renamed")
    change(hall)
    with pytest.raises(CommandError, match=sentence) as refused:
        call_command("restore", path, yes=True, event="spring")
    assert refused.value.returncode == 2
    assert Event.objects.get(pk=hall.event.pk).name == "Renamed"
    with pytest.raises(Exception, match="append-only"):
        Submission.objects.update(text="x")


@pytest.mark.one_database
def test_an_event_that_is_not_in_the_backup_is_refused(hall):
    path = backups.make()
    events.create(by=hall.people["outsider"], name="Later", held_on=datetime.date(2027, 1, 1), grades=[3])
    with pytest.raises(files.CannotRestore, match="“later” is not in this backup"):
        restored(path, "later")
