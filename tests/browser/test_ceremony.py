"""The ceremony on a projector and on a telephone: one key on, one back, no scrolling, several screens, and bad
networks."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tournament.models import Player
from tournament.publication import ceremony_actions

pytestmark = pytest.mark.django_db(transaction=True)

WRITTEN = {101: ["1*2*3*4", "(1+2+3)*4"], 102: ["1*2*3*4"], 103: ["4*3*2*1"], 104: ["1+2"]}

# movements that no machine is too slow to interrupt
SLOWLY = """
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
  return animate.call(this, frames, { ...timing, duration: 1e6 });
};
"""


@pytest.fixture
def open_screen(live_server, event, organiser, round_24, add_player, hand_in, work_through, sign_in):
    """open_screen(page): the screen of a ceremony whose steps are the title, place 2 (shared), place 1, and the end."""
    for number, texts in WRITTEN.items():
        hand_in(round_24, add_player(number, team="Owls"), [(0, text) for text in texts])
    work_through()
    ceremony_actions.begin(by=organiser, event=event, standings=["players-3"])

    def opened(page: Page) -> Page:
        sign_in(page.context, organiser)
        page.goto(live_server.url + reverse("ceremony-screen", args=[event.slug]))
        expect(page.get_by_role("button", name="Full screen")).to_be_visible()  # the script runs
        return page

    return opened


@pytest.fixture
def screen(page: Page, open_screen) -> Page:
    page.emulate_media(reduced_motion="reduce")
    return open_screen(page)


def expect_place(page: Page, place: str) -> None:
    expect(page.locator("[data-place] > .medal [aria-hidden], [data-place] > .medal:not(:has(*))")).to_have_text(place)


def test_keys_buttons_and_taps_go_on_and_back_and_a_reload_keeps_the_step(screen: Page):
    expect(screen.locator(".is-title")).to_be_visible()
    screen.keyboard.press("Space")
    expect_place(screen, "=2")
    expect(screen.locator("[data-names] > li")).to_have_count(2)  # who shares a place is revealed together
    expect(screen.locator("[data-said]")).to_contain_text("Equal on points")
    screen.keyboard.press("ArrowRight")
    expect_place(screen, "1")
    screen.reload()
    expect_place(screen, "1")
    expect(screen.locator("[data-full-screen]")).to_be_visible()
    screen.keyboard.press("ArrowLeft")
    expect_place(screen, "=2")
    screen.get_by_role("button", name="Back").click()
    expect(screen.locator(".is-title")).to_be_visible()
    screen.keyboard.press("Space")  # goes on, though a button has the focus
    expect_place(screen, "=2")
    screen.get_by_role("button", name="Next").click()
    expect_place(screen, "1")
    screen.get_by_role("button", name="Back").click()
    expect_place(screen, "=2")
    screen.locator("[data-stage]").click(position={"x": 5, "y": 5})
    expect_place(screen, "1")


def test_without_a_network_the_step_stays_and_the_next_press_after_it_goes_on_on_two_screens_with_long_names(
    screen: Page, context
):
    name = "Wolfgang-Maximilian Theodor Bartholomäus"
    Player.objects.update(first_name=name)
    other = context.new_page()
    other.emulate_media(reduced_motion="reduce")
    other.goto(screen.url)
    expect(other.locator(".is-title")).to_be_visible()
    screen.bring_to_front()
    context.set_offline(True)
    screen.keyboard.press("Space")
    expect(screen.get_by_role("alert")).to_have_text("No connection. Press again.")
    expect(screen.locator(".is-title")).to_be_visible()
    context.set_offline(False)
    screen.keyboard.press("Space")
    expect_place(screen, "=2")
    expect(screen.locator("[data-trouble]")).to_have_text("")
    expect_place(other, "=2")
    expect(screen.locator("[data-names]")).to_contain_text(name)
    stage = "document.querySelector('[data-stage]')"
    for width, height in ((1280, 720), (1920, 1080), (390, 844)):
        screen.set_viewport_size({"width": width, "height": height})
        assert screen.evaluate(f"{stage}.scrollHeight - {stage}.clientHeight") <= 1, width
        assert screen.evaluate("document.documentElement.scrollWidth") <= width
        assert screen.evaluate("document.documentElement.scrollHeight") <= height


def test_the_next_key_finishes_what_is_moving_and_skips_nothing(page: Page, open_screen):
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script(SLOWLY)
    screen = open_screen(page)
    screen.keyboard.press("Space")
    expect_place(screen, "=2")
    screen.keyboard.press("Space")
    moving = "document.querySelector('[data-stage]').getAnimations({subtree: true}).length"
    screen.wait_for_function(f"{moving} === 0")
    expect_place(screen, "=2")
    screen.keyboard.press("Space")
    expect_place(screen, "1")
