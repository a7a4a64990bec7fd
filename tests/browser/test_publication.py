"""Publishing as families meet it: a page that stays until the results are there, and a signature checked on a phone."""

import threading

import pytest
from django.db import connection
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.tournament.making import publish
from tournament.models import Event
from tournament.organiser import round_steps
from tournament.publication import recounts, rendering
from tournament.publication.rendering import pages_as_shown

pytestmark = pytest.mark.django_db(transaction=True)

WITHOUT_WEBCRYPTO = "Object.defineProperty(crypto, 'subtle', { value: undefined })"  # as under plain http


@pytest.fixture
def day(event, organiser, round_24, add_player, hand_in, work_through) -> Event:
    hand_in(round_24, add_player(101, team="Owls"), [(0, "1*2*3*4")])
    work_through()
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    return Event.objects.get(pk=event.pk)


def test_an_open_page_says_that_results_come_and_turns_into_them(page: Page, live_server, day, organiser, monkeypatch):
    complete = threading.Event()

    def slowly(*asked):
        for made in pages_as_shown(*asked):
            yield made
            complete.wait(0.1 if not complete.is_set() else 0)
        complete.wait(60)

    def press():
        publish(organiser, day, "final")
        connection.close()

    monkeypatch.setattr(rendering, "pages_as_shown", slowly)
    page.goto(live_server.url + reverse("division", args=["spring", 3]))
    expect(page.get_by_text("Provisional results.")).to_be_visible()
    pressing = threading.Thread(target=press)
    pressing.start()
    both = page.locator("main:has([data-in-a-moment])", has_text="Provisional results.")
    while not both.is_visible():
        page.reload()  # the test's server has no streams, and does not ask again for a page that is to come
    complete.set()
    pressing.join(60)
    expect(page.get_by_text("Final results.")).to_be_visible()
    expect(page.get_by_text("New results in a moment.")).to_be_hidden()


def test_a_family_checks_the_signature_in_their_browser(page: Page, live_server, day, organiser):
    copy = publish(organiser, day, "final").shown
    recounts.recount([copy.pk], 1)
    page.goto(live_server.url + reverse("published", args=["spring"]))
    checks(page, "right")
    page.route("**/event.json", lambda route: route.fulfill(body="{}"))
    page.get_by_role("button", name="Check the signature here").click()
    expect(page.get_by_text("the results are not those that it speaks of")).to_be_visible()
    page.unroute("**/event.json")
    page.add_init_script(WITHOUT_WEBCRYPTO)
    page.reload()
    checks(page, "signed")


def checks(page: Page, result: str) -> None:
    """The signature is right, and then that of another text is not."""
    page.get_by_role("button", name="Check the signature here").click()
    expect(page.locator(f"[data-result={result}]")).to_be_visible()
    expect(page.get_by_text("Everything is equal.")).to_be_visible()
    page.route("**/statement.txt", lambda route: route.fulfill(body=f"{route.fetch().text()} "))
    page.get_by_role("button", name="Check the signature here").click()
    expect(page.get_by_text("The signature does not belong to this text.")).to_be_visible()
    page.unroute("**/statement.txt")
