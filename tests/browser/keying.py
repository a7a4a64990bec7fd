"""Hands on the keying page: what the tests of it type, press and look at."""

import re

from playwright.sync_api import Page, expect

from tournament.models import DraftLine

LINES_DOOR = re.compile(r"/api/v1/keyings/\d+/lines/")
HITS, MISSES = "(1+2+3)*4", "1+2+3+4"


def open_page(page: Page, url: str) -> Page:
    page.goto(url)
    expect(page.locator("form.keying")).to_have_class(re.compile("is-live"))
    return page


def write(page: Page, *lines: str) -> None:
    """Type each line and press Enter behind it."""
    for line in lines:
        page.keyboard.type(line)
        page.keyboard.press("Enter")


def state(page: Page):
    return page.locator(".sheet-head .save-state")


def box(page: Page, number: int):
    return page.locator(".lines").nth(number - 1)


def field(page: Page, line: int, in_box: int = 1):
    return box(page, in_box).locator(".line-text input").nth(line - 1)


def texts(page: Page, number: int = 1) -> list[str]:
    """What stands in a box, without its empty rows."""
    return [
        text
        for text in box(page, number).locator(".line-text input").evaluate_all("all => all.map(e => e.value)")
        if text
    ]


def drafts() -> list[tuple[int, str, str]]:
    return [(line.box, line.text, line.mark) for line in DraftLine.objects.all() if line.text or line.mark != "written"]


def review(page: Page):
    return page.locator("#review")


def hand_in(page: Page) -> None:
    page.keyboard.press("Control+Enter")
    page.locator("[data-hand-in]").click()


def kept(page: Page):
    """What the page says of other sheets that this browser kept."""
    return page.locator(".kept [data-said]")


def left_over(page: Page):
    """The lines that this browser kept and that are not saved."""
    return page.locator("[data-left-over]")


def append(page: Page, more: str, line: int = 1) -> None:
    field(page, line).focus()
    page.keyboard.press("End")
    page.keyboard.type(more)
