"""From an event with grades and rounds to proved puzzles in every round, only by pressing buttons."""

import pytest
from playwright.sync_api import Page, expect

from tests.tournament.making import sign_in_address
from tournament.models import PuzzleSet, PuzzleSetUse
from tournament.organiser import actions as events
from tournament.round_puzzles import completeness
from tournament.rounds import actions as rounds

pytestmark = pytest.mark.django_db(transaction=True)

FORMATS = ("hit_the_target", "twenty_four", "one_to_many", "many_to_one")


@pytest.fixture
def sign_in(live_server, organiser):
    """sign_in(page): the organiser is signed in"""
    return lambda page: page.goto(live_server.url + sign_in_address(organiser))


@pytest.fixture
def programme(organiser, event):
    for grade in (6, 7, 8):
        events.add_division(by=organiser, event=event, grade=grade)
    return [rounds.add(by=organiser, event=event, format_slug=each) for each in FORMATS]


@pytest.mark.drill  # tests/tournament/puzzle_sets/test_views.py presses the same buttons
def test_a_whole_day_is_made_looked_at_and_used(page: Page, sign_in, programme, worker, live_server):
    sign_in(page)
    page.goto(f"{live_server.url}/events/spring/run/")
    page.get_by_role("link", name="Puzzle sets").first.click()
    page.get_by_role("button", name="Make puzzles for the whole day").click()
    use_all = page.get_by_role("button", name="Use all 24 sets that are ready")
    expect(use_all).to_be_visible(timeout=90_000)
    page.locator("section", has_text="4. Many to One").get_by_role("link", name="Grade 3").click()
    expect(page.get_by_role("row")).to_have_count(11)
    kept = page.get_by_label("Keep question 1", exact=True)
    question = kept.get_attribute("value")
    kept.check()
    page.get_by_role("button", name="Replace the unticked questions").click()
    again = page.locator(f'input[name=keep][value="{question}"]')  # boxes are easy first, so it may stand elsewhere
    expect(again).to_be_checked(timeout=60_000)
    expect(page.get_by_role("row")).to_have_count(11)
    page.get_by_role("button", name="Use these puzzles").click()
    expect(page.get_by_role("heading", name="Used in the round")).to_be_visible()
    page.get_by_role("link", name="Puzzle sets").click()
    page.get_by_role("button", name="Use all 23 sets that are ready").click()
    expect(page.get_by_text("23 sets are used in their rounds.")).to_be_visible()
    assert [completeness.gaps(each) for each in programme] == [[]] * 4
    assert PuzzleSetUse.objects.count() == PuzzleSet.objects.count() == 24
