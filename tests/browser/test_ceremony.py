"""The ceremony on a projector and on a telephone: one place at a time, back again, and without a network."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.django_db(transaction=True)

WRITTEN = {101: ["1*2*3*4", "(1+2+3)*4"], 102: ["1*2*3*4"], 103: ["4*3*2*1"], 104: ["1+2"]}


@pytest.fixture
def screen(page: Page, context, live_server, event, organiser, round_24, add_player, hand_in, work_through, sign_in):
    """Places 1, 2 (shared by two) and 4 of grade 3; awards go to the first three places."""
    for number, texts in WRITTEN.items():
        hand_in(round_24, add_player(number, team="Owls"), [(0, text) for text in texts])
    work_through()
    sign_in(context, organiser)
    page.goto(live_server.url + reverse("ceremony", args=[event.slug]))
    page.get_by_role("button", name="Open the screen").click()
    expect(page.locator("[data-count]")).to_have_text("0 / 3")
    return page


def shown(page: Page) -> list[str]:
    return page.locator("[data-place]:visible .reveal-n").all_inner_texts()


def test_a_key_reveals_one_place_and_another_takes_it_back(screen: Page):
    assert shown(screen) == []
    screen.keyboard.press("Space")
    expect(screen.locator("[data-count]")).to_have_text("1 / 3")
    screen.keyboard.press("ArrowRight")
    expect(screen.locator(".is-now .reveal-names > li")).to_have_count(2)  # who shares a place is revealed together
    screen.keyboard.press("ArrowRight")
    screen.keyboard.press("ArrowRight")
    expect(screen.locator("[data-count]")).to_have_text("3 / 3")
    expect(screen.locator(".is-now")).to_have_class("reveal-place is-award is-now")
    screen.keyboard.press("ArrowLeft")
    expect(screen.locator("[data-count]")).to_have_text("2 / 3")


def test_buttons_and_taps_do_it_and_space_goes_on_after_a_button(screen: Page):
    screen.get_by_role("button", name="Next").click()
    screen.get_by_role("button", name="Back").click()
    expect(screen.locator("[data-count]")).to_have_text("0 / 3")
    screen.keyboard.press("Space")
    expect(screen.locator("[data-count]")).to_have_text("1 / 3")
    screen.locator("h1").click()
    expect(screen.locator("[data-count]")).to_have_text("2 / 3")


def test_it_needs_no_network_and_bears_to_be_loaded_again(screen: Page, context):
    screen.keyboard.press("Space")
    screen.reload()
    expect(screen.locator("[data-count]")).to_have_text("1 / 3")
    context.set_offline(True)
    screen.keyboard.press("Space")
    screen.keyboard.press("Space")
    expect(screen.locator("[data-count]")).to_have_text("3 / 3")


def test_it_fits_a_telephone(screen: Page):
    screen.set_viewport_size({"width": 360, "height": 640})
    for _ in range(3):
        screen.keyboard.press("Space")
    assert screen.evaluate("document.documentElement.scrollWidth") <= 360
