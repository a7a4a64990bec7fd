"""The pages in Spanish: within a telephone's width, and in what scripts say."""

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from tests.laws import some
from tournament.organiser import actions as events

pytestmark = pytest.mark.django_db(transaction=True)

TOO_WIDE = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
WORK = (
    "run",
    "event-settings",
    "roster",
    "people",
    "round-add",
    "publish",
    "sheets",
    "keying-rounds",
    "history",
)
PUBLIC = ("event", "notation", "records")


@pytest.mark.sampled
def test_longer_words_fit_a_telephone(browser: Browser, live_server, round_24, entrant, organiser, sign_in):
    context = browser.new_context(locale="es-ES", viewport={"width": 360, "height": 740})
    sign_in(context, organiser)
    page = context.new_page()
    events.publish(by=organiser, event=round_24.event, visibility="provisional")
    wide = []
    for name in some((*WORK, *PUBLIC), of=2):
        answer = page.goto(live_server.url + reverse(name, args=[round_24.event.slug]))
        assert answer is not None
        assert answer.status == 200, name
        assert page.locator("html").get_attribute("lang") == "es"
        if page.evaluate(TOO_WIDE):
            wide.append(name)
    assert wide == []


def test_what_a_script_says_is_said_in_the_language_of_the_page(page: Page, live_server, sheet, context):
    context.add_cookies([{"name": "django_language", "value": "es", "url": live_server.url}])
    page.goto(sheet)
    line = page.locator(".line-text input").first
    line.fill("1+2+")
    expect(page.locator(".save-state").first).to_contain_text("Guardado")
    expect(page.locator(".line-note").first).to_contain_text("Falta algo al final")
