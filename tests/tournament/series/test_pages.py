"""Pages of a series: three presses to a table, names to choose from, and what the public may read when."""

import io
import json

import pytest
from django.test import Client
from django.urls import reverse

from judging.games.live_games import GAMES
from tests import transcripts
from tests.tournament.exports.moving import emptied, exported, taken_in
from tests.tournament.making import publish
from tests.tournament.play.quick_quiz import QUIZ
from tests.tournament.series.conftest import send
from tournament.common.refusals import Refused
from tournament.exports import public
from tournament.game_tables import hosting_actions, pins
from tournament.models import Event, Fixture, Series, Table
from tournament.moves import table_cache
from tournament.organiser.checklist import steps
from tournament.organiser.progress import progress
from tournament.series import actions, table_actions
from tournament.series.results import results
from tournament.web.published.addresses import addresses

pytestmark = pytest.mark.django_db


def page(client, name, *parts):
    return client.get(reverse(name, args=["spring", *parts]))


def test_an_organiser_makes_a_series_and_opens_a_table(client, organiser, event, add_player):
    for number in (101, 102, 103):
        add_player(number, first_name=f"P{number}")
    client.force_login(organiser)
    given = {
        "name": "League", "what": "quick_quiz:usual", "kind": "round_robin", "who": "all", "numbers": "103 101",
        "rooms": "Hall, Library", "table_size": 4, "rounds": 3, "win_points": 2, "draw_points": 1,
    }  # fmt: skip
    made = client.post("/events/spring/games/new/", given)
    series = Series.objects.get()
    assert made["Location"] == f"/events/spring/games/{series.pk}/"
    fixture = series.fixtures.get()
    assert (fixture.room, [side.player.number for side in fixture.sides.all()]) == ("Hall", [103, 101])
    wrong = client.post("/events/spring/games/new/", given | {"name": "Cup", "numbers": "101-104 x, 12a"})
    assert wrong.status_code == 400
    assert "“x”, “12a”. No player at this event has the number 104." in wrong.content.decode()
    client.post("/events/spring/games/new/", given | {"name": "Cup", "numbers": "103 – 101"})
    assert list(Series.objects.last().players.values_list("player__number", flat=True)) == [103, 102, 101]
    Series.objects.last().delete()
    opened = client.post(f"/events/spring/games/fixture/{fixture.pk}/open/")
    table = Table.objects.get()
    assert opened["Location"] == f"/play/{table.code}/host/"
    host = client.get(opened["Location"]).content.decode()
    assert f'name="player" value="{fixture.sides.first().player_id}"' in host


def test_an_organiser_chooses_the_settings_of_the_game(client, organiser, event, add_player):
    for number in (101, 102):
        add_player(number, first_name=f"P{number}")
    client.force_login(organiser)
    address = "/events/spring/games/new/?game=twentyfour"
    given = {
        "name": "League", "kind": "round_robin", "who": "all", "table_size": 4, "rounds": 3, "win_points": 2,
        "draw_points": 1, "game-game_type": "12", "game-end_score": "5", "game-round_time": "90",
    }  # fmt: skip
    assert 'name="game-end_score"' in client.get(address).content.decode()
    wrong = client.post(address, given | {"game-end_score": "-3"})
    assert wrong.status_code == 400
    assert list(wrong.context["own"].errors) == ["end_score"]
    client.post(address, given)
    series = Series.objects.get()
    assert (series.game, series.settings["end_score"], series.settings["round_time"]) == ("twentyfour", 5, 90)
    machine = client.post("/events/spring/games/new/?game=duel", given | {"name": "Cup", "game-machine": "easy"})
    assert "A table of this game has 1 player." in machine.content.decode()
    assert Series.objects.count() == 1


def test_a_player_picks_their_name_from_the_list(client, make_series, organiser, fixture_of):
    series = make_series(3)
    fixture = fixture_of(series, 101, 102)
    table, _secret = table_actions.open_fixture(by=organiser, fixture=fixture)
    asked = client.get(f"/play/?pin={table.pin}", follow=True).content.decode()
    assert "Ada A." in asked and "Ben B." in asked and "Cleo" not in asked  # noqa: PT018
    ada = fixture.sides.get(player__number=101).player
    address, invited = f"/play/{table.code}/join/", {"invitation": pins.invitation(table)}
    joined = client.post(address, {**invited, "player": ada.pk, "colour": "blue"})
    assert joined["Location"] == f"/play/{table.code}/"
    assert (table.seats.get().player, table.seats.get().name) == (ada, "Ada A.")
    hosting_actions.let_in(table=table)
    other = Client()
    other.get(pins.join_path(table))
    refused = other.post(address, {**invited, "player": ada.pk})
    assert refused.status_code == 400
    assert "This player has a seat already. The host can bring the seat to this phone." in refused.content.decode()
    assert other.post(address, {**invited, "player": 10**9}).status_code == 400
    assert other.get(address)["Location"] == "/play/"
    assert other.post(address, {**invited, "name": "Zed"}).status_code == 400
    assert table.seats.count() == 1


def test_a_finished_game_is_public_with_its_points_and_its_text(client, make_series, play, fixture_of):
    series = make_series(2)
    fixture = fixture_of(series, 101, 102)
    table = play(fixture, {101: 5, 102: 9}, end=False)
    before = page(client, "series-game", fixture.pk).content.decode()
    assert "being played" in before
    assert "say" not in before
    assert page(client, "game-transcript", fixture.pk).status_code == 404
    assert json.loads(public.document(series.event))["series"][0]["games"][0]["text"] is None
    send(table, "end")
    assert "number 9" in page(client, "series-game", fixture.pk).content.decode()
    text = page(client, "game-transcript", fixture.pk).content.decode()
    assert transcripts.differences(transcripts.parse(text), QUIZ) == []
    assert "Ben B." in page(client, "head-to-head", series.pk, 101, 102).content.decode()
    result = page(client, "series-file", series.pk, "json").json()
    assert [(row["number"], row["points"]) for row in result["rows"]] == [(102, 2), (101, 0)]
    assert b"over" in page(client, "series-games-file", series.pk, "csv").content


def test_results_that_are_held_back_are_held_back_here_too(client, make_series, play, fixture_of, organiser):
    series = make_series(2)
    fixture = fixture_of(series, 101, 102)
    table = play(fixture, {101: 5, 102: 9})
    assert client.get(f"/play/{table.code}/screen/").status_code == 200
    Event.objects.update(visibility="embargoed")
    for name, *parts in (("series", series.pk), ("series-game", fixture.pk), ("series-file", series.pk, "csv")):
        assert page(client, name, *parts).status_code == 404
    assert client.get(f"/play/{table.code}/screen/").status_code == 404
    assert not any("series" in address for address in addresses(Event.objects.get()))
    client.force_login(organiser)
    assert page(client, "series", series.pk).status_code == 200


def test_a_frozen_event_shows_the_standings_of_that_moment(client, make_series, play, organiser, fixture_of):
    series = make_series(3)
    play(fixture_of(series, 101, 102), {101: 5, 102: 9})
    publish(organiser, series.event, "frozen")
    before = page(client, "series", series.pk).content
    assert b"Ben B." in before
    play(fixture_of(series, 101, 103), {101: 5, 103: 9})
    assert page(client, "series", series.pk).content == before


def test_an_export_taken_in_elsewhere_has_the_same_points(make_series, play, fixture_of):
    series = make_series(3)
    play(fixture_of(series, 101, 102), {101: 5, 102: 9})
    event = Event.objects.get()
    before, shown = exported(event), public.document(event)
    emptied()
    table_cache.forget()
    event = taken_in(before)
    assert exported(event) == before
    assert public.document(event) == shown
    (over,) = [each for each in results(event, Series.objects.get()) if each.is_over]
    assert {side.player.number: side.points for side in over.sides} == {101: 0, 102: 1}


def test_every_text_of_the_public_export_counts_to_its_points(make_series, play, fixture_of):
    series = make_series(3)
    play(fixture_of(series, 101, 102), {101: 5, 102: 9})
    play(fixture_of(series, 101, 103), {101: 5, 103: 5})
    (result,) = json.loads(public.document(series.event))["series"]
    over = [game for game in result["games"] if game["state"] == "over"]
    for game in over:
        read = transcripts.parse(game["text"])
        assert transcripts.differences(read, QUIZ) == []
        assert sorted(read.points.values()) == sorted(side["points"] for side in game["sides"])
    assert len(over) == 2
    assert io.StringIO(over[0]["text"]).readline().startswith("# League")


def test_pages_cost_no_more_queries_for_more_games(client, make_series, play, django_assert_max_num_queries):
    series = make_series(5)
    for fixture in Fixture.objects.filter(series=series)[:4]:
        numbers = list(fixture.sides.values_list("player__number", flat=True))
        play(fixture, {numbers[0]: 3, numbers[1]: 4})
    page(client, "series", series.pk)
    with django_assert_max_num_queries(30):
        page(client, "series", series.pk)


def test_the_page_of_a_series_names_its_game_and_all_its_players(client, make_series, organiser):
    preset = GAMES["twentyfour"].presets[0]
    series = make_series(7, game="twentyfour", settings=preset.plan.values)
    client.force_login(organiser)
    shown = page(client, "series-run", series.pk).content.decode()
    assert "24 · Basic 24 · Everybody plays everybody" in shown
    assert shown.index("2 more players") < shown.index('<th scope="row"><bdi>Gus')


def test_helpers_see_live_games_and_only_organisers_make_them(client, make_series, volunteer):
    series = make_series(2)
    client.force_login(volunteer)
    assert page(client, "games").status_code == 200
    shown = page(client, "series-run", series.pk).content.decode()
    assert "Host this game" in shown
    assert "Remove this series" not in shown
    assert page(client, "series-new").status_code == 403


@pytest.mark.parametrize(
    "visibility,may_read", [("hidden", False), ("frozen", False), ("embargoed", False), ("final", True)]
)
def test_helpers_read_points_where_games_are_opened_only_as_the_public_does(
    client, make_series, play, fixture_of, volunteer, judge_user, visibility, may_read
):
    series = make_series(3)
    play(fixture_of(series, 101, 102), {101: 5, 102: 9})
    play(fixture_of(series, 101, 103), {101: 5, 103: 5})
    Event.objects.update(visibility=visibility)
    for user, reads in ((volunteer, may_read), (judge_user, True)):
        client.force_login(user)
        shown = page(client, "series-run", series.pk).content.decode()
        assert "Ada A." in shown
        points = [sign in shown for sign in ("series-standings", "is-winner", 'class="num"', "draw")]
        assert points == [reads] * 4


def test_the_pages_of_a_knockout_offer_what_can_be_done_next(client, make_series, organiser, play):
    series = make_series(2, kind="knockout")
    client.force_login(organiser)
    assert "Draw the next games" not in page(client, "series-run", series.pk).content.decode()
    fixture = series.fixtures.get()
    number = fixture.sides.first().player.number
    client.post(f"/events/spring/games/fixture/{fixture.pk}/forfeit/", {"player": number})
    over = page(client, "series-run", series.pk).content.decode()
    assert "did not come" in over
    assert "Draw the next games" not in over
    winner = fixture.sides.last().player.public_name(series.event)
    assert winner in over.partition("series-winner")[2].partition("</p>")[0]
    assert "series-winner" in page(client, "series", series.pk).content.decode()
    fixture.refresh_from_db()
    screen = f"/play/{fixture.table.code}/screen/"
    assert "counts for nothing" not in client.get(screen).content.decode()
    unsaid = client.post(f"/events/spring/games/fixture/{fixture.pk}/clear/", {"reason": " "})
    assert "Write a reason." in unsaid.content.decode()
    client.post(f"/events/spring/games/fixture/{fixture.pk}/clear/", {"reason": "They came after all"})
    assert "counts for nothing" in client.get(screen).content.decode()
    fixture.refresh_from_db()
    assert fixture.table is None
    assert "series-winner" not in page(client, "series-run", series.pk).content.decode()
    assert actions.results(series.event, series)[0].state == "to_play"


def test_a_program_reads_a_series(client, make_series, play, fixture_of, organiser):
    series = make_series(3)
    play(fixture_of(series, 101, 102), {101: 5, 102: 9})
    send(play(fixture_of(series, 101, 103), {101: 5, 103: 9}, end=False), "next")
    address = reverse("api-series", args=["spring", series.pk])
    assert client.get(reverse("api-series-list", args=["spring"])).json() == [
        {"id": series.pk, "name": "League", "game": "quick_quiz", "kind": "round_robin"}
    ]
    result = client.get(address).json()
    assert [(row["player"], row["place"], row["points"]) for row in result["standings"]][0] == (102, 1, 2)
    sides = {game["state"]: [side["points"] for side in game["sides"]] for game in result["games"]}
    assert sides == {"over": [0, 1], "playing": [None, None], "to_play": [None, None]}  # SE-31
    assert client.get(reverse("api-series", args=["spring", series.pk + 1])).status_code == 404
    publish(organiser, series.event, "frozen")
    before = client.get(address).json()
    play(fixture_of(series, 102, 103), {102: 5, 103: 9})
    assert client.get(address).json() == before


def test_an_event_of_live_games_alone_is_final_once_all_are_over(client, make_series, play, organiser, fixture_of):
    series = make_series(3, kind="champion")
    event = series.event

    def due():
        return [each.title for each in steps(event, progress(event))]

    assert not {"Rounds", "Puzzles"} & set(due())
    play(fixture_of(series, 101, 102), {101: 5, 102: 9})
    client.force_login(organiser)
    assert "These series have games that are not over: League." in page(client, "publish").content.decode()
    with pytest.raises(Refused, match="not over: League"):  # 103 has not met the champion
        publish(organiser, event, "final")
    actions.draw_next(by=organiser, series=series)
    play(fixture_of(series, 102, 103), {102: 5, 103: 9})
    publish(organiser, event, "final")
    event.refresh_from_db()
    assert event.shown.kind == "final"
    assert event.shown.ready_at
    assert due()[-1] == "Certificates"
    for name in ("publish", "ceremony", "run", "event", "published", "series", "handouts"):
        assert page(client, name, *([series.pk] if name == "series" else [])).status_code == 200
    made = client.get(reverse("handouts", args=["spring"]) + "?what=certificates&paper=a4")
    assert made["Content-Type"] == "application/pdf"
    client.logout()
    assert b"Cleo" in page(client, "series", series.pk).content
    front = page(client, "event").content.decode()
    assert "League" in front
    assert "No rounds yet" not in front
    assert "League" in page(client, "entrant", 103).content.decode()
