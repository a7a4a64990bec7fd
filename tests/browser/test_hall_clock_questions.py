"""The questions on a screen with the hall clock: they come with the clock, and a page that is open before has none."""

import os

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.tournament.making import boxes
from tournament.organiser import round_steps
from tournament.round_puzzles import actions as puzzle_actions
from tournament.rounds import actions as rounds

pytestmark = pytest.mark.django_db(transaction=True)
ONE_TO_MANY = boxes(*[((2, 7, 9, 10), target) for target in range(11, 21)])


def hidden_rows(page: Page) -> int:
    """How many pixels of the questions are out of sight."""
    return page.evaluate(
        "() => { const box = document.querySelector('[data-clock-questions]');"
        " return Math.max(box.scrollHeight - box.clientHeight, box.scrollWidth - box.clientWidth,"
        " document.documentElement.scrollHeight - innerHeight); }"
    )


def test_the_questions_come_when_the_clock_starts(
    page: Page, context, live_server, event, organiser, add_round, sign_in
):
    round_ = add_round("one_to_many", ONE_TO_MANY, status="planned")
    sign_in(context, organiser)
    bodies: list[str] = []
    page.on("response", lambda answer: bodies.append(answer.text()) if "/clock/" in answer.url else None)
    page.goto(live_server.url + reverse("hall-clock", args=[event.slug, round_.position]))
    page.get_by_label("Questions on this screen").select_option("all grades")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("They appear when the clock starts.")).to_be_visible()
    page.wait_for_timeout(1500)
    assert len(bodies) > 2
    assert not any("clock-numbers" in body for body in bodies)
    round_steps.move(by=organiser, round_=round_, status="open")  # from another computer
    expect(page.locator(".clock-targets li")).to_have_text([str(target) for target in range(11, 21)])
    expect(page.locator(".clock-numbers li")).to_have_text(["2", "7", "9", "10"])
    page.set_viewport_size({"width": 1280, "height": 720})
    page.wait_for_timeout(300)
    assert hidden_rows(page) <= 1
    assert page.locator(".clock-numbers li").first.bounding_box()["height"] > 50
    _shot(page, "one-to-many")
    round_steps.move(by=organiser, round_=round_, status="closed")
    expect(page.locator(".clock-targets li")).to_have_count(0)


def test_the_questions_of_many_grades_are_all_in_sight(page: Page, context, live_server, event, organiser, sign_in):
    round_ = rounds.add(by=organiser, event=event, format_slug="many_to_one", preset="")
    for division, target in zip(event.divisions.all(), (20, 30, 40), strict=True):
        asked = boxes(*[((2, 3, division.grade, at), target) for at in range(1, 11)])
        puzzle_actions.assign(by=organiser, round_=round_, divisions=[division], boxes=asked)
    round_steps.move(by=organiser, round_=round_, status="open")
    sign_in(context, organiser)
    page.goto(live_server.url + reverse("hall-clock", args=[event.slug, round_.position]) + "?show=all")
    expect(page.locator(".clock-sets > li").first).to_be_visible()
    for width, height in ((1280, 720), (1920, 1080), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        assert hidden_rows(page) <= 1
        _shot(page, f"many-to-one-{width}")


def _shot(page: Page, name: str) -> None:
    if shots := os.environ.get("SHOTS"):
        page.screenshot(path=f"{shots}/clock-{name}.png")
