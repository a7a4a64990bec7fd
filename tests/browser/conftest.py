# ruff: noqa: F811
"""Real Chromium against a real server; the small event is the one that all tests share."""

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page

from tests.browser.keying import open_page
from tests.tournament.conftest import (  # noqa: F401
    add_player,
    add_round,
    entrant,
    event,
    hand_in,
    judge_user,
    organiser,
    other_volunteer,
    round_24,
    volunteer,
    work_through,
)
from tournament.actions import keyings


@pytest.fixture
def sign_in(live_server):
    """sign_in(context, user): a session cookie, as if she had signed in."""

    def with_cookie(context: BrowserContext, user) -> None:
        client = Client()
        client.force_login(user)
        context.add_cookies(
            [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]
        )

    return with_cookie


@pytest.fixture
def number_page(live_server, round_24, entrant, context, volunteer, sign_in) -> str:
    sign_in(context, volunteer)
    return live_server.url + reverse("keying-round", args=[round_24.event.slug, 1])


@pytest.fixture
def sheet(number_page, volunteer, round_24, entrant) -> str:
    """The address of a sheet that she has open."""
    keying = keyings.open_sheet(by=volunteer, round=round_24, entrant=entrant)
    return f"{number_page}{keying.sheet.code}/"


@pytest.fixture
def at_sheet(page: Page, sheet) -> Page:
    return open_page(page, sheet)
