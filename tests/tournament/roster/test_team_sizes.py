"""The list of teams says that a larger team has an advantage."""

from django.urls import reverse

from tests.html import flat


def test_teams_of_different_sizes_are_named(client, organiser, event, add_player):
    client.force_login(organiser)
    page = reverse("roster-teams", args=["spring"])
    for number, team in ((101, "Owls"), (102, "Larks")):
        add_player(number, team=team)
    assert "sum of all its players" not in flat(client.get(page).content.decode())
    add_player(103, team="Owls")
    assert "Teams have 1 to 2 players." in flat(client.get(page).content.decode())
