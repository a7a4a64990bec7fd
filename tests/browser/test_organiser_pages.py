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


def test_from_the_first_event_which_has_the_time_zone_of_the_computer_to_an_open_round(browser: Browser, sign_in):
    zone = "America/Indiana/Knox"
    context = browser.new_context(timezone_id=zone, viewport=WIDE)
    a_whole_morning(sign_in(context.new_page()))
    assert (Player.objects.count(), Round.objects.get().status) == (2, "open")
    assert Event.objects.get().time_zone == zone
    context.close()


@pytest.mark.drill  # the same walk with a mouse and scripts; test_accessibility.py: each page at 360 pixels
def test_the_same_on_a_phone_without_scripts(browser: Browser, sign_in):
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)
    a_whole_morning(sign_in(context.new_page()))
    assert Event.objects.get().rounds.get().status == "open"
    context.close()


def test_the_link_of_a_new_helper_is_copied_and_rows_of_a_checked_file_fit_a_phone(
    page: Page, sign_in, event, live_server
):
    sign_in(page)
    page.goto(live_server.url + reverse("people", args=["spring"]))
    page.get_by_label("Sign-in name").fill("nora")
    page.get_by_label("Name", exact=True).fill("Nora Nys")
    button(page, "Give this role")
    button(page, "Copy")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()

    page.set_viewport_size(PHONE)
    page.goto(live_server.url + reverse("roster-import", args=["spring"]))
    check_file(page, csv(f"number,first name,grade,team\n1,{'Maximiliana' * 7},3,\n2,,x,{'W' * 300}\n"))
    expect(page.get_by_text("The first name is missing.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.set_viewport_size(WIDE)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
