"""The hall clock on the projector: started with the round, followed from another screen, with its last minute and
end."""

import datetime
import os
import re

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.tournament.making import boxes
from tournament.hall_clock import actions as clock_actions
from tournament.models import Round
from tournament.rounds import actions as rounds

pytestmark = pytest.mark.django_db(transaction=True)
THREE = boxes(((1, 2, 3, 4), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24))


def test_the_clock_is_started_followed_and_read(page: Page, context, live_server, event, organiser, add_round, sign_in):
    round_ = add_round("twenty_four", THREE, status="planned")
    rounds.change(by=organiser, round_=round_, settings={"values": {"time_seconds": 600}, "by_grade": {}})
    sign_in(context, organiser)
    page.goto(live_server.url + reverse("hall-clock", args=[event.slug, round_.position]))
    said, face = page.locator("[data-clock-said]"), page.locator("[data-face]")
    expect(said).to_have_text("Not started")
    page.get_by_role("button", name="Open the round and start the clock").click()
    expect(page.get_by_role("button", name="Stop the clock")).to_be_visible()
    assert Round.objects.get(pk=round_.pk).status == "open"
    digits = page.locator("[data-left]")
    expect(digits).to_have_text(re.compile(r"9:5\d"))  # it counts down by itself
    assert digits.bounding_box()["width"] > page.viewport_size["width"] * 0.5
    page.get_by_role("button", name="Give more time").click()
    expect(digits).to_have_text(re.compile(r"10:5\d"))  # more than its full time
    clock_actions.stop(by=organiser, round_=round_)  # from another computer
    expect(said).to_have_text("The clock is stopped")
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    clock_actions.go_on(by=organiser, round_=round_)
    _leave(round_, 45)
    page.reload()
    expect(said).to_have_text("Last minute")
    expect(face).to_have_class("clock-face is-last")
    if shots := os.environ.get("SHOTS"):
        page.screenshot(path=f"{shots}/clock-last.png")
        page.set_viewport_size({"width": 390, "height": 800})
        page.screenshot(path=f"{shots}/clock-390.png")
    _leave(round_, 2)
    page.reload()
    expect(said).to_have_text("Time is up")
    expect(face).to_have_class("clock-face is-over")
    page.get_by_role("button", name="Give more time").click()
    expect(said).to_have_text("Last minute")


def _leave(round_: Round, seconds: int) -> None:
    """So many seconds of its ten minutes are left."""
    started = timezone.now() - datetime.timedelta(seconds=600 - seconds)
    Round.objects.filter(pk=round_.pk).update(clock_started_at=started)
