"""No private address reaches the log, and a refused request is no error."""

import logging
from contextlib import contextmanager
from logging.config import dictConfig

import pytest
from django.conf import settings
from django.urls import reverse

from tournament.health.logs import without_tokens


@pytest.mark.parametrize(
    ("text", "logged"),
    [
        ("Not Found: /coach/12.aBc-d_E/", "Not Found: /coach/…/"),
        ("Gone: /coach/12.aBc-d_E/papers/1/7/", "Gone: /coach/…/papers/1/7/"),
        ("Not Found: /sign-in/k3y.aBc/?next=/", "Not Found: /sign-in/…/?next=/"),
        ("Not Found: /begin/k3y.aBc/", "Not Found: /begin/…/"),
        ("Not Found: /events/spring/", "Not Found: /events/spring/"),
    ],
)
def test_tokens_of_private_addresses_are_taken_out(text, logged):
    assert without_tokens(text) == logged


@contextmanager
def logging_as_set():
    """Logging as the settings have it, and as it was afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    dictConfig(settings.LOGGING)
    try:
        yield
    finally:
        root.handlers, root.level = handlers, level


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["coach", "first-account"])
def test_a_private_address_that_does_not_work_is_logged_without_its_token(client, capfd, name):
    with logging_as_set():
        client.get(reverse(name, args=["12.forged-token"]))
    message = capfd.readouterr().err
    assert "/…/" in message
    assert "forged-token" not in message


def test_a_request_for_another_host_is_a_warning_of_one_sentence(client, capfd):
    with logging_as_set():
        assert client.get("/", headers={"Host": "evil.example"}).status_code == 400
    message = capfd.readouterr().err
    assert "WARNING django.security.DisallowedHost" in message
    assert "evil.example" in message
    assert "Traceback" not in message
