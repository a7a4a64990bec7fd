"""The pages in Spanish: chosen at the foot without a script, within a telephone's width, and in what scripts say."""

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

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


def choose(page: Page, language: str) -> None:
    page.locator(".site-footer").get_by_role("button", name=language).click()


def test_a_visitor_switches_and_comes_back_to_the_same_page_without_a_script(
    browser: Browser, live_server, event, organiser
):
    events.publish(by=organiser, event=event, visibility="provisional")
    page = browser.new_context(java_script_enabled=False, locale="en-GB").new_page()
    address = live_server.url + reverse("notation", args=[event.slug])
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_have_text("What may I write?")
    choose(page, "Español")
    expect(page.get_by_role("heading", level=1)).to_have_text("¿Qué puedo escribir?")
    assert page.url == address
    expect(page.locator("html")).to_have_attribute("lang", "es")
    choose(page, "English")
    expect(page.get_by_role("heading", level=1)).to_have_text("What may I write?")


def test_the_browser_s_language_is_enough(browser: Browser, live_server):
    page = browser.new_context(locale="es-MX").new_page()
    page.goto(live_server.url + "/sign-in/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Iniciar sesión")
    expect(page.get_by_role("button", name="Español")).to_have_attribute("aria-current", "true")


def test_longer_words_fit_a_telephone(browser: Browser, live_server, round_24, entrant, organiser, sign_in):
    context = browser.new_context(locale="es-ES", viewport={"width": 360, "height": 740})
    sign_in(context, organiser)
    page = context.new_page()
    events.publish(by=organiser, event=round_24.event, visibility="provisional")
    wide = []
    for name in (*WORK, *PUBLIC):
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
