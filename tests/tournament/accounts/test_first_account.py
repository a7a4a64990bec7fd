"""The first account of an installation: by one link, once."""

import threading

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.html import flat
from tests.tournament.making import make_user
from tournament.accounts import first_account
from tournament.common.refusals import Refused
from tournament.models import FirstAccount, User

pytestmark = pytest.mark.django_db
WORDS = {"full_name": "Ora Organ", "username": "ora", "password": "zebra-crossing-9"}
FORM = WORDS | {"again": WORDS["password"]}


def token() -> str:
    return first_account.link().split("/")[-2]


def test_the_first_person_makes_their_account_and_comes_to_their_first_event(client):
    address = first_account.link()
    assert "Begin your own event" in client.get(reverse("home")).content.decode()
    assert client.post(address, FORM)["Location"] == reverse("create-event")
    ora = User.objects.get()
    assert (str(ora), ora.may_create_events, ora.is_superuser) == ("Ora Organ", True, False)
    assert client.get(reverse("create-event")).status_code == 200
    assert "Begin your own event" not in Client().get(reverse("home")).content.decode()
    assert Client().post(reverse("sign-in"), FORM).status_code == 302


def test_the_link_works_once_and_stays_the_same_until_then(client):
    address = first_account.link()
    assert first_account.link() == address
    client.post(address, FORM)
    assert first_account.link() == ""
    late = Client().post(address, FORM | {"username": "otto"})
    assert (late.status_code, "used already" in late.content.decode()) == (410, True)
    assert User.objects.count() == 1


def test_without_the_link_nobody_makes_it(client):
    first_account.link()
    for forged in ("x", "a.b", token()[:-1] + "_"):
        assert client.post(reverse("first-account", args=[forged]), FORM).status_code == 404
    assert not User.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_people_at_the_same_moment_one_has_it():
    taken, barrier, came = token(), threading.Barrier(2), []

    def come(name):
        barrier.wait()
        try:
            first_account.take(**WORDS | {"username": name}, token=taken)
            came.append("in")
        except Refused as refused:
            came.append(refused.code)
        finally:
            connection.close()

    both = [threading.Thread(target=come, args=[name]) for name in ("ora", "otto")]
    for each in both:
        each.start()
    for each in both:
        each.join(30)
    assert sorted(came) == ["in", "taken"]
    assert FirstAccount.objects.get().user == User.objects.get()


@pytest.mark.parametrize(
    "values,said",
    [
        ({"again": "another"}, "The two passwords differ."),
        ({"password": "12345678", "again": "12345678"}, "too common"),
        ({"password": "ora", "again": "ora"}, "too short"),
        ({"username": "o ra"}, "without spaces"),
        ({"full_name": ""}, "This field is required."),
        ({"full_name": "O\x07ra"}, "invisible character"),
    ],
)
def test_what_cannot_be_is_said_and_what_was_typed_stays(client, values, said):
    address = first_account.link()
    answer = client.post(address, FORM | values)
    assert (answer.status_code, said in flat(answer.content.decode())) == (400, True)
    assert 'name="username" value="o' in answer.content.decode()
    assert not User.objects.exists()
    assert client.post(address, FORM).status_code == 302


def test_an_error_in_a_name_leaves_the_passwords_and_one_in_them_does_not(client):
    address = first_account.link()
    shown = client.post(address, FORM | {"username": "o ra"}).content.decode()
    assert shown.count(f'value="{FORM["password"]}"') == 2
    assert FORM["password"] not in client.post(address, FORM | {"again": "another"}).content.decode()


def test_the_demos_people_take_nothing_from_the_first_real_person(client):
    olga = User.objects.create(username="olga", may_create_events=True, password="!demo")
    assert first_account.link()
    client.force_login(olga)
    page = client.get(reverse("home")).content.decode()
    assert "Begin your own event" in page
    olga.set_password("zebra-crossing-9")
    olga.save()
    assert first_account.link() == ""


def test_an_installation_from_before_has_its_organiser():
    make_user("boss", is_superuser=True)
    assert first_account.link() == ""
