# ruff: noqa: F811
"""The 24 family and a Duel in browsers: a host, a screen and phones, one of them without a connection for a while."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from puzzles.games.twentyfour import review
from tests.browser.tables import dealt, open_as, playing, press  # noqa: F401
from tournament.common.line_text import with_signs
from tournament.models import Table, TableMove


def test_a_classic_round_with_one_phone_offline_is_played_again_by_the_same_players(playing):
    table, host, screen, (ana, ben, eva) = playing(
        "twentyfour", ["Ana", "Ben", "Eva"], game_type="2", players=3, end_score=1
    )
    expect(screen.locator(".tf-card")).to_have_count(4)
    text = with_signs(review("classic", 24, dealt(table))["sets"][0]["methods"][0])
    ben.locator("#answer-1").fill("1 +")
    ben.context.set_offline(True)
    for key in re.findall(r"\d+|[^\d\s]", text):
        ana.locator(f"[data-insert='{key}']").first.click()
    expect(ana.locator("#answer-1")).to_have_value(text.replace(" ", ""))
    expect(ana.locator(".tf-reading math")).to_be_visible()
    expect(ana.locator(".tf-card.used")).to_have_count(4)
    eva.locator("#answer-1").fill(str(dealt(table)[0][0]))
    press(eva, "^Answer$")  # an unfinished line asks before it costs a point
    expect(eva.locator("[data-unused]")).to_contain_text("You have not used every number.")
    assert not TableMove.objects.filter(table=table, kind="answer").exists()
    press(eva, "Impossible")
    expect(eva.locator("[data-said]")).to_contain_text("Received")
    sent = []
    ana.on("request", lambda request: sent.append(request) if request.url.endswith("/moves/") else None)
    ana.get_by_role("button", name="Answer", exact=True).dblclick()
    expect(screen.locator(".winner")).to_contain_text("Player 1")
    expect(ana.locator(".tf-over")).to_be_visible()
    expect(eva.locator(".tf-over")).to_be_visible()
    expect(screen.locator(".room-best")).to_be_visible()
    expect(eva.locator(".tf-possible")).to_be_visible()
    ben.context.set_offline(False)
    expect(ben.locator(".tf-over")).to_be_visible()
    table.refresh_from_db()
    assert table.stage == Table.Stage.OVER
    assert len(sent) == 1

    press(host, "Play again with the same players")
    for page in (host, screen, ana, ben, eva):
        expect(page).not_to_have_url(re.compile(table.code))
    again = Table.objects.latest("pk")
    press(host, "Start the game")
    for page in (screen, ana, ben, eva):
        assert again.code in page.url
        expect(page.locator(".tf-card")).to_have_count(4)
    assert [seat.name for seat in again.seats.order_by("number")] == ["Ana", "Ben", "Eva"]


def test_tony_four_with_open_x_and_proofs(playing):
    table, host, screen, (ana, ben) = playing(
        "twentyfour", ["Ana", "Ben"], game_type="12", players=2, sets=2, end_score=5, proof_time=0
    )
    expect(screen.locator(".tf-card")).to_have_count(8)
    found = review("largest", 24, dealt(table))
    x, texts = found["x"], [row["methods"][0] for row in found["sets"]]
    ana.locator("#x").fill(x)
    press(ana, "^Enter$")
    expect(ben.locator("#player-1 .tf-held")).to_have_text(x)
    ben.locator("#x").fill(x)
    press(ben, "^Enter$")
    expect(ben.locator("[data-said]")).to_contain_text("Another player has entered this x")
    ben.context.set_offline(True)
    ben.locator("#x").fill("-5")
    press(ben, "^Enter$")
    expect(ben.locator("[data-connection]")).to_be_visible()
    ben.context.set_offline(False)
    expect(ana.locator("#proof-2")).to_be_visible()
    for at, text in enumerate(texts, 1):
        ana.locator(f"#proof-{at}").fill(text)
    press(ana, "Send the proof")
    expect(screen.locator("#entry-1")).to_contain_text("done")
    for page in (screen, host, ben):
        assert texts[0] not in page.content()
    press(ben, "I have no proof")
    expect(screen.locator(".tf-result")).to_contain_text("The best x with a right proof wins the round.")
    expect(screen.locator(".room-best")).to_contain_text(x)
    expect(host.locator("#player-1 strong")).to_have_text("1")
    host.get_by_role("link", name="Rule on it").click()
    expect(host.locator("main")).to_contain_text("Ana: 1 → 0 points")
    press(host, "Rule that it is wrong")
    expect(host.locator("#player-1 strong")).to_have_text("0")
    press(host, "Next round")
    expect(ana.locator("#x")).to_be_visible()


def test_a_duel_on_two_phones(playing):
    table, host, screen, (ana, ben) = playing("duel", ["Ana", "Ben"])
    ana.locator("[data-sign='+']").click()
    ana.locator("[data-digit='5']").click()
    press(ana, "^Play$")
    expect(screen.locator(".du-total strong")).to_have_text("5")
    expect(ben.locator("[data-digit='3']")).to_be_visible()
    ben.context.set_offline(True)
    ben.locator("[data-digit='3']").click()
    ben.locator("[data-sign='×']").click()
    expect(ben.locator("#turn")).to_have_value("×3")
    press(ben, "^Play$")
    expect(ben.locator("[data-connection]")).to_be_visible()
    ben.context.set_offline(False)
    expect(screen.locator(".du-total strong")).to_have_text("15")
    ana.locator("#turn").fill("/0")
    press(ana, "^Play$")
    expect(screen.locator(".du-turns")).to_contain_text("Division by zero is not allowed. Player 1 loses their turn.")
    ben.locator("#turn").fill("*2")
    press(ben, "^Play$")
    expect(screen.locator(".winner")).to_contain_text("Player 2 wins the game!")
    expect(ana.locator(".du-thrown").first).to_be_visible()
