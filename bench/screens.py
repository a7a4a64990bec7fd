"""Pages of a table in real Chromium. Each notes when it shows a new frame, by the clock of the machine."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from bench.tables import Place

SIZES = {"host": (1280, 900), "screen": (1280, 720), "seat": (390, 844)}
IN_PAGE = """
window.moment = () => performance.timeOrigin + performance.now(); // milliseconds since 1970
window.shown = []; // when a frame was about to be painted
document.addEventListener("shown", () => requestAnimationFrame(() => shown.push(moment())));
window.shownAfter = (at) => shown.find((each) => each > at) ?? Infinity;
window.press = (button) => { const at = moment(); button.click(); return at; };
window.roundTrip = async () => { const at = moment(); await fetch("/play/clock/"); return moment() - at; };
"""


@asynccontextmanager
async def pages(port: int, places: Sequence[Place]) -> AsyncIterator[list]:
    """A page for each place, each in a browser context of its own."""
    from playwright.async_api import async_playwright

    from tests import chromium

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium.find(), args=chromium.arguments())
        yield [await _opened(browser, f"http://127.0.0.1:{port}/play/{place.code}/", place) for place in places]
        await browser.close()


async def _opened(browser, address: str, place: Place):
    width, height = SIZES[place.role]
    context = await browser.new_context(viewport={"width": width, "height": height})
    if place.secret:
        await context.add_cookies([{"name": place.role, "value": place.secret, "url": address}])
    page = await context.new_page()
    await page.add_init_script(IN_PAGE)
    await page.goto(address if place.role == "seat" else f"{address}{place.role}/", wait_until="load")
    return page
