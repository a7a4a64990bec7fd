"""The whole day of a new event on an empty installation, all in the browser: from the first account to certificates."""

import re

import pypdfium2
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.keying import HITS, hand_in, write
from tests.tournament.making import copies_are_made
from tests.tournament.scanning.making import half_red, stored
from tournament.accounts import first_account
from tournament.models import Job

pytestmark = pytest.mark.django_db(transaction=True)

ROSTER = "Name\tGrade\tTeam\nAda Lund\t5th\tOwls\nBen Ode\t5th\tOwls\nCy Wu\t5th\tLarks\nDee Im\t5th\tLarks\n"
HELPERS = "Vera Volt, volunteer\nJude Judge, judge"
UNCLEAR = "1 2 3 four"
MOST_STEPS = 12  # of a ceremony: titles, and three places of players and of teams
# 101 and 102 are tied for the first place
WRITTEN = {101: [HITS, "1*2*3*4"], 102: ["4*(3+2+1)", "4*3*2*1"], 103: [HITS, UNCLEAR], 104: ["1+2+3+4"]}


class Day:
    """The server, and a browser of its own for each person."""

    def __init__(self, address: str, browser: Browser, worker):
        self.address, self.browser, self.worker = address, browser, worker
        self.contexts: list[BrowserContext] = []

    def person(self, address: str, **options) -> Page:
        context = self.browser.new_context(viewport={"width": 1280, "height": 900}, **options)
        self.contexts.append(context)
        page = context.new_page()
        page.goto(self.address + address if address.startswith("/") else address)
        return page

    def judged(self) -> None:
        """Wait until the worker has nothing left to do."""
        undone = Job.objects.filter(state__in=[Job.State.WAITING, Job.State.WORKING])
        self.worker.wait_for(lambda: not undone.exists())


@pytest.fixture
def day(live_server, browser: Browser, worker):
    made = Day(live_server.url, browser, worker)
    yield made
    for context in made.contexts:
        context.close()


def button(page: Page, name: str | re.Pattern) -> None:
    page.get_by_role("button", name=name).first.click()


def link(page: Page, name: str | re.Pattern) -> None:
    page.get_by_role("link", name=name).first.click()


def organise(page: Page) -> None:
    link(page, "Organise")
    expect(page.get_by_role("heading", name="Organise")).to_be_visible()


def next_step(page: Page, heading: str) -> None:
    """Follow the step that the event's own page names as the next, which must be this one."""
    organise(page)
    expect(page.locator("#next")).to_have_text(re.compile(rf"Next: {heading}"))
    page.locator(".next-step .button").first.click()


def pdf(page: Page, press: str) -> str:
    """The text of the PDF that a button makes."""
    with page.expect_download() as download:
        button(page, press)
    document = pypdfium2.PdfDocument(download.value.path())
    return "\n".join(each.get_textpage().get_text_range() for each in document)


@pytest.mark.drill  # each page of the day has tests of its own, and tests/tournament/api/test_whole_day.py runs one
def test_a_whole_day_from_the_first_account_to_the_certificates(day: Day):
    ora = _first_account(day)
    _event_with_players(ora)
    vera, jude = _helpers(day, ora)
    _round_with_puzzles(ora)
    _printed_opened_and_closed(ora)
    _typed(day, vera, "24 Game", WRITTEN)
    _ruled(day, jude)
    _disputed(day, ora, jude)
    _final(ora, "24 Game", disputes_open=True)
    _tie_played(day, ora, vera)
    _published(day, ora)
    _certificates(ora)


def _first_account(day: Day) -> Page:
    ora = day.person("/")
    expect(ora.get_by_role("heading", name="Begin your own event")).to_be_visible()
    ora.goto(day.address + first_account.link())
    ora.get_by_label("Your name").fill("Ora Organ")
    ora.get_by_label("Sign-in name").fill("ora")
    for label in ("New password", "New password again"):
        ora.get_by_label(label, exact=True).fill("staple battery 9")
    button(ora, "Make the account")
    return ora


def _event_with_players(ora: Page) -> None:
    ora.get_by_label("Name", exact=True).fill("Autumn Day")
    ora.get_by_label("Grades").fill("5")
    button(ora, "Create the event")
    next_step(ora, "Players")
    ora.get_by_label("Or paste the table").fill(ROSTER)
    button(ora, "Check this file")
    button(ora, "Import these 4 rows")
    expect(ora.get_by_text("The roster is imported: 4 new")).to_be_visible()


def _helpers(day: Day, ora: Page) -> list[Page]:
    organise(ora)
    link(ora, "People")
    link(ora, "Add several helpers")
    ora.get_by_label("Helpers, one on each line").fill(HELPERS)
    button(ora, "Check this list")
    button(ora, "Add 2 helpers")
    expect(ora.get_by_role("heading", name="Cards to hand out")).to_be_visible()
    found = []
    for name in ("Vera Volt", "Jude Judge"):
        helper = day.person(ora.locator(".slip", has_text=name).locator(".address").inner_text())
        button(helper, f"Sign in as {name}")
        found.append(helper)
    return found


def _round_with_puzzles(ora: Page) -> None:
    next_step(ora, "Rounds")
    ora.get_by_label("Three questions. Numbers 1 to 6.").check()
    button(ora, "Add the round")
    button(ora, "Save")
    next_step(ora, "Puzzles")
    link(ora, "The round")
    link(ora, "Type it for all of these")
    for number, numbers in enumerate(("1 2 3 4", "1 2 2 6", "4 4 4 4"), start=1):
        ora.get_by_label(f"Set {number}").fill(numbers)
    button(ora, "Save the puzzle")


def _printed_opened_and_closed(ora: Page) -> None:
    next_step(ora, "Sheets printed")
    sheets = pdf(ora, "Print those not printed yet")
    assert all(name in sheets for name in ("101", "104"))
    expect(ora.get_by_role("button", name="Print all again")).to_be_visible()
    next_step(ora, "Rounds opened")
    next_step(ora, "Rounds closed")
    button(ora, "Close: players stop")
    next_step(ora, "Marking started")
    button(ora, "Start marking")


def _typed(day: Day, vera: Page, round_: str, sheets: dict[int, list[str]]) -> None:
    link(vera, "Type sheets")
    link(vera, round_)
    for number, lines in sheets.items():
        vera.locator("#id_number").fill(str(number))
        vera.keyboard.press("Enter")
        expect(vera.locator("form.keying")).to_have_class(re.compile("is-live"))
        write(vera, *lines)
        hand_in(vera)
        expect(vera.get_by_role("heading", name="Next sheet")).to_be_visible()
    day.judged()


def _ruled(day: Day, jude: Page) -> None:
    """The judge rules on what the program could not read."""
    link(jude, "Judge")
    waiting = jude.locator("[data-entry]", has_text=UNCLEAR)
    waiting.get_by_label("nothing").check()
    waiting.get_by_label("Reason").fill("Nobody at the table could read a method in it.")
    waiting.get_by_role("button", name="Rule").click()
    expect(jude.get_by_text("points follow in a moment")).to_be_visible()
    day.judged()


def _disputed(day: Day, ora: Page, jude: Page) -> None:
    """A coach disputes a line from the phone, with a photo; the judge answers."""
    organise(ora)
    link(ora, "24 Game")
    button(ora, "Open disputes")
    link(ora, "Coaches’ links")
    button(ora, "Make links for 2 teams")
    coach = day.person(ora.locator("tr", has_text="Larks").get_by_role("link").first.get_attribute("href"))
    link(coach, "104")
    link(coach, "Dispute this line")
    coach.get_by_label("What is wrong?").fill("There are brackets on the paper.")
    photo = {"name": "photo.png", "mimeType": "image/png", "buffer": stored(half_red(300, 400))}
    coach.get_by_label("Photo of the paper").set_input_files(photo)
    button(coach, "File the dispute")
    expect(coach.locator("#done")).to_contain_text("Your dispute is filed")
    link(jude, "Judge")
    link(jude, re.compile("[Dd]ispute"))
    link(jude, "Begin")
    expect(jude.locator(".paper-view img")).to_be_visible()
    jude.get_by_role("textbox", name="Answer").fill("The brackets are crossed out.")
    button(jude, "Reject")
    expect(jude.get_by_text("The dispute is rejected.")).to_be_visible()
    coach.reload()
    expect(coach.get_by_text("The brackets are crossed out.")).to_be_visible()


def _final(ora: Page, round_: str, *, disputes_open: bool = False) -> None:
    organise(ora)
    link(ora, round_)
    if disputes_open:
        expect(ora.get_by_role("link", name="Coaches can still file disputes.")).to_be_visible()
        ora.get_by_label("Make it final although work is left").check()
    button(ora, "Make it final")
    expect(ora.get_by_text(": now final")).to_be_visible()


def _tie_played(day: Day, ora: Page, vera: Page) -> None:
    next_step(ora, "Ties decided")
    button(ora, "Draw who plays whom")
    ora.get_by_text("Type the question yourself").click()
    ora.get_by_label("Numbers").fill("1 2 3 4")
    ora.get_by_label("Target").fill("24")
    button(ora, "Begin the next game")
    next_step(ora, "Sheets printed")
    pdf(ora, "Print those not printed yet")
    next_step(ora, "Rounds opened")
    next_step(ora, "Rounds closed")
    button(ora, "Close: players stop")
    next_step(ora, "Marking started")
    button(ora, "Start marking")
    _typed(day, vera, "Tiebreaker", {101: [HITS, "1*2*3*4"], 102: [HITS]})
    _final(ora, "Tiebreaker")


def _published(day: Day, ora: Page) -> None:
    organise(ora)
    link(ora, "Ceremony")
    ora.emulate_media(reduced_motion="reduce")
    button(ora, "Begin the ceremony")
    expect(ora.get_by_role("button", name="Full screen")).to_be_visible()
    step, winner = ora.locator("[data-step]"), ora.locator("[data-place].place-1", has_text="Ada")
    for _step in range(MOST_STEPS):
        shown = step.get_attribute("data-position")
        ora.keyboard.press("Space")
        expect(step).not_to_have_attribute("data-position", shown)
        if winner.is_visible():
            break
    expect(winner).to_contain_text("tiebreaker")
    link(ora, "Close")
    next_step(ora, "Results published")
    ora.get_by_role("radio", name=re.compile("Final:")).check()
    ora.get_by_role("radio", name=re.compile("nobody can file one any more")).check()
    ora.get_by_label("I have checked the results.").check()
    button(ora, "Show this to the public")
    copies_are_made()
    public = day.person("/")
    link(public, "Autumn Day")
    link(public, "Grade 5")
    expect(public.get_by_role("row", name=re.compile("Ada"))).to_contain_text("1")


def _certificates(ora: Page) -> None:
    organise(ora)
    link(ora, "Certificates")
    names = pdf(ora, "Make the PDF")
    assert "Ada Lund" in names
    assert "Autumn Day" in names
