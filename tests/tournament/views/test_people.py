"""Giving and taking roles; the link of a new account is shown once."""

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
    found = re.search(r'value="http://testserver(/password/[^"]+)"', response.content.decode())
    return found[1] if found else ""


def test_a_new_person_gets_a_link_that_is_shown_once_and_lets_her_in(her, address):
    response = her.post(address, GIVE, follow=True)
    link = link_on(response)
    assert "Vera Venn is now a volunteer." in response.content.decode()
    assert link
    assert link_on(her.get(address)) == ""

    hers = Client()
    form = hers.get(link, follow=True)
    words = {"new_password1": "staple battery 9", "new_password2": "staple battery 9"}
    hers.post(form.redirect_chain[-1][0], words)
    assert hers.get(reverse("keying-rounds", args=["spring"])).status_code == 200
    assert Client().get(link, follow=True).context["validlink"] is False
    assert User.objects.get(username="vera").check_password("staple battery 9")


def test_a_lost_link_is_made_anew_until_a_password_is_chosen(her, address):
    her.post(address, GIVE)
    vera = User.objects.get(username="vera")
    again = reverse("person-invite", args=["spring", vera.pk])
    assert link_on(her.post(again, follow=True))
    vera.set_password("staple battery 9")
    vera.save()
    late = her.post(again)
    assert (late.status_code, link_on(late)) == (409, "")
    assert "has chosen a password already" in late.content.decode()
    assert "Make a new link" not in her.get(address).content.decode()


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


def test_the_page_asks_the_same_number_of_questions_for_one_helper_and_fifty(
    her, event, address, django_assert_num_queries
):
    her.post(address, GIVE)
    her.get(address)
    for count in (0, 49):
        for number in range(count):
            her.post(address, {"username": f"helper{number}", "role": "volunteer"})
        her.get(address)
        with django_assert_num_queries(5):
            her.get(address)
