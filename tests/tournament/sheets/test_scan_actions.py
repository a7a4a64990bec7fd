"""Pictures of sheets: kept once, seen by few, and gone when they are deleted."""

import resource
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.storage import storages
from django.db import IntegrityError
from django.urls import reverse

from tests.tournament.scanning.making import half_red, stored
from tests.tournament.set_up import made_once
from tournament.audit import trail as audit
from tournament.backups import actions as backups
from tournament.backups.files import stored_pictures
from tournament.common.refusals import Refused
from tournament.keying import actions as keyings
from tournament.models import AuditEntry, Dispute, DisputePicture, Relation, Scan, Sheet
from tournament.scanning import Picture, clean
from tournament.sheets import actions as sheets, scan_actions
from tournament.sheets.scans import file_exists, may_see, visible
from tournament.web.permissions import capabilities

pytestmark = pytest.mark.django_db


def picture(width: int = 120) -> list[Picture]:
    return clean(stored(half_red(width)), "photo.png")


def on_disk() -> set[Path]:
    return {path for path in (settings.VAR_DIR / "private").rglob("*") if path.is_file()}


@pytest.fixture
@made_once
def sheet(organiser, entrant, round_24) -> Sheet:
    sheets.print_(by=organiser, round_=round_24)
    return Sheet.objects.get()


@pytest.fixture
@made_once
def scan(volunteer, sheet) -> Scan:
    return scan_actions.attach(by=volunteer, sheet=sheet, pictures=picture()).scans[0]


def test_a_picture_is_kept_for_our_own_account_below_nothing_that_is_served(scan):
    path = Path(scan.file.path)
    assert path.is_relative_to(settings.VAR_DIR / "private")
    assert not path.is_relative_to(settings.STATIC_ROOT)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_bytes() == picture()[0].jpeg
    assert (scan.width, scan.height) == (120, 80)


@pytest.fixture
def other_storage(settings, monkeypatch):
    """As with STORAGES in the environment: the fields take it when the program starts."""
    settings.STORAGES = {**settings.STORAGES, "pictures": {"BACKEND": "django.core.files.storage.InMemoryStorage"}}
    for table in (Scan, DisputePicture):
        monkeypatch.setattr(table._meta.get_field("file"), "storage", storages["pictures"])


@pytest.mark.one_database
@pytest.mark.django_db(transaction=True)
def test_pictures_may_be_in_another_storage(other_storage, client, organiser, scan, settings, tmp_path):
    settings.BACKUP_DIR, before = tmp_path, on_disk()
    address = reverse("scan", args=["spring", scan.pk])
    client.force_login(organiser)
    content = b"".join(client.get(address).streaming_content)
    assert content == picture()[0].jpeg
    path = backups.make()
    scan.file.storage.delete(scan.file.name)
    assert client.get(address).status_code == 404
    backups.restore(path)
    assert b"".join(client.get(address).streaming_content) == content
    scan_actions.remove(by=organiser, scan=scan)
    assert list(stored_pictures()) == []
    assert on_disk() == before


def test_the_same_picture_twice_is_kept_once(scan, other_volunteer, sheet):
    before = on_disk()
    again = scan_actions.attach(by=other_volunteer, sheet=sheet, pictures=[*picture(), *picture()])
    assert (again.scans, again.new) == ([scan], 0)
    assert on_disk() == before
    assert AuditEntry.objects.filter(verb="scan.attached").count() == 1


def test_a_sheet_has_several_pages(volunteer, sheet):
    done = scan_actions.attach(by=volunteer, sheet=sheet, pictures=[*picture(100), *picture(110)])
    assert [each.width for each in done.scans] == [100, 110]
    assert done.new == 2


def test_more_than_twenty_pictures_are_refused_and_leave_no_files(volunteer, sheet):
    before = on_disk()
    with pytest.raises(Refused) as refused:
        scan_actions.attach(by=volunteer, sheet=sheet, pictures=[each for at in range(21) for each in picture(80 + at)])
    assert refused.value.code == "too_many"
    assert on_disk() == before


def test_a_picture_that_finds_no_room_leaves_no_half_of_it(volunteer, sheet):
    before, pictures = on_disk(), picture()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(pictures[0].jpeg) - 1, hard))
    try:
        with pytest.raises(OSError):
            scan_actions.attach(by=volunteer, sheet=sheet, pictures=pictures)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert on_disk() == before


@pytest.mark.postgresql
def test_a_transaction_that_fails_leaves_no_files(volunteer, sheet, monkeypatch):
    before = on_disk()

    def broken(*_args, **_more):
        raise IntegrityError("the database is full")

    monkeypatch.setattr(audit, "record", broken)
    with pytest.raises(IntegrityError):
        scan_actions.attach(by=volunteer, sheet=sheet, pictures=picture())
    assert on_disk() == before
    assert not Scan.objects.exists()


def test_a_picture_taken_away_leaves_the_disk_and_stays_on_record(scan, volunteer, django_capture_on_commit_callbacks):
    path = Path(scan.file.path)
    with django_capture_on_commit_callbacks(execute=True):
        assert scan_actions.remove(by=volunteer, scan=scan, why="Wrong sheet")
    assert not path.exists()
    assert Scan.objects.get().removed_at
    assert AuditEntry.objects.get(verb="scan.removed").before == {"digest": scan.digest}
    assert not scan_actions.remove(by=volunteer, scan=scan)


def test_a_picture_taken_away_can_come_back(scan, volunteer, sheet, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        scan_actions.remove(by=volunteer, scan=scan)
    again = scan_actions.attach(by=volunteer, sheet=sheet, pictures=picture())
    assert again.new == 1
    assert file_exists(again.scans[0])


def test_only_an_organiser_or_whoever_sent_it_takes_a_picture_away(scan, other_volunteer, judge_user, organiser):
    for somebody in (other_volunteer, judge_user):
        with pytest.raises(Refused) as refused:
            scan_actions.remove(by=somebody, scan=scan)
        assert refused.value.status == 403
    assert scan_actions.remove(by=organiser, scan=scan)


def test_evidence_in_a_dispute_is_taken_away_by_an_organiser_alone(scan, volunteer, organiser, sheet):
    Dispute.objects.create(
        event=sheet.round.event,
        sheet=sheet,
        statement="Look again",
        filed_by=organiser,
        filed_at=scan.uploaded_at,
    )
    with pytest.raises(Refused) as refused:
        scan_actions.remove(by=volunteer, scan=scan)
    assert refused.value.code == "disputed"
    assert scan_actions.remove(by=organiser, scan=scan)


# Who sees it


def sees(user, scan) -> bool:
    return may_see(user, capabilities(user, scan.sheet.round.event), scan)


def test_who_sees_a_picture(scan, volunteer, other_volunteer, judge_user, organiser, round_24, entrant):
    assert sees(organiser, scan)
    assert sees(judge_user, scan)
    assert sees(volunteer, scan)  # she sent it
    assert not sees(other_volunteer, scan)
    keying = keyings.open_sheet(by=other_volunteer, round_=round_24, entrant=entrant)
    assert sees(other_volunteer, scan)
    keyings.put_back(by=other_volunteer, keying=keying)
    assert not sees(other_volunteer, scan)


def test_who_sent_one_picture_sees_no_other(scan, other_volunteer, sheet):
    hers = scan_actions.attach(by=other_volunteer, sheet=sheet, pictures=picture(90)).scans
    assert visible(other_volunteer, frozenset({"custody"}), sheet) == hers


def related(event, user, player) -> None:
    Relation.objects.create(event=event, user=user, player=player)


def test_a_relative_sees_and_sends_none_unless_she_is_an_organiser_or_a_judge(
    scan, event, volunteer, judge_user, organiser, sheet, entrant
):
    for who in (volunteer, judge_user, organiser):
        related(event, who, entrant.player)
    assert [sees(who, scan) for who in (volunteer, judge_user, organiser)] == [False, True, True]
    with pytest.raises(Refused) as refused:
        scan_actions.attach(by=volunteer, sheet=sheet, pictures=picture(90))
    assert refused.value.code == "related"
