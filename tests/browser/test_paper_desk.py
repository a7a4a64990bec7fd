"""The paper desk in a real browser: ten codes in a row without looking up, and pictures that find their sheets."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from tests.tournament.scanning.making import half_red, stored
from tests.tournament.sheets.test_scan_views import photo_of
from tournament.models import Scan, Sheet
from tournament.sheets import actions as sheets
from tournament.uploaded_files import stored_picture

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def printed(organiser, add_player, round_24) -> list[Sheet]:
    for _each in range(12):
        add_player()
    return sheets.print_(by=organiser, round_=round_24, spares=1)


@pytest.fixture
def desk(printed, live_server, context, volunteer, sign_in, page: Page) -> Page:
    sign_in(context, volunteer)
    page.goto(live_server.url + reverse("return-desk", args=[printed[0].round.event.slug, 1]))
    return page


def back() -> int:
    return Sheet.objects.filter(returned_at__isnull=False).count()


def scan_in(page: Page, *said: str) -> None:
    for each in said:
        page.keyboard.type(each)
        page.keyboard.press("Enter")


def test_ten_codes_in_a_row_without_losing_the_cursor_or_what_the_connection_drops(desk, printed):
    scan_in(desk, *[sheet.code for sheet in printed[:10]])
    expect(desk.locator("[data-list] .tag-accepted")).to_have_count(10)
    expect(desk.locator("#id_said")).to_be_focused()
    expect(desk.locator("#id_said")).to_have_value("")
    expect(desk.locator("[data-back]")).to_contain_text("10 of 12")
    assert back() == 10
    desk.context.set_offline(True)
    scan_in(desk, *[sheet.code for sheet in printed[10:12]])
    expect(desk.locator("[data-list]")).to_contain_text("waits for the connection")
    assert back() == 10
    desk.context.set_offline(False)
    expect(desk.locator("[data-list] .tag-accepted")).to_have_count(12)
    assert back() == 12


def test_each_of_several_numbers_has_a_row_and_what_was_not_understood_says_so(desk, printed):
    scan_in(desk, "101-102 998")
    expect(desk.locator("[data-list] > li .tag")).to_have_text(["back", "back", "not taken"])
    expect(desk.locator("[data-taken]")).to_contain_text("2 of 3 sheets are back.")
    desk.reload()
    scan_in(desk, "999", "103", "103", f"{printed[12].code} 104")
    expect(desk.locator("[data-list] > li .tag")).to_have_text(["back", "again", "back", "not taken"])
    expect(desk.locator("[data-taken]")).to_contain_text("104 · 2 is back.")
    assert back() == 4


def test_what_waited_is_sent_after_a_reload_and_a_mistyped_number_is_undone(desk, printed):
    def drop(route: Route) -> None:
        route.abort() if route.request.method == "POST" else route.continue_()

    desk.route("**/return/", drop)
    scan_in(desk, "101", "102")
    expect(desk.locator("[data-list]")).to_contain_text("waits for the connection")
    desk.unroute("**/return/")
    desk.reload()
    expect(desk.locator("[data-list] .tag-accepted")).to_have_count(2)
    assert back() == 2
    desk.locator("[data-list] li", has_text="101").get_by_role("button", name="Undo").click()
    expect(desk.locator(".messages")).to_contain_text("101 is not back.")
    assert back() == 1


def test_the_board_keeps_itself_fresh(desk, printed, volunteer, live_server):
    desk.clock.install()
    desk.goto(live_server.url + reverse("board", args=[printed[0].round.event.slug, 1]))
    sheets.return_(by=volunteer, sheet=printed[0])
    desk.clock.run_for(9_000)
    expect(desk.locator(".headline")).to_have_text("1 of 12 sheets are back.")


def file(name: str, content: bytes) -> dict:
    return {"name": name, "mimeType": "image/jpeg", "buffer": content}


def test_a_pile_of_photos_finds_its_sheets_and_asks_for_the_rest(desk, printed, live_server):
    desk.goto(live_server.url + reverse("pictures", args=[printed[0].round.event.slug]))
    photos = [file("one.jpg", photo_of(printed[0])), file("two.jpg", stored(half_red(), "JPEG"))]
    known = 1 if stored_picture.HAS_READER else 0
    desk.locator("#id_pictures").set_input_files([*photos, file("three.jpg", b"<script>x</script>")])
    desk.get_by_role("button", name="Send", exact=True).click()
    expect(desk.locator("[data-sent] .tag-accepted")).to_have_count(known)
    expect(desk.locator("[data-sent] .tag-refused")).to_have_count(1)
    asking = desk.locator("[data-sent] li", has_text="two.jpg")
    asking.locator("input").fill(printed[1].code)
    asking.get_by_role("button", name="Send it with this code").click()
    expect(desk.locator("[data-sent] .tag-accepted")).to_have_count(known + 1)
    assert Scan.objects.filter(sheet=printed[1]).count() == 1
