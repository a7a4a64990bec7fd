"""Opens a page in Chromium and says what keeps people out of it: axe-core's rules and some of our own."""

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, Route

HERE = Path(__file__).parent
SCRIPTS = (HERE / "vendor/axe.min.js", HERE / "looking.js")
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 740}
# What two pages may differ in and be the same to this test: texts, scripts, formulas, and most values of attributes.
CHANGES = (
    (re.compile(r' aria-current="(?:page|true)"'), ""),
    (re.compile(r"<(script|style|math)\b.*?</\1>", re.DOTALL), ""),
    (re.compile(r' (?!class|type|role|style|lang)([a-z-]+)="[^"]*"'), r" \1"),
    (re.compile(r">[^<]+<"), "><"),
)
HEADER, MAIN = (re.compile(rf"<{part}\b.*</{part}>", re.DOTALL) for part in ("header", "main"))
ASK = "([questions, withHeader]) => questions.flatMap(each => looking[each](withHeader))"
AXE = "([kind, which, withHeader]) => looking.axe(kind, which, withHeader)"
TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)


class Looker:
    """One browser page that is led from address to address; `found` is what is wrong. What was `seen` is not looked at
    again: neither a header nor a main part of the same elements, whoever is shown it. A header that is known stands
    above each page, so axe and the focus leave it out there."""

    def __init__(self, browser: Browser, base: str, seen: set[str], dark: bool = True):
        self.base, self.seen, self.dark = base, seen, dark
        self.found: list[str] = []
        self.titles: dict[str, str] = {}
        self.looked, self.is_wide, self.with_header = 0, True, True
        self.context = browser.new_context(viewport=WIDE, reduced_motion="reduce")
        for script in SCRIPTS:
            self.context.add_init_script(path=script)
        self.page: Page = self.context.new_page()

    def look(self, name: str, address: str, html: str, served: bool = True) -> None:
        """Check the page `name` at `address`, whose text is `html`. Where it is not `served` (it answers a POST), the
        browser is handed the text as if it came from there."""
        built = structure(html)
        headers, mains = set(HEADER.findall(built)), set(MAIN.findall(built))
        parts = headers | mains or {built}
        if parts <= self.seen:
            return
        self.with_header = not headers <= self.seen
        self.seen |= parts
        self.looked += 1
        if not served:
            self.page.route(self.base + address, answer_with(html), times=1)
        self.page.goto(self.base + address)
        self.all_of_it(name)

    def one_title_each(self, name: str, address: str, html: str) -> None:
        title = "".join(TITLE.findall(html)).strip()
        other = self.titles.setdefault(title, address)
        self.note(name, [] if title and other == address else [f"its title “{title}” is that of {other} too"])

    def all_of_it(self, name: str) -> None:
        """At a desk in bright colours, and on a phone in dark ones; which of them comes first changes from page to
        page, so that the window changes once a page. A pressed key makes the browser show the focus from then on."""
        looks = (self.at_a_desk, self.on_a_phone) if self.is_wide else (self.on_a_phone, self.at_a_desk)
        self.page.keyboard.press("Tab")
        for look in looks:
            look(name)

    def at_a_desk(self, name: str) -> None:
        self.show(wide=True)
        self.axe(name, "tag", WCAG)
        self.ask(name, "head", "errors", "moving", "focus")

    def on_a_phone(self, name: str) -> None:
        self.show(wide=False)
        name = f"{name}, 360 wide"
        self.ask(name, "wide", "focus")
        self.axe(name, "rule", ["target-size", *(["color-contrast"] if self.dark else [])])

    def show(self, wide: bool) -> None:
        if wide != self.is_wide:
            self.page.set_viewport_size(WIDE if wide else PHONE)
            if self.dark:
                self.page.emulate_media(color_scheme="light" if wide else "dark")
            self.is_wide = wide

    def ask(self, name: str, *questions: str) -> None:
        self.note(name, self.page.evaluate(ASK, [questions, self.with_header]))

    def axe(self, name: str, kind: str, which: list[str]) -> None:
        for found in self.page.evaluate(AXE, [kind, which, self.with_header]):
            self.note(name, [f"{found['rule']} at {place}" for place in found["places"]])

    def note(self, name: str, problems: list[str]) -> None:
        self.found += [f"{name}: {problem}" for problem in problems]


def load_scripts(page: Page) -> None:
    """Load what looks at a page into one that was opened without it."""
    if not page.evaluate("'looking' in window"):
        for script in SCRIPTS:
            page.evaluate(script.read_text())


def structure(html: str) -> str:
    """The elements of a page, with their classes and the names of their attributes."""
    for what, instead in CHANGES:
        html = what.sub(instead, html)
    return html


def answer_with(html: str):
    def answer(route: Route) -> None:
        route.fulfill(body=html, content_type="text/html; charset=utf-8")

    return answer
