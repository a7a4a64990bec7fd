"""A person's own account."""

import pytest
from django.test import Client
from django.urls import reverse

from tournament.models import AuditEntry, User
from tournament.sign_in import links as sign_in_links

RIGHT, NEW = "correct horse", "staple battery 9"
WORDS = {"password": NEW, "again": NEW}


@pytest.fixture
def vera(client, volunteer) -> User:
    client.force_login(volunteer)
    return volunteer


def test_a_person_changes_their_name_and_the_history_says_so(client, vera, event):
    assert client.post(reverse("account"), {"full_name": " Vera  van der Venn ", "language": ""}).status_code == 302
    assert str(User.objects.get(pk=vera.pk)) == "Vera van der Venn"
    entry = AuditEntry.objects.get(verb="person.renamed")
    assert (entry.event_id, entry.before, entry.after) == (event.pk, {"name": "Vera"}, {"name": "Vera van der Venn"})


def test_the_language_goes_with_the_person_to_another_device(client, vera):
    answer = client.post(reverse("account"), {"full_name": "Vera", "language": "es"})
    assert answer.cookies["django_language"].value == "es"
    other = Client()
    answer = other.post(reverse("sign-in"), {"username": "vera", "password": RIGHT})
    assert answer.cookies["django_language"].value == "es"
    assert client.post(reverse("account"), {"full_name": "Vera", "language": "tlh"}).status_code == 400


def test_a_new_password_needs_the_old_one_and_ends_the_other_sessions(client, vera):
    other = Client()
    other.force_login(vera)
    wrong = client.post(reverse("account-password"), WORDS | {"old": "guess"})
    assert (wrong.status_code, "This is not your password." in wrong.content.decode()) == (400, True)
    assert client.post(reverse("account-password"), WORDS).status_code == 400
    assert client.post(reverse("account-password"), WORDS | {"old": RIGHT}).status_code == 302
    assert client.get(reverse("account")).status_code == 200
    assert other.get(reverse("account")).status_code == 302
    assert User.objects.get(pk=vera.pk).check_password(NEW)


def test_who_came_by_a_link_chooses_one_password_without_the_old_one(client, event, organiser, volunteer):
    link = sign_in_links.make(by=organiser, event=event, user=volunteer)
    client.post(sign_in_links.path_of(link))
    assert client.post(reverse("account-password"), WORDS).status_code == 302
    assert client.post(reverse("account-password"), {"password": RIGHT, "again": RIGHT}).status_code == 400


def test_signing_out_everywhere_keeps_this_device(client, vera):
    other = Client()
    other.force_login(vera)
    assert client.post(reverse("account-sign-out")).status_code == 302
    assert client.get(reverse("account")).status_code == 200
    assert other.get(reverse("account")).status_code == 302
