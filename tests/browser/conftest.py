# ruff: noqa: F811
"""Real Chromium against a real server; the small event is the one that all tests share."""

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

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
from tests.tournament.making import HERE
from tournament.keying import actions as keyings

expect.set_options(timeout=60_000)  # other tests run beside these on the same cores


@pytest.fixture
def context(context: BrowserContext) -> BrowserContext:
    context.set_default_timeout(60_000)
    return context


@pytest.fixture
def sign_in(live_server):
    """sign_in(context, user): the cookies of a browser in which she has signed in and has opened a sheet."""

    def with_cookies(context: BrowserContext, user, browser=HERE) -> None:
        client = Client()
        client.force_login(user)
        values = {"sessionid": client.cookies["sessionid"].value, "browser": str(browser)}
        context.add_cookies([{"name": name, "value": value, "url": live_server.url} for name, value in values.items()])

    return with_cookies


@pytest.fixture
def number_page(live_server, round_24, entrant, context, volunteer, sign_in) -> str:
    sign_in(context, volunteer)
    return live_server.url + reverse("keying-round", args=[round_24.event.slug, 1])


@pytest.fixture
def sheet(number_page, volunteer, round_24, entrant) -> str:
    """The address of a sheet that she has open."""
    keying = keyings.open_sheet(by=volunteer, round_=round_24, entrant=entrant, browser=HERE)
    return f"{number_page}{keying.sheet.code}/"


@pytest.fixture
def at_sheet(page: Page, sheet) -> Page:
    return open_page(page, sheet)
