"""A program with a token."""

import datetime

import pytest
from django.utils import timezone

from tournament.sign_in import api_tokens


@pytest.fixture
def program(client, organiser, event):
    """A function that sends a request with a token of the organiser."""

    def send(method, address, body=None, scopes=("read", "organise"), person=organiser, at=None, **headers):
        in_a_week = timezone.now() + datetime.timedelta(days=7)
        _token, key = api_tokens.make(by=person, name="Roster", scopes=list(scopes), ends_at=in_a_week, event=at)
        sent = {} if body is None else {"data": body, "content_type": "application/json"}
        return getattr(client, method)(address, headers={"Authorization": f"Bearer {key}"} | headers, **sent)

    return send
