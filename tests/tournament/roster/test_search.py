"""Players and teams are found without accents and case, alike on both databases."""

import pytest

from tournament.common.wording.folding import fold
from tournament.models import Player, Team
from tournament.roster import actions as roster, search

NAMES = [("Åsa", "Ångström"), ("Zoë", "Müller"), ("Işıl", "Öztürk"), ("İpek", "Strauß"), ("Łukasz", "O’Brien")]


@pytest.fixture
def players(add_player):
    for number, (first, last) in enumerate(NAMES, start=101):
        add_player(number, first_name=first, last_name=last, team="Équipe Ærø" if number == 101 else "")


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "query,numbers",
    [
        ("ångström", [101]),
        ("Ångström", [101]),
        ("angstrom", [101]),
        ("A\u030angstro\u0308m", [101]),
        ("ANGSTROM asa", [101]),
        ("muller", [102]),
        ("Müller", [102]),
        ("ISIL", [103]),
        ("ışıl", [103]),
        ("ipek", [104]),
        ("İPEK", [104]),
        ("strauss", [104]),
        ("strauß", [104]),
        ("lukasz obrien", [105]),
        ("o'brien", [105]),
        ("102", [102]),
        ("10", []),
        ("%", []),
        ("_", []),
        ("", []),
        ("\x00", []),
        ("x" * 5000, []),
    ],
)
def test_players_are_found_by_any_keyboard(event, players, query, numbers):
    assert [each.number for each in search.players(event.players.all(), query)] == numbers


def test_teams_are_found_by_their_name_and_their_members(event, players):
    for query in ("equipe", "aero", "ÉQUIPE", "angstrom", "101"):
        (entrant,) = search.entrants(event, query, of_teams=True)
        assert entrant.team.name == "Équipe Ærø"


def test_a_name_that_changes_is_found_by_the_new_one(event, organiser, players):
    zoe = event.players.get(number=102)
    roster.change_player(by=organiser, player=zoe, facts=roster.PlayerFacts(102, "Zoé", "Möller", 3))
    assert not search.players(event.players.all(), "muller")
    assert search.players(event.players.all(), "moller").get() == zoe


def test_what_is_kept_is_what_is_folded(event, players):
    for player in Player.objects.all():
        assert player.search_name == fold(f"{player.first_name} {player.last_name}")
    assert Team.objects.get().search_name == "equipe aero"
