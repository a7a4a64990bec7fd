"""Giving and taking roles; the links of helpers."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tournament.models import User

GIVE = {"username": "vera", "full_name": "Vera Venn", "role": "volunteer"}


@pytest.fixture
def her(client, organiser, event):
    client.force_login(organiser)
    return client


@pytest.fixture
def address(event):
    return reverse("people", args=["spring"])


def link_on(response) -> str:
    found = re.search(r'value="http://testserver(/sign-in/[^"]+)"', response.content.decode())
    return found[1] if found else ""


def test_a_new_person_gets_a_link_that_is_shown_until_it_is_used(her, address):
    response = her.post(address, GIVE, follow=True)
    link = link_on(response)
    assert "Vera Venn is now a volunteer." in response.content.decode()
    person = reverse("person", args=["spring", User.objects.get(username="vera").pk])
    assert link == link_on(her.get(person))

    hers = Client()
    assert hers.post(link).status_code == 302
    assert hers.get(reverse("keying-rounds", args=["spring"])).status_code == 200
    assert link_on(her.get(person)) == ""


def test_a_lost_link_is_made_anew_and_the_old_one_withdrawn(her, address):
    old = link_on(her.post(address, GIVE, follow=True))
    vera = User.objects.get(username="vera")
    new = link_on(her.post(reverse("person-link", args=["spring", vera.pk]), follow=True))
    assert new != old
    assert (Client().post(old).status_code, Client().post(new).status_code) == (410, 302)
    page = her.get(reverse("person", args=["spring", vera.pk])).content.decode()
    assert [word in page for word in ("withdrawn", "used ")] == [True, True]


def test_pages_with_addresses_say_whether_other_devices_can_open_them(her, address, settings):
    link = reverse("helper-cards", args=["spring"])
    her.post(address, GIVE)
    settings.SITE_URL = "http://127.0.0.1:8000/"
    page = her.get(link).content.decode()
    assert ("make run HALL=1" in page, "http://127.0.0.1:8000/sign-in/" in page) == (True, True)
    settings.SITE_URL = "http://192.168.1.5:8000/"
    page = her.get(link).content.decode()
    assert ("make run HALL=1" in page, "http://192.168.1.5:8000/sign-in/" in page) == (False, True)


def test_pages_without_an_address_say_nothing_of_other_devices(her, settings):
    settings.SITE_URL = "http://127.0.0.1:8000/"
    vera = reverse("person", args=["spring", User.objects.create_user("ada").pk])
    pages = [reverse(name, args=["spring"]) for name in ("helper-cards", "coach-links", "coach-handouts", "publish")]
    assert {page: "make run HALL=1" in her.get(page).content.decode() for page in [vera, *pages]} == dict.fromkeys(
        [vera, *pages], False
    )


@pytest.mark.parametrize(
    "values,said",
    [
        ({"username": "with blank"}, "without spaces"),
        ({"username": ""}, "This field is required."),
        ({"role": "king"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_is_said_and_what_was_typed_stays(her, address, values, said):
    response = her.post(address, GIVE | values)
    assert response.status_code == 400
    assert said in response.content.decode()
    assert 'value="Vera Venn"' in response.content.decode()


def test_the_same_post_again_says_that_the_role_is_there(her, address):
    her.post(address, GIVE)
    assert her.post(address, GIVE).status_code == 400
    assert User.objects.filter(username="vera").count() == 1


def test_removing_a_helper_asks_once(her, address):
    her.post(address, GIVE)
    page = " ".join(her.get(address).content.decode().split())
    assert page.count("<summary> remove<span") == page.count("Remove this role </button>") == 2


def test_the_last_organiser_cannot_leave_the_event_alone(her, event, address):
    response = her.post(reverse("role-take", args=["spring", event.memberships.get().pk]))
    assert response.status_code == 409
    assert "This is the only organiser." in response.content.decode()
    assert event.memberships.count() == 1


def test_who_takes_her_own_role_is_led_out(her, event, organiser, address):
    her.post(address, {"username": "otto", "role": "organiser"})
    mine = event.memberships.get(user=organiser)
    assert her.post(reverse("role-take", args=["spring", mine.pk]))["Location"] == "/"
    assert her.get(address).status_code == 403


def test_the_page_asks_the_same_number_of_questions_for_one_helper_and_ten(
    her, event, address, django_assert_num_queries
):
    her.post(address, GIVE)
    her.get(address)
    for count in (0, 9):
        for number in range(count):
            her.post(address, {"username": f"helper{number}", "role": "volunteer"})
        her.get(address)
        with django_assert_num_queries(8):
            her.get(address)
