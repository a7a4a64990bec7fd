"""The public page of a game that is over shows its rounds as the room saw them."""

import pytest
from django.urls import reverse

from tests.html import flat
from tests.tournament.series.conftest import send
from tournament.models import Fixture, Seat
from tournament.series import table_actions

pytestmark = pytest.mark.django_db


@pytest.fixture
def game_page(client, make_series, organiser):
    """game_page("duel", settings, [(kind, facts, which player or None)]): the public page after these moves from
    paper."""

    def shown(game, settings, moves, rule=None):
        fixture = make_series(2, game=game, settings=settings).fixtures.get()
        table, _secret = table_actions.open_fixture(by=organiser, fixture=fixture, recorded=True)
        seats = list(Seat.objects.filter(table=table).order_by("number").values_list("number", flat=True))
        send(table, "begin")
        for kind, facts, at in moves:
            made = send(table, kind, facts, None if at is None else seats[at])
            if rule == kind:
                send(
                    table,
                    "rule",
                    {"about": made.move.number, "facts": {"right": False}, "reason": "misread"},
                    user=organiser,
                )
        if Fixture.objects.get().table.stage != "over":
            send(table, "end")
        return flat(client.get(reverse("series-game", args=["spring", fixture.pk])).content.decode())

    return shown


LETTERS = [("letter", {"letter": letter}, None) for letter in "arioeklnn"]
WORDS = [("declare", {"number": 7}, 0), ("declare", {"number": 5}, 1), ("present", {"text": "lankier"}, 0)]


def test_countdown(game_page):
    page_text = game_page(
        "countdown", {"rounds": "LNC"}, [*LETTERS, *WORDS, ("present", {"text": "alone"}, 1), ("next", {}, None)]
    )
    assert "Round 1 · Letters" in page_text
    assert "lankier" in page_text
    assert "What was possible" in page_text
    assert "+7" in page_text
    assert "Numbers" not in page_text.partition("The game as text")[0]  # it was broken off


def test_the_family(game_page):
    moves = [("deal", {"sets": ["3 3 8 8"]}, None), ("answer", {"texts": ["8/(3-8/3)"]}, 0)]
    page_text = game_page("twentyfour", {}, moves)
    assert "8/(3-8/3)" in page_text
    assert "1 method" in page_text


def test_a_later_ruling_counts(game_page):
    moves = [("deal", {"sets": ["3 3 8 8"]}, None), ("answer", {"texts": ["8/(3-8/3)"]}, 0)]
    page_text = game_page("twentyfour", {}, moves, rule="answer")
    assert '<strong class="num">−1</strong>' in page_text
    assert "ruled" in page_text


def test_number_race(game_page):
    lines = [("write", {"text": "1+2+3+4"}, 0), ("write", {"text": "4+3*2*1"}, 0), ("write", {"text": "4+3+2+1"}, 1)]
    moves = [("deal", {"cards": [1, 2, 3, 4], "target": 10}, None), *lines, ("close", {}, None)]
    page_text = game_page("number_race", {}, moves)
    assert "2 different methods for 10 from 1, 2, 3, 4" in page_text
    assert '<code class="tf-written">4+3*2*1</code> <span class="muted"> 1 player </span>' in page_text


def test_a_duel(game_page):
    page_text = game_page(
        "duel", {}, [("turn", {"text": "+9"}, 0), ("turn", {"text": "+9"}, 1), ("turn", {"text": "*2"}, 0)]
    )
    assert "Running total" in page_text
    assert "This threw the win away" in page_text
