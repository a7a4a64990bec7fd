"""Check-in by the keyboard alone, as people do it at a door."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tournament.models import Entrant
from tournament.sheets import actions as sheets

pytestmark = pytest.mark.django_db(transaction=True)


def test_enter_checks_in_replaces_a_wrong_number_takes_several_lines_and_finds_a_name(
    page: Page, live_server, context, sign_in, volunteer, round_24, add_player
):
    for number in range(101, 105):
        add_player(number)
    add_player(105, first_name="Naoki")
    sign_in(context, volunteer)
    page.goto(live_server.url + reverse("check-in", args=["spring"]))
    page.keyboard.type("999\n")
    expect(page.locator("[name=who][aria-invalid=true]")).to_have_value("999")
    page.keyboard.type("101\n")
    expect(page.get_by_text("Present: 101")).to_be_visible()
    expect(page.locator("[name=who]")).to_be_focused()
    page.keyboard.insert_text("102\n103")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("104\n")
    expect(page.get_by_text("3 players are here.")).to_be_visible()
    page.keyboard.type("Naoki\n")
    expect(page.get_by_role("button", name="Present")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Present: 105")).to_be_visible()
    assert Entrant.objects.filter(checked_in_at__isnull=False).count() == 5


def test_the_sheets_of_a_walk_in_come_while_the_empty_form_says_who_was_added(
    page: Page, live_server, context, sign_in, organiser, round_24, add_player
):
    add_player(101)
    sheets.print_(by=organiser, round_=round_24)
    sign_in(context, organiser)
    page.goto(live_server.url + reverse("walk-in", args=["spring"]))
    page.get_by_label("First name").fill("Jan")
    with page.expect_download() as download:
        page.get_by_role("button", name="Add, and print their sheets").click()
    assert download.value.suggested_filename == "spring-player-102-answer-sheets.pdf"
    expect(page.get_by_text("Added, and present: 102 Jan")).to_be_visible()
    expect(page.get_by_label("Number")).to_have_value("103")
    expect(page.get_by_label("First name")).to_be_empty()
