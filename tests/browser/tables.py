"""Browsers at the table of a live game: a host, the room's screen and phones, each with a browser of its own."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from tournament.game_tables import actions, tokens
from tournament.models import Table, TableMove

PHONE = {"width": 360, "height": 740}


@pytest.fixture
def open_as(live_server, browser):
    """open_as(table, role, secret): the page of a host, a seat or the screen, each in a browser of its own."""
    contexts = []

    def open_page(table, role, secret="", **more) -> Page:
        context = browser.new_context(**more)
        contexts.append(context)
        if secret:
            name = tokens.HOST_COOKIE if role == "host" else tokens.SEAT_COOKIE
            context.add_cookies([{"name": name, "value": secret, "url": f"{live_server.url}/play/{table.code}/"}])
        page = context.new_page()
        page.goto(f"{live_server.url}/play/{table.code}/{'' if role == 'seat' else f'{role}/'}")
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def playing(db, open_as):
    """playing(game, names, **settings): a game that has begun: the table, the host's page, the screen's, each
    phone's."""

    def play(game, names, **settings):
        table, secret = actions.open_table(by=None, game=game, settings=settings)
        phones = []
        for name in names:
            _seat, token = actions.join(table=table, name=name)
            phones.append(open_as(table, "seat", token, viewport=PHONE, has_touch=True))
        host = open_as(table, "host", secret, viewport={"width": 1280, "height": 900})
        screen = open_as(table, "screen", viewport={"width": 1280, "height": 720})
        press(host, "Start the game")
        return table, host, screen, phones

    return play


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=re.compile(name)).first.click()


def dealt(table: Table) -> tuple[tuple[int, ...], ...]:
    """The sets of the latest round of a game of the 24 family."""
    sets = TableMove.objects.filter(table=table, kind="deal").latest("number").facts["sets"]
    return tuple(tuple(map(int, text.split())) for text in sets)
