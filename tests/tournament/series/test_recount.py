"""A series in the public export, counted again by a program that shares nothing with ours."""

import json

import pytest

from tests.tournament.exports.counting import recount
from tests.tournament.series.conftest import send
from tournament.exports import public
from tournament.models import Seat
from tournament.series import actions, table_actions

pytestmark = pytest.mark.django_db

DUEL = [(0, "+9"), (1, "+9"), (0, "*2")]
FAMILY = {
    "0": [(1, "impossible", {}), (0, "answer", {"texts": ["8/(3-8/3)"]})],
    "12": [(0, "x", {"text": "24"}), (1, "x", {"text": "-3"}), (0, "proof", {"texts": ["8/(3-8/3)"]}), (1, "no_proof", {})],  # noqa: E501
}  # fmt: skip


@pytest.fixture
def begin(organiser):
    """begin(fixture): its table entered from paper, with the numbers of its seats."""

    def begun(fixture):
        table, _secret = table_actions.open_fixture(by=organiser, fixture=fixture, recorded=True)
        send(table, "begin")
        return table, list(Seat.objects.filter(table=table).order_by("number").values_list("number", flat=True))

    return begun


def exported(series):
    return json.loads(public.document(series.event))


def recounted(event):
    counted = recount(event)
    return counted.wrong, counted.done


def duels(make_series, begin, organiser):
    """Three players: one game each way, and one to which somebody did not come."""
    series = make_series(3, game="duel")
    first, second, third = series.fixtures.order_by("round", "number")
    for fixture in (first, second):
        table, seats = begin(fixture)
        for side, text in DUEL:
            send(table, "turn", {"text": text}, seats[side])
        table.refresh_from_db()
        assert table.stage == "over"
    table_actions.forfeit(by=organiser, fixture=third, absent=third.sides.first().player)
    return series


def test_duels_and_their_standings_count_the_same(make_series, begin, organiser):
    wrong, done = recounted(exported(duels(make_series, begin, organiser)))
    assert wrong == []
    assert (done["live games"], done["standings of series"]) == (3, 1)


@pytest.mark.parametrize("kind", FAMILY)
def test_a_game_of_the_family_counts_the_same(make_series, begin, kind):
    series = make_series(2, game="twentyfour", settings={"game_type": kind, "end_score": 2})
    table, seats = begin(series.fixtures.get())
    for number in (1, 2):
        send(table, "deal", {"sets": ["3 3 8 8"]})
        for side, move, facts in FAMILY[kind]:
            send(table, move, facts, seats[side])
        if number == 1:
            send(table, "next")
    table.refresh_from_db()
    assert table.stage == "over"
    wrong, done = recounted(exported(series))
    assert (wrong, done["live games"]) == ([], 1)


def test_places_of_a_knockout_count_the_same(make_series, begin, organiser):
    """The first seed has a bye, so the two who lost have as many points as they (SE-22)."""
    series = make_series(3, game="duel", kind="knockout")

    def forfeit(fixture):
        table_actions.forfeit(by=organiser, fixture=fixture, absent=fixture.sides.last().player)

    forfeit(series.fixtures.get(round=1, number=2))
    assert recounted(exported(series))[0] == []
    actions.draw_next(by=organiser, series=series)
    assert recounted(exported(series))[0] == []
    forfeit(series.fixtures.get(round=2))
    event = exported(series)
    places = [(each["player"], each["place"]) for each in event["series"][0]["standings"]]
    assert places == [(101, 1), (102, 2), (103, 3)]
    assert recounted(event)[0] == []
    event["series"][0]["standings"][0]["place"] = 2
    assert any("place 2, and it is 1" in each for each in recounted(event)[0])


def test_a_game_for_third_place_counts_the_same(make_series, organiser):
    series = make_series(4, game="duel", kind="knockout", third_place=True)
    for round_ in (1, 2):
        for fixture in series.fixtures.filter(round=round_):
            table_actions.forfeit(by=organiser, fixture=fixture, absent=fixture.sides.last().player)
        if round_ == 1:
            actions.draw_next(by=organiser, series=series)
    event = exported(series)
    assert [each["place"] for each in event["series"][0]["standings"]] == [1, 2, 3, 4]
    assert recounted(event)[0] == []


@pytest.mark.parametrize(
    "change, message",
    [
        (lambda series: series["standings"][0].update(points=9), "points 9, and it is"),
        (lambda series: series["standings"][0].update(place=2), "place 2, and it is 1"),
        (lambda series: series["games"][0]["sides"][0].update(points=3), "points {"),
        (lambda series: series["games"][0].update(text=series["games"][0]["text"].replace("*2", "*1")), "points {"),
        (lambda series: series["games"][0].update(state="playing"), "points or moves"),
        (lambda series: series["standings"].pop(), "players without a place"),
    ],
)
def test_what_was_altered_is_found(make_series, begin, organiser, change, message):
    event = exported(duels(make_series, begin, organiser))
    change(event["series"][0])
    assert any(message in each for each in recounted(event)[0])
