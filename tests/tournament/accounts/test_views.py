"""Signing in: too many wrong passwords lock a name for a while, and nobody else with it."""

import re
from datetime import timedelta

import pytest
from axes.models import AccessAttempt, AccessLog
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.making import make_user, sign_in_address
from tournament.models import User

pytestmark = pytest.mark.django_db
HALL, HOME = "192.0.2.7", "198.51.100.9"
RIGHT = "zebra-crossing-9"


@pytest.fixture(autouse=True)
def people() -> list[User]:
    made = [make_user("vera"), make_user("viola")]
    for user in made:
        user.set_password(RIGHT)
        user.save()
    return made


def sign_in(name: str, password: str, address: str = HALL):
    where = {"REMOTE_ADDR": address}
    return Client(**where).post(reverse("sign-in"), {"username": name, "password": password})


def test_the_address_of_a_sign_in_is_not_kept():
    """docs/guides/privacy.md"""
    assert sign_in("vera", RIGHT).status_code == 302
    assert not AccessLog.objects.exists()


def test_the_name_is_called_a_sign_in_name_whatever_went_wrong():
    for sent in ({"username": "vera", "password": "guess"}, {"code": "K7M4RX"}):
        page = Client().post(reverse("sign-in"), sent).content.decode()
        assert "Sign-in name" in page
        assert not re.search(r"\busername\b(?!\")", page, re.IGNORECASE)


def lock(name: str) -> None:
    for _ in range(settings.AXES_FAILURE_LIMIT):
        answer = sign_in(name, "guess")
    assert answer.status_code == 429


def test_a_locked_name_reads_a_page_that_says_to_wait(people):
    lock("vera")
    answer = sign_in("vera", RIGHT)
    assert answer.status_code == 429
    page = answer.content.decode()
    assert "Please wait a little" in page
    assert "<main" in page


def test_a_child_who_guesses_locks_out_nobody_else_of_the_hall_and_nobody_elsewhere(people):
    lock("vera")
    assert sign_in("viola", RIGHT).status_code == 302
    assert sign_in("vera", RIGHT, HOME).status_code == 302


def test_the_lock_ends_by_itself(people):
    lock("vera")
    AccessAttempt.objects.update(attempt_time=timezone.now() - settings.AXES_COOLOFF_TIME - timedelta(seconds=1))
    assert sign_in("vera", RIGHT).status_code == 302


def test_who_goes_on_guessing_is_locked_no_longer(people):
    lock("vera")
    kept = AccessAttempt.objects.values_list("attempt_time", "failures_since_start").get()
    assert sign_in("vera", "guess").status_code == 429
    assert AccessAttempt.objects.values_list("attempt_time", "failures_since_start").get() == kept


def test_signing_in_leads_to_this_site_alone(people):
    browser, entry = Client(), {"username": "vera", "password": RIGHT}
    evil = ("//evil.example/", "https://evil.example/", "\\\\evil.example", "/\\evil.example", "javascript:alert(1)")
    for goal in evil:
        assert browser.post(reverse("sign-in"), entry | {"next": goal})["Location"] == "/"
        assert Client().get(sign_in_address(people[0]), {"next": goal})["Location"] == "/"
    assert browser.post(reverse("sign-in"), entry | {"next": "/account/"})["Location"] == "/account/"


def test_a_right_password_forgets_the_wrong_ones_before(people):
    for _ in range(2):
        for _ in range(settings.AXES_FAILURE_LIMIT - 1):
            assert sign_in("vera", "guess").status_code == 200
        assert sign_in("vera", RIGHT).status_code == 302
