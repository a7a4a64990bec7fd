"""Where a person is signed in, and ending one of these sessions."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.making import make_user, sign_in_address
from tournament.accounts import actions as people
from tournament.common.limits import SIGN_INS
from tournament.common.refusals import Refused
from tournament.models import AuditEntry, Session, User
from tournament.organiser import actions as events
from tournament.sign_in import devices, links as sign_in_links, sessions, sign_ins
from tournament.web.permissions import NotAllowed

RIGHT = "correct horse"
PHONE = "Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0"
LAPTOP = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 "
    "Edg/126.0"
)


def sign_in(user: User, browser: str = PHONE) -> Client:
    client = Client(headers={"user-agent": browser})
    answer = client.post(reverse("sign-in"), {"username": user.username, "password": RIGHT})
    assert answer.status_code == 302
    return client


def is_in(client: Client) -> bool:
    return client.get(reverse("account")).status_code == 200


def references(user: User) -> dict[str, str]:
    return {each.device: each.reference for each in sign_ins.of(User.objects.get(pk=user.pk))}


def end(client: Client, reference: str):
    return client.post(reverse("account-session-end", args=[reference]), follow=True).content.decode()


@pytest.mark.postgresql
def test_a_person_ends_one_session_of_theirs_and_no_other(volunteer, event):
    phone, laptop = sign_in(volunteer, PHONE), sign_in(volunteer, LAPTOP)
    assert set(references(volunteer)) == {"Firefox on Android", "Edge on Windows"}
    assert "That device is signed out." in end(laptop, references(volunteer)["Firefox on Android"])
    assert (is_in(phone), is_in(laptop)) == (False, True)
    assert set(references(volunteer)) == {"Edge on Windows"}
    assert not AuditEntry.objects.filter(verb="person.session_ended").exists()


def test_a_session_that_was_there_before_is_not_the_one_that_is_signed_in(volunteer):
    """Whoever gave a browser its session knows the key."""
    for path, entry in (
        (reverse("sign-in"), {"username": volunteer.username, "password": RIGHT}),
        (sign_in_address(volunteer), {}),
    ):
        browser, knows = Client(), Client()
        browser.session.save()
        knows.cookies["sessionid"] = before = browser.cookies["sessionid"].value
        assert browser.post(path, entry).status_code == 302
        assert (is_in(browser), is_in(knows)) == (True, False)
        assert browser.cookies["sessionid"].value != before


def test_the_account_page_marks_this_device_and_tells_no_key(volunteer):
    here = sign_in(volunteer, PHONE)
    other = sign_in(volunteer, LAPTOP)
    page = here.get(reverse("account"))
    assert [(each.device, each.here) for each in page.context["sign_ins"]] == [
        ("Edge on Windows", False),
        ("Firefox on Android", True),
    ]
    for client in (here, other):
        assert client.session.session_key not in page.content.decode()


def test_nobody_ends_the_session_of_somebody_else_from_the_account_page(volunteer, judge_user):
    theirs, own = sign_in(judge_user), sign_in(volunteer)
    assert "signed out already" in end(own, references(judge_user)["Firefox on Android"])
    assert is_in(theirs)


@pytest.mark.postgresql
def test_an_organiser_ends_a_helpers_session_and_the_history_says_so(event, organiser, volunteer, client):
    phone, laptop = sign_in(volunteer, PHONE), sign_in(volunteer, LAPTOP)
    client.force_login(organiser)
    page = client.get(reverse("person", args=[event.slug, volunteer.pk])).content.decode()
    assert "Firefox on Android" in page
    assert "Edge on Windows" in page
    address = reverse("person-session-end", args=[event.slug, volunteer.pk, references(volunteer)["Edge on Windows"]])
    answer = client.post(address, follow=True)
    assert "Vera is signed out on that device." in answer.content.decode()
    assert (is_in(phone), is_in(laptop)) == (True, False)
    entry = AuditEntry.objects.get(verb="person.session_ended")
    assert (entry.by_id, entry.before) == (organiser.pk, {"browser": "Edge", "system": "Windows"})


def test_no_organiser_sees_or_ends_sessions_of_a_person_who_helps_elsewhere_too(event, organiser, volunteer, client):
    otto = make_user("otto", may_create_events=True)
    other = events.create(by=otto, name="Elsewhere", held_on=datetime.date(2026, 6, 1), grades=[3])
    phone = sign_in(volunteer)
    reference = references(volunteer)["Firefox on Android"]
    with pytest.raises(NotAllowed):
        sign_ins.end(by=otto, event=event, user=volunteer, reference=reference)
    with pytest.raises(Refused) as refused:
        sign_ins.end(by=otto, event=other, user=volunteer, reference=reference)
    assert refused.value.code == "no_role"
    people.give_role(by=otto, event=other, username="vera", role="judge")
    with pytest.raises(Refused) as refused:
        sign_ins.end(by=organiser, event=event, user=volunteer, reference=reference)
    assert refused.value.code == "not_yours"
    client.force_login(organiser)
    assert "Firefox" not in client.get(reverse("person", args=[event.slug, volunteer.pk])).content.decode()
    assert is_in(phone)


def test_the_link_that_let_a_device_in_lets_it_in_no_more(event, organiser, volunteer):
    link = sign_in_links.make(by=organiser, event=event, user=volunteer)
    phone = Client(headers={"user-agent": PHONE})
    phone.post(sign_in_links.path_of(link))
    assert is_in(phone)
    sign_ins.end(by=organiser, event=event, user=volunteer, reference=references(volunteer)["Firefox on Android"])
    assert not is_in(phone)
    assert phone.post(sign_in_links.path_of(link)).status_code == 410


def test_sessions_that_ended_with_all_others_are_not_listed(volunteer):
    sign_in(volunteer, PHONE)
    laptop = sign_in(volunteer, LAPTOP)
    laptop.post(reverse("account-sign-out"))
    assert is_in(laptop)
    assert set(references(volunteer)) == {"Edge on Windows"}


def test_a_session_keeps_its_beginning_and_notes_its_last_use(volunteer):
    phone = sign_in(volunteer)
    begun = Session.objects.get().begun_at
    earlier = timezone.now() - 2 * sessions.NOTED
    Session.objects.update(used_at=earlier)
    assert is_in(phone)
    row = Session.objects.get()
    assert row.begun_at == begun
    assert row.used_at > earlier + sessions.NOTED
    noted = row.used_at
    assert is_in(phone)
    assert Session.objects.get().used_at == noted


def test_the_list_is_bounded_and_expired_sessions_are_deleted(volunteer):
    client = Client()
    client.force_login(volunteer)
    row = Session.objects.get()
    for number in range(SIGN_INS + 5):
        row.pk = f"{number:032}"
        row.save(force_insert=True)
    assert len(sign_ins.of(volunteer)) == SIGN_INS
    Session.objects.exclude(pk=client.session.session_key).update(expire_date=timezone.now())
    assert sessions.forget_expired() == SIGN_INS + 5
    assert sessions.forget_expired() == 0
    assert is_in(client)


@pytest.mark.parametrize(
    "user_agent, words",
    [
        (PHONE, "Firefox on Android"),
        (LAPTOP, "Edge on Windows"),
        (
            "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36",
            "Chrome on ChromeOS",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1",
            "Safari on iPhone",
        ),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.5 Safari/605.1.15", "Safari on Mac"),
        (
            "Mozilla/5.0 (Linux; Android 14) SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36",
            "Samsung Internet on Android",
        ),
        ("curl/8.5", "Unknown device"),
        ("", "Unknown device"),
    ],
)
def test_devices_in_words(user_agent, words):
    assert devices.in_words(*devices.known(user_agent)) == words
