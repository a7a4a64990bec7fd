"""Tokens for programs on one's account page, and on the page of a helper."""

import re

import pytest
from django.urls import reverse

from tournament.models import ApiToken, AuditEntry

FORM = {"name": "Roster", "scopes": ["read", "organise"], "event": "", "days": "7"}
KEY = re.compile(r'value="(nt_[\w-]+)"')


@pytest.fixture
def made(client, organiser):
    """A function that makes a token on the page, and returns its key."""

    def make(**changes) -> str:
        client.force_login(organiser)
        return KEY.search(client.post(reverse("account-tokens"), FORM | changes).content.decode())[1]

    return make


def reads(client, key: str) -> int:
    client.logout()
    return client.get("/api/v1/events/spring/players/", headers={"Authorization": f"Bearer {key}"}).status_code


def test_the_key_of_a_new_token_works_and_is_shown_once(client, event, made):
    key = made()
    page = client.get(reverse("account")).content.decode()
    assert (key in page, f"…{key[-4:]}" in page, "Read · Organise" in page) == (False, True, True)
    assert reads(client, key) == 200


def test_a_token_that_may_nothing_is_refused_and_what_was_typed_stays(client, event, organiser):
    client.force_login(organiser)
    refused = client.post(reverse("account-tokens"), FORM | {"scopes": []})
    assert (refused.status_code, 'value="Roster"' in refused.content.decode()) == (400, True)
    assert not ApiToken.objects.exists()


def test_its_person_revokes_a_token(client, event, made):
    key = made()
    token = ApiToken.objects.get()
    assert client.post(reverse("account-token-revoke", args=[token.pk])).status_code == 302
    assert key[-4:] not in client.get(reverse("account")).content.decode()
    assert reads(client, key) == 401


def test_an_organiser_sees_and_revokes_the_token_that_a_helper_made_for_the_event(client, event, organiser, volunteer):
    client.force_login(volunteer)
    for at in (event.pk, ""):
        client.post(reverse("account-tokens"), FORM | {"scopes": ["type"], "event": at})
    everywhere, here = ApiToken.objects.all()
    client.force_login(organiser)
    page = client.get(reverse("person", args=["spring", volunteer.pk])).content.decode()
    assert (here.hint in page, everywhere.hint in page) == (True, False)
    assert client.post(reverse("person-token-revoke", args=["spring", everywhere.pk])).status_code == 404
    client.post(reverse("person-token-revoke", args=["spring", here.pk]))
    here.refresh_from_db()
    assert not here.is_valid
    assert AuditEntry.objects.filter(verb="token.revoked", by_id=organiser.pk).exists()
