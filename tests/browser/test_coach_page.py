"""A coach with a phone in a noisy hall: her link, a line, a sentence, the answer. Without a script."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from tournament.common import limits
from tournament.disputes import actions as disputes, coach_links
from tournament.models import CoachLink, Dispute, Sheet

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def link(event, organiser, round_24, add_player, hand_in, work_through) -> CoachLink:
    hand_in(round_24, add_player(101, team="Owls"), [(0, "1*2*3*4"), (1, "5+6"), (2, "4 4 four")])
    work_through()
    coach_links.make_links(by=organiser, event=event)
    disputes.open_window(by=organiser, round_=round_24)
    return CoachLink.objects.get()


def test_a_dispute_is_filed_answered_and_read_on_a_phone(live_server, browser: Browser, link, judge_user):
    context = browser.new_context(viewport={"width": 360, "height": 740}, java_script_enabled=False)
    page, said = context.new_page(), []
    page.on("console", lambda message: said.append(message.text))
    page.goto(live_server.url + reverse("coach", args=[link.token]))
    page.get_by_role("link", name="101 Ada L.").click()
    expect(page.locator(".line math").first).to_be_visible()
    assert page.locator("html").evaluate("html => html.scrollWidth") <= 360
    page.get_by_role("link", name="Dispute this line 5+6").click()
    expect(page.get_by_label("Given numbers")).to_have_text("5366", use_inner_text=False)
    expect(page.locator(".box-head")).to_contain_text("target 24")
    expect(page.get_by_label("Photo of the paper")).not_to_have_attribute("capture", re.compile(""))
    page.get_by_label("What is wrong?").fill("The 6 is a 0.")
    assert page.locator("html").evaluate("html => html.scrollWidth") <= 360
    page.get_by_role("button", name="File the dispute").click()
    expect(page.locator("#done")).to_contain_text("Your dispute is filed")
    expect(page.locator(".statement")).to_have_text("The 6 is a 0.")
    disputes.reject(by=judge_user, dispute=Dispute.objects.get(), answer="It is a 6 with an open loop.")
    page.reload()
    expect(page.get_by_text("It is a 6 with an open loop.")).to_be_visible()
    assert page.locator("html").evaluate("html => html.scrollWidth") <= 360
    assert context.cookies() == []
    assert said == []
    context.close()


def test_an_open_page_shows_the_decision_by_itself(live_server, page: Page, link, judge_user):
    sheet = Sheet.objects.get()
    dispute = coach_links.dispute(link=link, sheet=sheet, line=None, statement="A line is missing.").dispute
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.install()
    page.goto(live_server.url + reverse("coach", args=[link.token]))
    expect(page.get_by_text("A judge will look at it.")).to_be_visible()
    disputes.reject(by=judge_user, dispute=dispute, answer="All lines are typed.")
    page.clock.fast_forward(40_000)
    page.clock.fast_forward(1_000)
    expect(page.get_by_text("All lines are typed.")).to_be_visible()
    asked.clear()
    page.clock.run_for(120_000)
    assert asked == [], "nothing waits any more"


def test_a_photo_that_is_too_large_is_not_sent_and_the_words_stay(live_server, browser: Browser, link, tmp_path):
    page = browser.new_page(viewport={"width": 360, "height": 740})
    page.goto(live_server.url + reverse("coach", args=[link.token]))
    page.get_by_role("link", name="101 Ada L.").click()
    page.get_by_role("link", name="Dispute this line 5+6").click()
    page.get_by_label("What is wrong?").fill("The 6 is a 0.")
    photo = tmp_path / "photo.jpg"
    with photo.open("wb") as file:
        file.truncate(limits.SCAN + 1)
    page.get_by_label("Photo of the paper").set_input_files(photo)
    expect(page.get_by_role("alert")).to_have_text("This photo is too large: 21 MB. Send one of at most 20 MB.")
    page.get_by_role("button", name="File the dispute").click()
    expect(page.get_by_label("What is wrong?")).to_have_value("The 6 is a 0.")
    assert not Dispute.objects.exists()
    page.get_by_label("Photo of the paper").set_input_files([])
    page.get_by_role("button", name="File the dispute").click()
    expect(page.locator("#done")).to_contain_text("Your dispute is filed")
    page.close()
