# ruff: noqa: F811
"""Games of types 0 and 21 on two phones, of which one loses its connection for a while."""

from __future__ import annotations

from playwright.sync_api import expect

from puzzles.games.twentyfour import review
from tests.browser.tables import dealt, open_as, playing, press  # noqa: F401
from tournament.models import TableMove


def test_an_answer_to_a_classic_round_that_was_over_when_it_arrived_does_not_count(playing):
    table, host, screen, (ana, ben) = playing("twentyfour", ["Ana", "Ben"], game_type="0", end_score=2)
    expect(ben.locator(".tf-card")).to_have_count(4)
    total = "+".join(map(str, dealt(table)[0]))
    ben.context.set_offline(True)
    ben.locator("#answer-1").fill(total)
    press(ben, "^Answer$")
    expect(ben.locator("[data-connection]")).to_contain_text("No connection")
    ana.locator("#answer-1").fill(total)
    press(ana, "^Answer$")
    expect(screen.locator(".tf-result")).to_be_visible()
    ben.context.set_offline(False)
    expect(ben.locator(".tf-result")).to_be_visible()
    expect(ben.locator("[data-said]")).to_contain_text("does not count")
    points = "1" if sum(dealt(table)[0]) == 24 else "−1"
    expect(host.locator("#player-1 strong")).to_have_text(points)
    expect(host.locator("#player-2 strong")).to_have_text("0")
    assert list(TableMove.objects.filter(table=table, kind="answer").values_list("seat", flat=True)) == [1, 2]
    press(host, "Next round")
    expect(ben.locator("#answer-1")).to_have_value("")
    press(ben, "Impossible")
    press(ana, "Impossible")
    expect(screen.locator(".tf-result")).to_be_visible()


def test_an_x_that_is_written_without_a_connection_is_sent_when_it_is_back(playing):
    table, host, screen, (ana, ben) = playing("twentyfour", ["Ana", "Ben"], game_type="21", end_score=1)
    expect(ben.locator(".tf-card")).to_have_count(4)
    found = review("closest", 24, dealt(table))
    press(ana, "Impossible")
    expect(ben.locator("#player-1")).to_contain_text("entered")
    expect(ben.locator("#player-1 .tf-held")).to_have_count(0)  # hidden until everybody has entered one
    ben.context.set_offline(True)
    ben.locator("#x").fill(found["x"])
    press(ben, "^Enter$")
    expect(ben.locator("[data-connection]")).to_contain_text("No connection")
    ben.context.set_offline(False)
    expect(screen.locator("#entry-2 .tf-held")).to_have_text(found["x"])
    ben.locator("#proof-1").fill(found["sets"][0]["methods"][0])
    press(ben, "Send the proof")
    for page in (screen, host, ana, ben):
        expect(page.locator(".winner")).to_contain_text("wins")
    assert TableMove.objects.filter(table=table, kind="x", seat=2).count() == 1
