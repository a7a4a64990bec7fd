"""A misprinted target: proposed, read, applied by somebody else, read by the public, and taken back."""

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from tests.tournament.making import boxes, sign_in_address
from tournament.models import Result
from tournament.organiser import actions as events, round_steps

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def played(event, add_round, add_player, hand_in, work_through, organiser):
    """One question, 9 from 1 2 2 6, which should have been 11: player 101 hit 9 and 102 hit 11."""
    round_ = add_round("hit_the_target", boxes(((1, 2, 2, 6), 9)), rounds=1)
    for text in ("2+2+6-1", "1+2+2+6"):
        hand_in(round_, add_player(), [(0, text)])
    work_through()
    round_steps.move(by=organiser, round_=round_, status="final", anyway=True)
    events.change(by=organiser, event=event, rescore_needs_second=True)
    return round_


@pytest.fixture
def sign_in(live_server, played):
    """sign_in(page, user) -> the page, signed in and on the re-scores of the event"""

    def enter(page: Page, user) -> Page:
        page.goto(live_server.url + sign_in_address(user))
        page.goto(live_server.url + reverse("rescores", args=["spring"]))
        expect(page.get_by_role("heading", name="Re-scores", exact=True)).to_be_visible()
        return page

    return enter


@pytest.fixture
def colleague(browser: Browser):
    """A page of somebody else's, without any script."""
    context = browser.new_context(java_script_enabled=False)
    yield context.new_page()
    context.close()


def points(round_) -> list[int]:
    held = Result.objects.in_force().filter(round=round_).order_by("entrant__player__number")
    return list(held.values_list("points", flat=True))


def propose_other_target(page: Page, target: str) -> str:
    """The address of the re-score."""
    page.get_by_role("link", name="Propose a re-score").first.click()
    page.get_by_role("link", name="Numbers or targets").click()
    page.get_by_label("Target").fill(target)
    page.get_by_label("Why").fill("The plate was last year's.")
    page.get_by_label("Why").press("Enter")
    expect(page.get_by_role("heading", name="Awards")).to_be_visible()
    return page.url


@pytest.mark.drill  # rescoring/test_views.py presses the same buttons; no script of ours is on these pages
def test_a_wrong_target_from_the_proposal_to_the_public_and_back(
    page: Page, colleague: Page, sign_in, played, organiser, judge_user, live_server
):
    before = points(played)
    address = propose_other_target(sign_in(page, organiser), "11")
    expect(page.get_by_text("the target is 11, not 9").first).to_be_visible()
    expect(page.get_by_text("A second person must apply it.")).to_be_visible()
    expect(page.get_by_text("Jude")).to_be_visible()
    expect(page.get_by_role("button", name="Apply it")).to_have_count(0)
    assert points(played) == before

    sign_in(colleague, judge_user).goto(address)
    expect(colleague.get_by_text("now has place 1, before it was 2")).to_have_count(1)
    note = colleague.get_by_label("Public note")
    note.fill("The target was misprinted. It should have been 11.")
    colleague.get_by_role("button", name="Apply it").click()
    expect(colleague.locator(".message-success")).to_contain_text("Everybody sees the new points now")
    assert points(played) == before[::-1]

    public = page.context.browser.new_page()
    public.goto(live_server.url + reverse("event", args=["spring"]))
    expect(public.locator(".corrections")).to_contain_text("The target was misprinted.")

    page.goto(address)
    page.get_by_text("Take it back", exact=True).click()
    page.get_by_label("Why it is taken back").fill("It was 9 after all.")
    page.get_by_role("button", name="Propose to take it back").click()
    expect(page.get_by_text("An earlier correction was taken back.")).to_be_visible()
    colleague.goto(page.url)
    colleague.get_by_role("button", name="Apply it").click()
    expect(colleague.locator(".message-success")).to_contain_text("Everybody sees the new points now")
    assert points(played) == before
    public.reload()
    expect(public.locator(".corrections li")).to_have_count(2)
    public.close()
