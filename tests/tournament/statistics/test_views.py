"""The page of records: pictures with their numbers, tables with their files, and nothing that the standings keep
back."""

import re

import pytest
from django.urls import reverse

from tests.html import flat
from tests.tournament.crowd import crowd
from tournament.organiser import actions as events
from tournament.rulings import actions as rulings
from tournament.statistics.columns import TABLES

pytestmark = pytest.mark.django_db

HITS, PRODUCT, MISSES = "(1+2+3)*4", "1*2*3*4", "1+2+3+4"
HOSTILE = "<script>alert(1)</script>&\"'"


@pytest.fixture
def day(event, round_24, add_player, hand_in, work_through, judge_user):
    first = add_player(1, 3, "Owls", first_name=HOSTILE, last_name="Quillfeather")
    lines = hand_in(round_24, first, [(0, HITS), (0, PRODUCT), (1, HOSTILE)])
    hand_in(round_24, add_player(2, 3, "Owls", first_name="Ben", last_name="Quillfeather"), [(0, HITS)])
    work_through()
    rulings.give(by=judge_user, submission=lines[2], counts_as="value", value="24", reason="At the table.")
    work_through()
    return event


@pytest.fixture
def told(client, event) -> str:
    return client.get(reverse("records", args=[event.slug])).content.decode()


def test_everything_is_on_one_page(day, told):
    for title in (
        "Highest score in each round",
        "Most methods on one sheet",
        "Hardest puzzles",
        "Methods found only once",
        "Most common methods",
        "Score distribution",
    ):
        assert title in told
    assert "2 of 2" in told
    assert "2 methods were found by only one player or team each." in told


def test_a_picture_is_named_and_said_in_numbers(day, told):
    told = flat(told)
    (svg,) = re.findall(r'<svg viewBox="0 0 240 130".*?</svg>', told, re.S)
    assert 'role="img" aria-label="24 Game: 2 sheets. Half of them have 10 points or less."' in svg
    assert svg.count('class="chart-bar"') == 2
    figure = told[told.index(svg) :]
    rows = re.findall(r'<tr> ?<th scope="row">(.*?)</th> ?<td class="num">(.*?)</td> ?</tr>', figure)
    assert [(points, sheets) for points, sheets in rows if sheets != "0"] == [("10–14", "1"), ("30–34", "1")]


def test_pictures_are_drawn_in_whole_units_in_every_language(client, event, day):
    page = client.get(reverse("records", args=[event.slug]), headers={"accept-language": "es"}).content.decode()
    drawn = page[page.index('<figure class="chart">') :]
    values = re.findall(r' (?:x|y|x1|x2|y1|y2|width|height)="([^"]*)"', drawn)
    assert len(values) > 15
    assert all(re.fullmatch("[0-9]+", value) for value in values)


def test_nothing_that_was_written_is_markup_and_no_last_name_is_told(day, told):
    assert "<script>alert" not in told
    assert "&lt;script&gt;alert(1)" in told
    assert "Quillfeather" not in told


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("form", ["csv", "xlsx", "json"])
def test_each_table_is_a_file_that_the_page_links(client, event, day, told, name, form):
    address = reverse("records-file", args=[event.slug, name, form])
    assert address in told
    response = client.get(address)
    assert response.status_code == 200
    assert response["Content-Disposition"] == f'attachment; filename="spring-records-{name}.{form}"'


def test_every_figure_of_points_stands_under_its_key(client, event, day):
    def rows(name: str) -> list[dict]:
        return client.get(reverse("records-file", args=[event.slug, name, "json"])).json()["rows"]

    assert rows("highest")[0]["points"] == 30
    assert rows("scores")[0]["range"] == [{"end": "least", "points": 10}, {"end": "most", "points": 14}]
    assert {row["found_by"] for row in rows("unusual")} == {1}
    assert rows("hardest")[0]["hit_by"] == 0


def test_what_is_no_table_is_not_found(client, event, day):
    assert client.get(reverse("records-file", args=[event.slug, "people", "csv"])).status_code == 404


def test_before_anything_is_marked_the_page_says_what_will_be_there(told):
    assert "No records yet" in told


def test_the_page_changes_with_the_record(client, event, day, add_player, round_24, hand_in, work_through):
    hand_in(round_24, add_player(3), [(0, MISSES)])
    work_through()
    assert "2 of 3" in client.get(reverse("records", args=[event.slug])).content.decode()


def test_hidden_results_have_no_records(client, event, organiser, day):
    events.publish(by=organiser, event=event, visibility="hidden")
    assert client.get(reverse("records", args=[event.slug])).status_code == 404
    for name in TABLES:
        assert client.get(reverse("records-file", args=[event.slug, name, "csv"])).status_code == 404


@pytest.mark.parametrize("count", [1, 10])
def test_the_page_takes_the_same_queries_for_one_player_and_for_ten(
    client, event, organiser, round_24, django_assert_num_queries, count
):
    crowd(event, [round_24], organiser, count)
    with django_assert_num_queries(20):
        client.get(reverse("records", args=[event.slug]))
