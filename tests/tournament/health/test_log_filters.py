"""No private address reaches the log."""

import logging
from logging.config import dictConfig

import pytest
from django.conf import settings
from django.urls import reverse

from tournament.health.log_filters import without_tokens


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


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["coach", "first-account"])
def test_a_private_address_that_does_not_work_is_logged_without_its_token(client, capfd, name):
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    dictConfig(settings.LOGGING)
    try:
        client.get(reverse(name, args=["12.forged-token"]))
    finally:
        root.handlers, root.level = handlers, level
    said = capfd.readouterr().err
    assert "/…/" in said
    assert "forged-token" not in said
