"""Takes the pictures of the README from the demo, so that they show what the program shows: `make pictures`."""

import os
import re
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests import chromium

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
SIZE = {"width": 1000, "height": 720}
LINES = ("9 - 7 + 6 - 3 = 5", "6 + 9 - 3 - 7", "7 + 6 + 3^2 - 9", "√9! x 3 - 7 - 6")  # on 3 6 7 9 with target 5


def main() -> None:
    from bench.running import House

    with tempfile.TemporaryDirectory() as folder:
        os.environ["VAR_DIR"] = folder
        with House(DEMO="1") as house:
            house.wait(lambda: "Volunteer " in house.log.read_text(), 900)
            take_all(house.log.read_text())


def take_all(log: str) -> None:
    """`log`: what the program printed, with its address and a sign-in link for each role."""
    address = re.findall(r"Number Tournament is at (\S+)/", log)[0]
    links = dict(re.findall(r"^  (Judge|Volunteer) +(\S+)$", log, re.M))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.arguments())
        volunteer, judge, family = (
            signed_in(browser, links["Volunteer"]),
            signed_in(browser, links["Judge"]),
            new(browser),
        )
        family.goto(f"{address}/events/demo/grade-5/")
        keep("standings", family)
        keep("judging", unclear_line(judge, f"{address}/events/demo/judge/"))
        keep("typing", typed_sheet(volunteer, f"{address}/events/demo/key/5/"))
        keep("play", game_on(browser, f"{address}/play/"))
        browser.close()


def new(browser: Browser) -> Page:
    return browser.new_context(viewport=SIZE).new_page()


def signed_in(browser: Browser, link: str) -> Page:
    page = new(browser)
    page.goto(link)
    return page


def typed_sheet(page: Page, round_address: str) -> Page:
    page.goto(round_address)
    page.locator("main input[name=number]").fill("413")
    page.keyboard.press("Enter")
    expect(page.locator("form.keying")).to_have_class(re.compile("is-live"))
    for line in LINES:
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    expect(page.locator(".sheet-head .save-state")).to_have_text("Saved")
    page.locator("section.box").first.evaluate("box => scrollTo(0, box.getBoundingClientRect().top + scrollY - 70)")
    return page


def unclear_line(page: Page, queue: str) -> Page:
    """A line that can be read in two ways."""
    page.goto(queue)
    page.locator("main a[href*='/judge/lines/']", has_text="mod").last.click()
    return page


def game_on(browser: Browser, start: str) -> Page:
    """The room's screen in a game of 24 with two players."""
    host = new(browser)
    host.goto(start)
    host.locator("button[value=basic_24]").click()
    host.wait_for_url("**/host/")
    screen = new(browser)
    screen.goto(host.url.replace("/host/", "/screen/"))
    expect(host.locator("main")).to_contain_text(re.compile(r"PIN \d+"))
    pin = re.findall(r"PIN (\d+)", host.locator("main").inner_text())[0]
    for name in ("Ada", "Ben"):
        phone = new(browser)
        phone.goto(start)
        phone.get_by_label("PIN").fill(pin)
        phone.get_by_role("button", name="Join").click()
        phone.get_by_label("name").first.fill(name)
        phone.get_by_role("button", name="Join").click()
    host.get_by_role("button", name="Show all names").click()
    expect(screen.locator("main")).to_contain_text("Ben")
    host.get_by_role("button", name="Start the game").click()
    expect(screen.locator("main")).to_contain_text("Round 1")
    return screen


def keep(name: str, page: Page) -> None:
    picture = Image.open(BytesIO(page.screenshot()))
    picture.save(FOLDER / f"{name}.webp", lossless=True, quality=100, method=6)


if __name__ == "__main__":
    main()
