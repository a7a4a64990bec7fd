"""Puzzles that were typed for one event are copied into another, by its organisers alone."""

import pytest
from django.urls import reverse

from tests.tournament.making import make_user
from tests.tournament.set_up import made_once
from tournament.common.refusals import Refused
from tournament.models import Round
from tournament.organiser import actions as events
from tournament.rounds import actions as rounds
from tournament.set_library.library import copy_typed, places_for_typed, typed_puzzles
from tournament.web.permissions import NotAllowed


@pytest.fixture
@made_once
def next_year(organiser):
    """The next event of the same organiser, with a round of the same format."""
    made = events.create(by=organiser, name="Next Day", slug="next", held_on="2027-05-09", grades=[3, 4])
    rounds.add(by=organiser, event=made, format_slug="twenty_four")
    return made


def test_a_typed_puzzle_is_copied_into_a_planned_round_of_the_same_format(client, organiser, round_24, next_year):
    (puzzle,) = typed_puzzles(organiser)
    client.force_login(organiser)
    library = client.get(reverse("set-library", args=["next"])).content.decode()
    assert "Typed puzzles" in library
    assert 'value="1-3"' in library
    client.post(reverse("typed-copy", args=["next"]), {"puzzle": puzzle.pk, "place": "1-3"})
    new = next_year.rounds.get().puzzles.get()
    assert new.active.boxes == puzzle.active.boxes
    assert [division.grade for division in new.divisions.all()] == [3]
    assert [division.grade for _round, division in places_for_typed(puzzle.round.format, next_year)] == [4]


def test_nobody_but_the_organisers_of_its_event_sees_or_copies_it(round_24, next_year):
    other = make_user("otto")
    next_year.memberships.create(user=other, role="organiser")
    assert not typed_puzzles(other)
    with pytest.raises(NotAllowed):
        copy_typed(
            by=other, puzzle=round_24.puzzles.get(), round_=next_year.rounds.get(), division=next_year.divisions.first()
        )


def test_it_goes_nowhere_else(organiser, round_24, next_year):
    place = {"round_": next_year.rounds.get(), "division": next_year.divisions.first()}
    Round.objects.filter(event=next_year).update(status="open")
    with pytest.raises(Refused, match="does not go there"):
        copy_typed(by=organiser, puzzle=round_24.puzzles.get(), **place)


def test_a_puzzle_with_a_withdrawn_question_is_not_offered(organiser, round_24):
    round_24.puzzles.update(void_boxes=[0])
    assert not typed_puzzles(organiser)
