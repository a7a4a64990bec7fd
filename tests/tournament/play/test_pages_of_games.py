"""Each game has the pages that are found by its name."""

import pytest
from django.template.loader import get_template

from judging.games.live_games import GAMES
from puzzles.games import DEALS
from tournament.game_tables import actions


@pytest.mark.parametrize("slug", list(GAMES))
def test_a_game_has_its_pages_and_deals(slug):
    for page in ("host", "phone", "screen", "_round"):
        assert get_template(f"play/{slug}/{page}.html")
    assert slug in DEALS


@pytest.mark.parametrize("slug", list(GAMES))
def test_a_name_that_is_markup_is_text_on_the_host_s_and_the_room_s_page(db, client, at_table, slug):
    table, secret = actions.open_table(by=None, game=slug, settings={})
    actions.join(table=table, name="<img src=x>", by_host=True)
    host = at_table(table, "host", secret)
    for page in (host.client.get(f"/play/{table.code}/host/"), client.get(f"/play/{table.code}/screen/")):
        shown = page.content.decode()
        assert (page.status_code, "<img src=x" in shown, "&lt;img src=x&gt;" in shown) == (200, False, True)
