"""An organiser on a fresh site, from the first event to an open round; with a mouse, on a phone, without scripts."""

import io

import pytest
from django.urls import reverse
from openpyxl import Workbook
from playwright.sync_api import Browser, Page, expect

from tests.tournament.making import sign_in_address
from tournament.models import Event, Player, Round

pytestmark = pytest.mark.django_db(transaction=True)

WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 780}


@pytest.fixture
def sign_in(live_server, organiser):
    """sign_in(page) -> the start page as the organiser sees it"""

    def enter(page: Page) -> Page:
        page.goto(live_server.url + sign_in_address(organiser))
        return page

    return enter


def workbook(*rows: tuple) -> dict:
    book, kept = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(kept)
    return {"name": "roster.xlsx", "mimeType": "application/octet-stream", "buffer": kept.getvalue()}


def csv(text: str) -> dict:
    return {"name": "file.csv", "mimeType": "text/csv", "buffer": text.encode()}


def button(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()


def check_file(page: Page, file: dict) -> None:
    page.get_by_label("CSV or XLSX file").set_input_files(file)
    button(page, "Check this file")


def a_whole_morning(page: Page) -> None:
    """Every step is the one that the event's own page names as the next."""
    page.get_by_role("link", name="Create an event").click()
    page.get_by_label("Name", exact=True).fill("Autumn Day")
    page.get_by_label("Grades").fill("3-4")
    button(page, "Create the event")

    expect(page.get_by_role("heading", name="Next: Players")).to_be_visible()
    page.get_by_role("link", name="Import players").first.click()
    check_file(page, workbook(("Number", "First name", "Grade"), (101, "Ada", 3), (101, "Ben", 3)))
    expect(page.get_by_text("Number 101 is also in line 3.")).to_be_visible()
    expect(page.get_by_role("button", name="Import")).to_have_count(0)
    page.get_by_label("Line 3, Number").fill("102")
    page.get_by_label("Line 3, Grade").fill("4th")
    button(page, "Save the corrections")
    page.evaluate("location.hash = 'line-3'")
    button(page, "Import these 2 rows")
    expect(page.get_by_role("link", name="Ben")).to_be_visible()
    assert "#" not in page.url, "the roster has no such line"

    page.get_by_role("link", name="Organise").first.click()
    expect(page.get_by_role("heading", name="Next: Rounds")).to_be_visible()
    page.get_by_role("link", name="Add a round").first.click()
    page.get_by_label("Three questions. Numbers 1 to 6.").check()
    button(page, "Add the round")
    button(page, "Save")

    page.get_by_role("link", name="Organise").first.click()
    expect(page.get_by_role("heading", name="Next: Puzzles")).to_be_visible()
    page.get_by_role("link", name="1. 24 Game").click()
    page.get_by_role("link", name="Type it for all of these").click()
    for number, numbers in enumerate(("1 2 3 4", "5 3 6", "4 4 4 4"), start=1):
        page.get_by_label(f"Question {number}").fill(numbers)
    button(page, "Save the puzzle")
    expect(page.get_by_text("Question 2 needs 4 numbers and has 3.")).to_be_visible()
    page.get_by_label("Question 2").fill("5 3 6 6")
    button(page, "Save the puzzle")
    button(page, "Open the round")
    expect(page.get_by_text("24 Game: now open.")).to_be_visible()


def test_from_the_first_event_to_an_open_round(page: Page, sign_in):
    page.set_viewport_size(WIDE)
    a_whole_morning(sign_in(page))
    assert (Player.objects.count(), Round.objects.get().status) == (2, "open")


def test_the_same_on_a_phone_without_scripts(browser: Browser, sign_in):
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)
    a_whole_morning(sign_in(context.new_page()))
    assert Event.objects.get().rounds.get().status == "open"
    context.close()


def test_rows_of_a_checked_file_fit_a_phone(page: Page, sign_in, event, live_server):
    sign_in(page)
    page.set_viewport_size(PHONE)
    page.goto(live_server.url + reverse("roster-import", args=["spring"]))
    check_file(page, csv(f"number,first name,grade,team\n1,{'Maximiliana' * 7},3,\n2,,x,{'W' * 300}\n"))
    expect(page.get_by_text("The first name is missing.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.set_viewport_size(WIDE)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_a_new_helper_comes_in_by_the_link_on_their_card(page: Page, browser: Browser, sign_in, event, live_server):
    sign_in(page)
    page.goto(live_server.url + reverse("people", args=["spring"]))
    page.get_by_label("Sign-in name").fill("nora")
    page.get_by_label("Name", exact=True).fill("Nora Nys")
    button(page, "Give this role")
    link = page.get_by_label("Link for Nora Nys").input_value()
    button(page, "Copy")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()

    hers = browser.new_context().new_page()
    hers.goto(link)
    button(hers, "Sign in as Nora Nys")
    expect(hers.get_by_role("link", name="Type sheets").first).to_be_visible()
    hers.get_by_role("link", name="Nora Nys").click()
    for label in ("New password", "New password again"):
        hers.get_by_label(label, exact=True).fill("staple battery 9")
    button(hers, "Choose this password")
    expect(hers.get_by_text("You have a new password.")).to_be_visible()
    hers.context.close()

    page.reload()
    expect(page.get_by_label("Link for Nora Nys")).to_have_count(0)


def test_a_new_event_has_the_time_zone_of_the_computer(browser: Browser, sign_in, live_server):
    zone = "America/Indiana/Knox"
    page = sign_in(browser.new_context(timezone_id=zone).new_page())
    page.goto(live_server.url + reverse("create-event"))
    expect(page.get_by_label("Time zone")).to_have_value(zone)
    page.get_by_label("Name", exact=True).fill("Autumn Day")
    button(page, "Create the event")
    expect(page.get_by_role("heading", name="Organise")).to_be_visible()
    assert Event.objects.get().time_zone == zone
    page.get_by_role("link", name="Settings").first.click()
    expect(page.get_by_label("Time zone")).to_have_value(zone)
    page.context.close()
