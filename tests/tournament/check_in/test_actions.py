"""The door: who is here, many at once, and what it must not change."""

import pytest

from tournament.check_in import actions as door
from tournament.check_in.number_list import are_numbers, numbers_in
from tournament.check_in.queries import arrivals
from tournament.common.refusals import Refused
from tournament.models import AuditEntry, Entrant, Event
from tournament.roster import actions as roster


@pytest.fixture
def players(add_player):
    return [add_player(101, grade=3), add_player(102, grade=3, team="Otters"), add_player(103, grade=4)]


def statuses(event) -> dict:
    rows = Entrant.objects.filter(event=event, player__isnull=False).order_by("player__number")
    return {each.player.number: (each.status, each.checked_in_at is not None) for each in rows}


def refused(sentence: str, act, **arguments) -> None:
    with pytest.raises(Refused) as why:
        act(**arguments)
    assert sentence in why.value.sentence


def test_players_are_here_or_absent_and_counted(event, volunteer, players):
    done = door.check_in(by=volunteer, event=event, numbers=[101, 102])
    door.mark_absent(by=volunteer, event=event, numbers=[103])
    assert (len(done.changed), done.already) == (2, 0)
    assert statuses(event) == {101: ("present", True), 102: ("present", True), 103: ("absent", False)}
    counts = arrivals(event)
    assert (counts.here, counts.absent, counts.awaited, counts.expected) == (2, 1, 0, 2)
    assert [(each.label, each.here) for each in counts.grades] == [("Grade 3", 2), ("Grade 4", 0)]
    assert [(each.verb, each.after) for each in AuditEntry.objects.order_by("number")][-2:] == [
        ("players.checked_in", {"players": 2}),
        ("players.absent", {"players": 1}),
    ]


def test_doing_it_twice_is_doing_it_once(event, volunteer, players):
    door.check_in(by=volunteer, event=event, numbers=[101])
    before = AuditEntry.objects.count()
    assert door.check_in(by=volunteer, event=event, numbers=[101]).already == 1
    assert AuditEntry.objects.count() == before


def test_an_absent_player_who_comes_late_is_present(event, volunteer, players):
    door.mark_absent(by=volunteer, event=event, numbers=[101])
    door.check_in(by=volunteer, event=event, numbers=[101])
    assert statuses(event)[101] == ("present", True)


def test_an_unknown_number_changes_nothing(event, volunteer, players):
    refused("has the number 9, 999", door.check_in, by=volunteer, event=event, numbers=[101, 999, 9])
    refused("Choose at least one player.", door.check_in, by=volunteer, event=event, numbers=[])
    assert statuses(event)[101] == ("present", False)


def test_who_left_stays_away(event, organiser, volunteer, players):
    facts = roster.PlayerFacts(900, "Sub", "", 3)
    roster.substitute(by=organiser, player=players[0].player, facts=facts, why="ill")
    refused("101 Ada Lund: withdrawn.", door.check_in, by=volunteer, event=event, numbers=[101, 102])
    assert not door.check_in(by=volunteer, event=event, numbers=[900]).already


def test_who_wrote_is_marked_absent_by_the_organiser_alone(event, organiser, volunteer, players, round_24, hand_in):
    hand_in(round_24, players[0], [(0, "1*2*3*4")])
    refused("101 Ada Lund has a sheet in 24 Game.", door.mark_absent, by=volunteer, event=event, numbers=[101, 102])
    door.check_in(by=volunteer, event=event, numbers=[102])
    door.mark_rest_absent(by=organiser, event=event)
    assert statuses(event) == {101: ("present", False), 102: ("present", True), 103: ("absent", False)}


def test_final_results_close_the_door(event, volunteer, players):
    Event.objects.filter(pk=event.pk).update(visibility="final")
    refused("The results are final", door.check_in, by=volunteer, event=event, numbers=[101])


def test_a_status_set_by_the_organiser_is_not_seen_at_the_door(event, organiser, volunteer, players):
    door.check_in(by=volunteer, event=event, numbers=[101])
    roster.set_status(by=organiser, entrant=players[0], status="withdrawn", why="ill")
    assert statuses(event)[101] == ("withdrawn", False)


@pytest.mark.parametrize(
    "text,numbers",
    [
        ("101", [101]),
        ("101, 102;103\n104", [101, 102, 103, 104]),
        ("110-112 101", [110, 111, 112, 101]),
        ("101 101", [101]),
        ("https://x.example/events/spring/check-in/117/ 101", [117, 101]),
        ("", []),
    ],
)
def test_numbers_are_read_as_they_are_pasted(text, numbers):
    assert numbers_in(text) == numbers


@pytest.mark.parametrize("text", ["Ada", "101 Ada", "٣", "K7M-4RX-F"])
def test_a_name_is_no_number(text):
    assert not are_numbers(text)


def test_too_many_numbers_are_refused():
    with pytest.raises(Refused):
        numbers_in("1-9999999999")
    with pytest.raises(Refused):
        numbers_in("1-400 500-900")
