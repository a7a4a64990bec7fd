"""The pages of backups: only for the site's administrator, who types their password again."""

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from tests.tournament.making import make_user
from tournament.backups import actions as backups
from tournament.models import AuditEntry, Event, FirstAccount, User
from tournament.organiser import actions as events

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def folder(patches_for_all, tmp_path):
    patches_for_all.setattr(settings, "BACKUP_DIR", tmp_path / "backups")
    return settings.BACKUP_DIR


@pytest.fixture
def administrator(client):
    user = make_user("root")
    user.set_password("a long password")
    user.save()
    FirstAccount.objects.create(pk=1, user=user, made_at=timezone.now())
    client.force_login(user)
    return user


@pytest.fixture
def use(client):
    def post(path, choice: str, password: str = "a long password"):
        return client.post(reverse("backup", args=[path.name]), {"use": choice, "password": password})

    return post


@pytest.fixture
def spoilt(event, organiser, round_24, entrant, hand_in):
    """A backup, and an event that was renamed since, beside one that was made since."""
    path = backups.make()
    hand_in(round_24, entrant, [(0, "4!")])
    events.change(by=organiser, event=event, name="Spoilt")
    events.create(by=organiser, name="Later", held_on=event.held_on, grades=[3])
    return path


def test_the_page_says_what_would_be_gone(administrator, client, spoilt):
    assert spoilt.name in client.get(reverse("backups")).content.decode()
    page = client.get(reverse("backup", args=[spoilt.name])).content.decode()
    assert "1 sheet handed in" in page
    assert "gone if the whole site goes back:" in page
    assert "<bdi>Later</bdi>" in page


def test_times_are_those_of_the_event_that_the_pages_were_opened_from(administrator, client, spoilt, event):
    Event.objects.filter(pk=event.pk).update(time_zone="Asia/Tokyo")
    for address in (reverse("backups"), reverse("backup", args=[spoilt.name])):
        assert "UTC" in client.get(address).content.decode()
        assert "Asia/Tokyo" in client.get(f"{address}?event={event.slug}").content.decode()


def test_an_administrator_without_an_event_finds_them_from_their_account(administrator, client):
    assert f'href="{reverse("backups")}"' in client.get(reverse("account")).content.decode()


def test_one_event_goes_back_and_its_trail_names_the_administrator(administrator, use, client, spoilt):
    assert use(spoilt, "event:spring")["Location"] == reverse("backups")
    done = client.get(reverse("backups")).content.decode()
    assert "Spring Day is back in its state of " in done
    assert set(Event.objects.values_list("name", flat=True)) == {"Spring Day", "Later"}
    assert AuditEntry.objects.filter(verb="event.restored").latest("pk").by_id == administrator.pk


def test_the_whole_site_goes_back(administrator, use, client, spoilt):
    assert use(spoilt, "site").status_code == 302
    assert Event.objects.get().name == "Spring Day"
    done = client.get(reverse("home")).content.decode()
    assert "The site is back in its state of" in done
    assert "you can go back to it in the same way" in done


@pytest.mark.one_database
def test_without_the_password_nothing_happens(administrator, use, spoilt):
    for choice in ("download", "site", "event:spring"):
        refused = use(spoilt, choice, password="a guess")
        assert refused.status_code == 400
        assert "This is not your password." in refused.content.decode()
    assert Event.objects.filter(name="Spoilt").exists()
    assert b"".join(use(spoilt, "download").streaming_content) == spoilt.read_bytes()


@pytest.mark.one_database
def test_a_file_that_is_no_backup_is_named_and_can_only_be_downloaded(administrator, use, client, spoilt):
    spoilt.write_bytes(b"cut off")
    assert "not complete" in client.get(reverse("backup", args=[spoilt.name])).content.decode()
    assert use(spoilt, "site").status_code == 400
    assert use(spoilt, "download").status_code == 200


@pytest.mark.one_database
def test_a_refusal_names_its_reason_on_the_page(administrator, use, spoilt, organiser):
    User.objects.filter(pk=organiser.pk).update(username="wanda")
    refused = use(spoilt, "event:spring")
    assert refused.status_code == 409
    assert f"any more: {organiser.username}" in refused.content.decode()


def test_an_organiser_is_not_let_in_unless_they_are_a_superuser(client, organiser, spoilt):
    client.force_login(organiser)
    for is_superuser, status in ((False, 403), (True, 200)):
        User.objects.filter(pk=organiser.pk).update(is_superuser=is_superuser)
        for address in (reverse("backups"), reverse("backup", args=[spoilt.name])):
            assert client.get(address).status_code == status
    for address in (reverse("backups"), reverse("backup", args=[spoilt.name])):
        assert f'href="{reverse("run", args=["spring"])}"' in client.get(address, {"event": "spring"}).content.decode()
