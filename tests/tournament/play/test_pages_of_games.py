"""Each game has the pages that are found by its name."""

import pytest
from django.template.loader import get_template

from judging.games.live_games import GAMES
from puzzles.games import DEALS


@pytest.mark.parametrize("slug", list(GAMES))
def test_a_game_has_its_pages_and_deals(slug):
    for page in ("host", "phone", "screen", "_round"):
        assert get_template(f"play/{slug}/{page}.html")
    assert slug in DEALS
