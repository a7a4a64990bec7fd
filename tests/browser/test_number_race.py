# ruff: noqa: F811
"""Number race in browsers: a host, the room's screen and two phones."""

import re

from playwright.sync_api import expect

from judging.language.editions import EDITIONS
from puzzles.solver import Solver
from puzzles.tiebreaker import PLAIN
from tests.browser.tables import open_as, playing, press  # noqa: F401
from tournament.common.line_text import with_signs
from tournament.models import TableMove


def test_a_race_of_two_phones(playing):
    table, host, screen, (ana, ben) = playing("number_race", ["Ana", "Ben"])
    expect(screen.locator(".race-cards .tf-card")).to_have_count(6)
    dealt = TableMove.objects.get(table=table, kind="deal").facts
    expect(screen.locator(".race-target")).to_have_text(str(dealt["target"]))
    one, other, *_more = Solver(EDITIONS[PLAIN]).solve(dealt["cards"], dealt["target"], "all").methods

    line = ana.locator("#race-line")
    one = with_signs(one)
    for key in re.findall(r"\d+|[^\d\s]", one):
        ana.locator(f"[data-insert='{key}']").first.click()
    expect(line).to_have_value(one.replace(" ", ""))
    expect(ana.locator(".tf-card.used")).to_have_count(5)
    press(ana, "Send")
    expect(ana.locator("#race-count")).to_have_text("You have 1 method")
    expect(line).to_have_value("")
    ana.get_by_role("button", name="factorial", exact=True).click()
    expect(line).to_have_value("!")
    for text in (f"({one})", "7", other, f"digits({one})"):
        line.fill(text)
        line.press("Enter")
        expect(ana.locator(".tf-methods li").first).to_contain_text(text)
    expect(ana.locator("#race-count")).to_have_text("You have 2 methods")
    expect(ana.locator(".tf-methods")).to_contain_text("You have this method already")
    ben.locator("#race-line").fill(one)
    press(ben, "Send")
    expect(ben.locator("#race-count")).to_have_text("You have 1 method")
    expect(ben.locator("#table")).not_to_contain_text(other)
    expect(screen.locator("#table")).not_to_contain_text(one)

    expect(host.locator("#table")).to_contain_text("6 lines so far")
    press(host, "End the round")
    expect(screen.locator(".room-detail")).to_contain_text("2 different methods")
    expect(screen.locator(".room-detail li").first).to_contain_text("1 player")
    press(host, "Do not let it count")
    expect(screen.locator(".winner")).to_contain_text("wins")
    expect(ben.locator(".own-place")).to_be_visible()
    expect(ana.locator(".winner")).to_be_visible()

    host.get_by_text("The lines of all players").click()
    row = host.locator("#race-lines-1")
    row.locator("summary").click()
    row.get_by_role("button", name="Do not let it count").last.click()
    expect(row.locator("summary strong")).to_have_text("1")
    expect(row.locator("code").first).to_be_visible()
    expect(ana.locator("#race-count")).to_have_text("You have 1 method")
