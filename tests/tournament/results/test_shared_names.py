"""Two players with one public name always carry their numbers (NT-PU-9)."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournament.set_up import made_once
from tests.tournament.tied import Hall
from tournament.models import Event
from tournament.publication.ceremony import steps_of
from tournament.roster import actions as roster

pytestmark = pytest.mark.django_db

HITS = "1*2*3*4"


@pytest.fixture
@made_once
def namesakes(event, round_24, add_player, hand_in, work_through) -> Event:
    """Ada Lund 101 and Ada Lee 102 of grade 3 and Ben Moor 103; 104 of grade 5 is ADA Long."""
    for number, last in ((101, "Lund"), (102, "Lee")):
        hand_in(round_24, add_player(number, last_name=last, team="Owls"), [(0, HITS)])
    hand_in(round_24, add_player(103, first_name="Ben", last_name="Moor"), [(0, "1+2+3+4")])
    hand_in(round_24, add_player(104, first_name="ADA", last_name="Long", grade=5), [(0, HITS)])
    work_through()
    return Event.objects.get(pk=event.pk)


def text(client, name: str, *parts, **query) -> str:
    return client.get(reverse(name, args=["spring", *parts]), query).content.decode()


PLACES = [
    ("division", 3),
    ("division-teams", 3),
    ("entrant", 101),
    ("team", "Owls"),
    ("round", 1),
    ("records",),
    ("division-file", 3, "csv"),
    ("round-file", 1, "json"),
    ("records-file", "highest", "csv"),
    ("event-export",),
    ("api-player", 101),
    ("api-round", 1),
]


@pytest.mark.parametrize("name", PLACES, ids=lambda name: "-".join(map(str, name)))
def test_each_place_says_their_numbers(client, namesakes, name):
    parts = [namesakes.teams.get().pk if part == "Owls" else part for part in name[1:]]
    said = text(client, name[0], *parts)
    if name[0] != "division-teams":
        assert "Ada L. (101)" in said
    assert "Ada L." not in said.replace("Ada L. (", "")
    assert "Ben M. (" not in said


def test_awards_and_the_ceremony_say_their_numbers(client, namesakes):
    said = json.loads(text(client, "api-standings", grade=3))
    assert said["awards"][0]["names"] == ["Ada L. (101)", "Ada L. (102)"]
    assert "Ada L. (101)" in said["awards"][0]["sentence"]
    revealed = [step.revealed for step in steps_of(namesakes, "players-3") if step.revealed]
    names = [entry.name for place in revealed for entry in place.entries]
    assert names == ["Ben M.", "Ada L. (101)", "Ada L. (102)"]


def test_the_whole_event_decides_and_case_does_not(client, namesakes):
    assert "ADA L. (104)" in text(client, "division", 5)


def test_tiebreakers_say_their_numbers_once(client, namesakes, organiser, hand_in, work_through):
    hall = Hall(namesakes, organiser, hand_in, work_through)
    game = hall.play(hall.draw(), (2, 1))
    said = text(client, "division", 3)
    assert "Ada L. (101)" in said
    assert "Ada L. (101)" in text(client, "round", game.round.position)
    assert "101 Ada L. (101)" not in said


def test_the_number_of_queries_does_not_grow_with_the_names(client, namesakes, organiser):
    def queries() -> int:
        with CaptureQueriesContext(connection) as made:
            text(client, "division", 3)
        return len(made)

    def add(number: int) -> None:
        facts = roster.PlayerFacts(number, "Ada", "Lind", 3)
        roster.add_player(by=organiser, event=namesakes, facts=facts)

    add(201)  # from now on somebody has no sheet, so the page waits for the same thing both times
    before = queries()
    for number in range(202, 221):
        add(number)
    assert queries() == before


def test_an_event_that_shows_numbers_alone_says_them_once(client, namesakes):
    Event.objects.update(public_names="number")
    said = text(client, "division", 3)
    assert "No. 101" in said
    assert "(101)" not in said
