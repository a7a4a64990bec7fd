"""The feed of an event: who hears of what, and nothing that is said disappears."""

import pytest

from tests.tournament.archive.test_anonymise import final
from tests.tournament.making import publish
from tournament.archive import anonymise

ADDRESS = "/api/v1/events/spring/changes/"


@pytest.fixture
def feed(client):
    """feed(person, since): the changes that a person, or a stranger, reads, and the number to go on with."""

    def read(person=None, since=0):
        client.logout()
        if person:
            client.force_login(person)
        answer = client.get(f"{ADDRESS}?since={since}").json()
        return answer["changes"], answer["last"]

    return read


def test_organisers_follow_a_hidden_event_and_the_public_does_not_know_of_it(
    client, feed, event, organiser, add_player, round_24, hand_in
):
    publish(organiser, event, "hidden")
    _before, last = feed(organiser)
    hand_in(round_24, add_player(7), [(0, "1*2*3*4")])
    changes, _last = feed(organiser, last)
    assert {each["kind"] for each in changes} >= {"sheet"}
    assert "/api/v1/events/spring/sheets/" in {each["resource"] for each in changes}
    client.logout()
    assert client.get(ADDRESS).status_code == 404


def test_under_an_embargo_nothing_moves_for_the_public_and_the_release_is_a_new_number(
    feed, event, organiser, add_player
):
    publish(organiser, event, "provisional")
    shown, last = feed()
    publish(organiser, event, "hidden")
    publish(organiser, event, "provisional")
    later, _last = feed(since=last)
    assert {each["kind"] for each in later} == {"publication"}
    assert all(each["number"] > last for each in later)
    again, _last = feed()
    assert again[: len(shown)] == shown


def test_a_reader_that_was_away_goes_on_where_it_was(feed, event, organiser, add_player):
    publish(organiser, event, "provisional")
    _shown, last = feed()
    assert feed(since=last) == ([], last)
    add_player(8)
    (change, *_rest), newest = feed(since=last)
    assert change["number"] == last + 1
    assert newest > last


def test_a_number_of_the_other_feed_is_refused(client, feed, event, organiser):
    publish(organiser, event, "provisional")
    _shown, public = feed()
    client.force_login(organiser)
    assert client.get(f"{ADDRESS}?since={public}").json()["errors"][0]["place"] == "since"


def test_after_names_were_removed_the_change_is_there_without_a_name(
    client, feed, event, organiser, add_player, round_24
):
    add_player(8, first_name="Zenobia")
    before, _last = feed(organiser)
    event = final(event, organiser)
    anonymise.anonymise(by=organiser, event=event, name=event.name)
    after, _last = feed(organiser)
    assert after[: len(before)] == before
    assert "Zenobia" not in client.get(f"{ADDRESS}?since=0").content.decode()


@pytest.mark.parametrize("since", ["x", "-1", "9" * 400, ""])
def test_a_number_that_is_none_is_refused(client, event, organiser, since):
    client.force_login(organiser)
    refused = client.get(f"{ADDRESS}?since={since}")
    assert (refused.status_code, refused.json()["errors"][0]["place"]) == (400, "since")
