"""Lines that come too late, because the sheet was handed in or taken over: shown word for word, and told."""

import uuid

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.keying import HITS, MISSES, kept, left_over, open_page, state, texts, write
from tests.tournament.making import HERE
from tournament.keying import actions as keyings
from tournament.models import AuditEntry, DraftLine, Keying, Submission

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def too_late(at_sheet: Page, context: BrowserContext, volunteer, number_page):
    """too_late(act): she types a line without a connection and leaves; act(keying) happens; she comes back."""

    def come_back(act) -> Page:
        context.set_offline(True)
        write(at_sheet, HITS)
        expect(state(at_sheet)).to_have_text("1 line waits for the connection")
        at_sheet.close()
        act(Keying.objects.get())
        context.set_offline(False)
        page = context.new_page()
        page.goto(number_page)
        return page

    return come_back


def record(volunteer):
    other = keyings.TypedLine(uuid.uuid4(), 0, 0, MISSES, revision=1)
    return lambda keying: keyings.hand_in(by=volunteer, keying=keying, lines=[other])


def test_lines_that_came_too_late_are_shown_word_for_word_and_told_to_the_organiser(
    too_late, volunteer, organiser, live_server, event, sign_in, context
):
    page = too_late(record(volunteer))
    expect(kept(page)).to_contain_text("has been handed in already")
    page.locator("[data-look]").click()
    expect(page.locator(".left-over [data-text]")).to_have_text(HITS)
    expect(page.locator(".left-over [data-why]")).to_contain_text("has been handed in already")
    page.locator("[data-copy]").click()
    expect(page.locator("[data-copy]")).to_have_text("Copied")
    page.locator("[data-tell]").click()
    expect(page.locator("[data-told]")).to_contain_text("The organiser can now read these lines")
    page.locator("[data-tell]").click()
    expect(page.locator("[data-told]")).to_be_visible()
    (told,) = AuditEntry.objects.filter(verb="sheet.left_over")
    assert told.after == {"box 1, line 1": HITS}
    assert [line.text for line in Submission.objects.all()] == [MISSES]
    page.reload()
    expect(page.locator(".left-over [data-text]")).to_have_text(HITS)
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("[data-drop-all]").click()
    expect(page.locator("[data-nothing]")).to_be_visible()
    sign_in(context, organiser)
    page.goto(f"{live_server.url}/events/{event.slug}/history/")
    expect(page.locator("main")).to_contain_text(HITS)


def test_lines_that_the_record_has_already_are_not_left_over(at_sheet: Page, context, number_page, volunteer):
    context.set_offline(True)
    at_sheet.keyboard.type(HITS)
    expect(state(at_sheet)).to_have_text("1 line waits for the connection")
    key = at_sheet.locator(".line").first.get_attribute("data-key")
    at_sheet.close()
    same = keyings.TypedLine(uuid.UUID(key), 0, 0, HITS, revision=1)
    keyings.hand_in(by=volunteer, keying=Keying.objects.get(), lines=[same])
    context.set_offline(False)
    page = context.new_page()
    page.goto(number_page)
    expect(kept(page)).to_have_text("All of it is saved now.")
    assert Submission.objects.count() == 1


@pytest.mark.drill  # the first test above; keying/test_actions.py: such a sheet goes on
def test_lines_of_a_sheet_that_was_put_back_are_shown_when_she_opens_it_again(
    too_late, volunteer, round_24, entrant, sheet
):
    page = too_late(lambda keying: keyings.put_back(by=volunteer, keying=keying))
    expect(kept(page)).to_contain_text("was put back")
    keyings.open_sheet(by=volunteer, round_=round_24, entrant=entrant, browser=HERE)
    open_page(page, sheet)
    expect(left_over(page).locator("[data-text]")).to_have_text(HITS)
    left_over(page).locator("[data-type]").click()
    expect(state(page)).to_have_text("Saved")
    assert texts(page) == [HITS]
    assert [(line.text, line.keying.state) for line in DraftLine.objects.all()] == [(HITS, "open")]
