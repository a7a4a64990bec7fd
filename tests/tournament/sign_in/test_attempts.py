"""Floods of wrong passwords: who sends them must pause, everybody else signs in."""

import threading
from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.making import make_user
from tournament.common import limits
from tournament.common.gates import Gate
from tournament.common.refusals import Refused
from tournament.sign_in import hashing
from tournament.sign_in.password_limits import seconds_left

pytestmark = pytest.mark.django_db
HALL, HOME, FAR = "192.0.2.7", "198.51.100.9", "203.0.113.5"
RIGHT = "zebra-crossing-9"
NOW = timezone.now()


def wrong(name: str, address: str, count: int, seconds_ago: float = 1) -> None:
    made = AccessAttempt.objects.create(username=name, ip_address=address, failures_since_start=count)
    AccessAttempt.objects.filter(pk=made.pk).update(attempt_time=NOW - timedelta(seconds=seconds_ago))


@pytest.fixture
def vera():
    user = make_user("vera")
    user.set_password(RIGHT)
    user.save()
    return user


def sign_in(name: str, password: str, address: str = HALL):
    return Client(REMOTE_ADDR=address).post(reverse("sign-in"), {"username": name, "password": password})


@pytest.mark.parametrize(
    "name,address,left",
    [("vera", FAR, 4), ("vera", HALL, 0), ("viola", FAR, 0)],
    ids=["who was wrong", "another address", "another name"],
)
def test_a_name_under_attack_is_only_slowed_down_where_the_wrong_ones_come_from(name, address, left):
    wrong("vera", FAR, 3)
    wrong("vera", HOME, limits.WRONG_NAME - 3)
    assert seconds_left(name, address, NOW) == left
    assert seconds_left(name, address, NOW + timedelta(seconds=left)) == 0


def test_a_site_under_attack_slows_down_only_the_addresses_that_were_wrong():
    wrong("vera", FAR, limits.WRONG_OVERALL)
    assert seconds_left("viola", FAR, NOW) == 9
    assert seconds_left("vera", HALL, NOW) == 0


def test_below_the_limits_and_after_the_window_nobody_waits():
    wrong("vera", FAR, limits.WRONG_NAME - 1)
    wrong("vera", HOME, 10_000, seconds_ago=limits.WRONG_WINDOW + 1)
    assert seconds_left("vera", FAR, NOW) == 0


def test_who_comes_too_soon_reads_how_long_to_wait_and_the_right_password_is_not_tried(vera):
    soon = (timezone.now() - NOW).total_seconds()
    wrong("vera", HALL, 5, seconds_ago=-soon)
    wrong("vera", FAR, limits.WRONG_NAME, seconds_ago=-soon)
    answer = sign_in("vera", RIGHT)
    assert answer.status_code == 429
    assert "There were many wrong passwords. Wait" in answer.content.decode()
    assert sign_in("vera", RIGHT, HOME).status_code == 302


def test_six_wrong_passwords_through_a_proxy_lock_the_name_for_one_client_alone(vera, settings):
    settings.TRUSTED_PROXIES = ["10.0.0.1"]

    def through_proxy(password: str, client: str) -> int:
        there = Client(REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=client)
        return there.post(reverse("sign-in"), {"username": "vera", "password": password}).status_code

    assert [through_proxy("guess", FAR) for _ in range(limits.WRONG_HERE)][-1] == 429
    assert through_proxy(RIGHT, FAR) == 429
    assert through_proxy(RIGHT, HOME) == 302


def test_a_house_that_tries_from_another_of_its_addresses_each_time_is_one(vera):
    for number in range(limits.WRONG_HERE):
        sign_in("vera", "guess", f"2001:db8:0:1::{number}")
    assert sign_in("vera", RIGHT, "2001:db8:0:1::ffff").status_code == 429
    assert sign_in("vera", RIGHT, "2001:db8:0:2::1").status_code == 302


# Hashes


class Quick(hashing.FewAtATime):
    time_cost, memory_cost, parallelism = 1, 64, 1


def test_a_password_is_hashed_and_checked_as_by_argon2():
    kept = Quick().encode(RIGHT, "saltsaltsalt")
    assert kept.startswith("argon2$argon2id$")
    assert (Quick().verify(RIGHT, kept), Quick().verify("guess", kept)) == (True, False)


def test_of_many_hashes_at_once_a_few_are_made_and_the_rest_refused(monkeypatch):
    monkeypatch.setattr(hashing, "GATE", Gate(places=2, waiting=2, seconds=30))
    together, at_once, most, refused = threading.Barrier(24), [], [], []

    class Slow(Quick):
        def salt(self):
            return "saltsaltsalt"

        def params(self):
            at_once.append(1)
            most.append(len(at_once))
            threading.Event().wait(0.2)
            at_once.pop()
            return super().params()

    def try_one() -> None:
        together.wait(30)
        try:
            Slow().encode("guess", "saltsaltsalt")
        except Refused as said:
            refused.append(said.status)

    threads = [threading.Thread(target=try_one) for _ in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert max(most) == 2
    assert len(most) + len(refused) == 24
    assert len(most) < 24
    assert set(refused) == {429}


def test_a_sign_in_while_too_many_are_tried_says_so(vera, settings, monkeypatch):
    settings.PASSWORD_HASHERS = ["tests.tournament.sign_in.test_attempts.Quick"]
    vera.set_password(RIGHT)
    vera.save()
    monkeypatch.setattr(hashing, "GATE", Gate(places=0, waiting=0, seconds=0))
    answer = sign_in("vera", RIGHT)
    assert answer.status_code == 429
    assert "Many people are signing in just now." in answer.content.decode()
    assert not AccessAttempt.objects.exists()
