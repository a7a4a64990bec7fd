"""The page that settles a sheet, in a browser that has kept lines of another."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.keying import HITS, drafts, kept, state, write
from tests.tournament.making import boxes
from tournament.keying import actions as keyings
from tournament.rounds import actions as rounds

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def settling(live_server, add_round, add_player, hand_in, organiser, volunteer, other_volunteer) -> str:
    """The address of a sheet that two others read differently and that she settles."""
    blind = add_round("twenty_four", boxes(((1, 2, 3, 4), 24)), rounds=1)
    blind = rounds.change(by=organiser, round_=blind, keying_policy="twice")
    paper = add_player()
    for person, text in ((organiser, "1*2*3*4"), (other_volunteer, "7*2*3*4")):
        hand_in(blind, paper, [(0, text)], by=person)
    keying = keyings.open_sheet(by=volunteer, round_=blind, entrant=paper)
    return live_server.url + reverse("keying", args=["spring", blind.position, keying.sheet.code])


def test_what_a_closed_tab_kept_is_brought_in_and_her_choice_is_left_alone(at_sheet: Page, context, settling):
    context.set_offline(True)
    write(at_sheet, HITS)
    expect(state(at_sheet)).to_have_text("1 line waits for the connection")
    at_sheet.close()
    context.set_offline(False)
    page = context.new_page()
    page.goto(settling)
    page.locator('input[name="choice-1"]').first.check()
    expect(kept(page)).to_have_text("All of it is saved now.")
    assert drafts().count((0, HITS, "written")) == 1
    expect(page.locator('input[name="choice-1"]').first).to_be_checked()
