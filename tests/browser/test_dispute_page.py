"""A judge decides a dispute on one screen: the picture, the line, its box, what happened and the decision."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.tournament.making import boxes
from tests.tournament.scanning.making import half_red, stored
from tournament import scanning
from tournament.disputes import actions as disputes, coach_links
from tournament.models import CoachLink, Dispute
from tournament.rulings import actions as rulings
from tournament.sheets import scan_actions

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def dispute(event, organiser, judge_user, volunteer, add_round, add_player, hand_in, work_through) -> Dispute:
    """A line that was refused, on a sheet with a picture taller than wide; a precedent on another puzzle."""
    for asked in (((2, 3, 4, 6), 24), ((1, 2, 3, 4), 24)):
        round_ = add_round("hit_the_target", boxes(asked), rounds=1)
        texts = ["1 x 2 x 3 x four", "(1+2+3)x4", "1+2+3+4"] if asked[0][0] == 1 else ["1 x 2 x 3 x four"]
        lines = hand_in(round_, add_player(team="Owls"), [(0, text) for text in texts])
        work_through()
        if asked[0][0] == 2:
            rulings.give(by=judge_user, submission=lines[0], counts_as="nothing", reason="Words are no numbers.")
    picture = scanning.clean(stored(half_red(1200, 1700)), "photo.png")
    scan_actions.attach(by=volunteer, sheet=lines[0].sheet, pictures=picture)
    coach_links.make_links(by=organiser, event=event)
    disputes.open_window(by=organiser, round_=round_)
    statement = "It says 4 on the paper; the volunteer typed the word."
    link = CoachLink.objects.get()
    return coach_links.dispute(link=link, sheet=lines[0].sheet, line=lines[0], statement=statement).dispute


@pytest.fixture
def at_desk(page: Page, live_server, context, dispute, judge_user, sign_in) -> Page:
    sign_in(context, judge_user)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(live_server.url + reverse("dispute", args=["spring", dispute.pk]))
    return page


def inside(page: Page, selector: str) -> bool:
    """Whether the first such element is wholly on the screen and hidden by no scrolling column."""
    return page.locator(selector).first.evaluate(
        """each => {
            const box = each.getBoundingClientRect();
            const column = (each.closest(".desk > *") ?? each).getBoundingClientRect();
            return box.height > 0 && box.top >= column.top - 1 && box.bottom <= column.bottom + 1 && box.top >= 0
                && box.bottom <= innerHeight && box.right <= innerWidth;
        }"""
    )


def test_all_of_it_is_on_one_screen_and_decided_there(at_desk: Page, dispute):
    page = at_desk
    page.locator(".paper-view img").evaluate("image => image.decode()")
    wanted = {
        "statement": ".statement",
        "picture": ".paper-view img",
        "line": ".said-large",
        "readings": "#written",
        "box": ".box",
        "precedent": ".precedents li",
        "history": "#history",
        "answer": "textarea",
        "uphold": "button[value=uphold]",
        "reject": "button[value=reject]",
    }
    assert {name for name, selector in wanted.items() if not inside(page, selector)} == set()
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    size = page.locator(".paper-view img").evaluate(
        "image => [image.width / image.height, image.naturalWidth / image.naturalHeight]"
    )
    assert abs(size[0] - size[1]) < 0.02, "the picture is not distorted"
    page.get_by_label("Enlarge").check()
    assert page.locator(".paper-view img").evaluate("image => image.width === image.naturalWidth")
    page.get_by_label("Enlarge").uncheck()
    page.get_by_label("rule on the line, only for this sheet").check()
    legends = page.locator(".deciding legend").evaluate_all("all => all.map(each => each.getBoundingClientRect().x)")
    assert len(set(legends)) == 1, "what a line counts as is no part of one of the choices above it"
    page.get_by_label("what it says; I type it").check()
    page.get_by_label("What the line says").fill("1 x 2 x 3 x 4")
    page.get_by_label("Answer", exact=True).fill("You are right: it is a 4.")
    page.get_by_role("button", name="Uphold").click()
    expect(page.get_by_text("The dispute is upheld.")).to_be_visible()
    dispute.refresh_from_db()
    assert (dispute.state, dispute.ruling.method) == ("upheld", "1 x 2 x 3 x 4")


def test_a_turned_picture_fills_its_frame_which_is_one_column_on_a_phone(at_desk: Page):
    picture = at_desk.locator(".paper-view img")
    picture.evaluate("image => image.decode()")
    for width in (1280, 390):
        at_desk.set_viewport_size({"width": width, "height": 800})
        at_desk.get_by_role("button", name="Turn it").click()
        frame = at_desk.locator(".paper-view .on-its-side").bounding_box()
        assert picture.bounding_box() == pytest.approx(frame, abs=1)
        assert frame["width"] / frame["height"] == pytest.approx(1700 / 1200, rel=0.01)
        at_desk.get_by_role("button", name="Turn it").click()
        upright = picture.bounding_box()
        assert upright["width"] / upright["height"] == pytest.approx(1200 / 1700, rel=0.01)
    assert at_desk.evaluate("document.documentElement.scrollWidth") <= 390
